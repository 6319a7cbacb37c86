extension Node {
  /// Plays an animation from the next tick on.
  ///
  /// One with the same key is replaced. Outside of a scene it waits until the node enters one.
  public func addAnimation(_ animation: Animation, forKey key: String? = nil) {
    let player = AnimationPlayer(animation)
    addAnimationPlayer(player, forKey: key)
    player.play()
  }

  /// Adds a player, which waits until it is told to play; one with the same key is replaced.
  ///
  /// - Precondition: no other node has the player.
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

  /// The player with a key, or nil.
  public func animationPlayer(forKey key: String) -> AnimationPlayer? {
    players.first { $0.key == key }
  }

  /// The keys of the players that have one, in the order in which they were added.
  public var animationKeys: [String] { players.compactMap(\.key) }

  /// Takes the player with a key away; what it shows fades in so many seconds.
  public func removeAnimation(forKey key: String, blendOutDuration: Double = 0) {
    for player in players where player.key == key { remove(player, blendOutDuration) }
  }

  /// Takes all players away; what they show fades in so many seconds.
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

  /// Starts what the state says; called when it enters a scene for the first time.
  func startDeclaredAnimations() {
    for entry in storage.animations { startDeclared(entry) }
  }

  /// Starts one of the animations that its state says.
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
  /// Puts a node on the list of those with players.
  func activateAnimations(_ node: Node) {
    animationTable.invalidate()
    Scene.insert(node, into: &playingNodes)
  }
}

// MARK: Copies

extension Node {
  /// Gives a copy players like its own, at the same time; those of its state start by themselves.
  func copyPlayers(to copy: Node) {
    copy.players = players.filter { !$0.isDeclared }.map { $0.copy() }
  }
}

// MARK: References to other nodes

extension Node {
  /// Visits the nodes that its animations and its skinner name.
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

  /// Called when it enters a scene.
  func enterAnimations(_ scene: Scene) {
    if storage.skinner != nil || !storage.animations.isEmpty || !players.isEmpty {
      scene.unresolvedNodes.append(self)
    }
    if !players.isEmpty { scene.activateAnimations(self) }
    if !storage.particleSystems.isEmpty { particlesChanged() }
  }
}
