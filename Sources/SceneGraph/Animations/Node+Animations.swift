extension Node {
  /// Plays an animation, starting with the next tick.
  ///
  /// An animation with the same key is replaced. Outside of a scene it starts when the node enters
  /// one.
  public func addAnimation(_ animation: Animation, forKey key: String? = nil) {
    let player = AnimationPlayer(animation)
    addAnimationPlayer(player, forKey: key)
    player.play()
  }

  /// Adds a player without playing it; a player with the same key is replaced.
  ///
  /// - Precondition: The player belongs to no other node.
  public func addAnimationPlayer(_ player: AnimationPlayer, forKey key: String? = nil) {
    if let key { players.removeAll { $0.key == key } }
    player.key = key
    player.boundTreeVersion = nil
    players.append(player)
    if let scene {
      scene.activateAnimations(self)
      scene.unresolvedNodes.append(self)
    }
  }

  /// Returns the player with a key, or nil.
  public func animationPlayer(forKey key: String) -> AnimationPlayer? {
    players.first { $0.key == key }
  }

  /// The keys of the players, in the order in which they were added.
  public var animationKeys: [String] { players.compactMap(\.key) }

  /// Removes the player with a key; its values blend out over a duration in seconds.
  public func removeAnimation(forKey key: String, blendOutDuration: Double = 0) {
    for player in players where player.key == key { remove(player, blendOutDuration) }
  }

  /// Removes all players; their values blend out over a duration in seconds.
  public func removeAllAnimations(blendOutDuration: Double = 0) {
    for player in players { remove(player, blendOutDuration) }
  }

  private func remove(_ player: AnimationPlayer, _ duration: Double) {
    if duration > 0, player.isPlaying || player.isAtEnd {
      player.stop(withBlendOutDuration: duration)
      player.isRemoved = true
    } else {
      players.removeAll { $0 === player }
    }
  }

  /// Starts the declared animations when the node enters a scene for the first time.
  func startDeclaredAnimations() {
    for entry in storage.animations { startDeclared(entry) }
  }

  /// Starts a declared animation.
  func startDeclared(_ entry: AnimationEntry) {
    let player = AnimationPlayer(entry.animation)
    player.speed = entry.speed
    player.blendFactor = entry.blendFactor
    addAnimationPlayer(player, forKey: entry.key.isEmpty ? nil : entry.key)
    player.isDeclared = true
    if !entry.isPaused { player.play() }
  }
}

extension Scene {
  /// Adds a node to the list of nodes with players.
  func activateAnimations(_ node: Node) {
    animationTable.invalidate()
    Scene.insert(node, into: &playingNodes)
  }
}

// MARK: Copies

extension Node {
  /// Copies the players at their current time; declared animations start on their own.
  func copyPlayers(to copy: Node) {
    copy.players = players.filter { !$0.isDeclared }.map { $0.copy() }
  }
}

// MARK: Node references

extension Node {
  /// Calls a closure with the node references of animations and skinner.
  func updateAnimationReferences(_ body: (inout NodeReference) -> Void) {
    for i in storage.animations.indices {
      for j in storage.animations[i].animation.channels.indices
      where !storage.animations[i].animation.channels[j].target.isEmpty {
        body(&storage.animations[i].animation.channels[j].target)
      }
    }
    for player in players {
      for j in player.animation.channels.indices where !player.animation.channels[j].target.isEmpty
      {
        body(&player.animation.channels[j].target)
      }
    }
    guard storage.skinner != nil else { return }
    for i in storage.skinner?.bones.indices ?? 0..<0 {
      if var bone = storage.skinner?.bones[i] {
        body(&bone)
        storage.skinner?.bones[i] = bone
      }
    }
    if var top = storage.skinner?.skeleton, !top.isEmpty {
      body(&top)
      storage.skinner?.skeleton = top
    }
  }

  /// Registers animations, skinner and particle systems when the node enters a scene.
  func enterAnimations(_ scene: Scene) {
    if storage.skinner != nil || !storage.animations.isEmpty || !players.isEmpty {
      scene.unresolvedNodes.append(self)
    }
    if !players.isEmpty { scene.activateAnimations(self) }
    if !storage.particleSystems.isEmpty { particlesChanged() }
  }
}
