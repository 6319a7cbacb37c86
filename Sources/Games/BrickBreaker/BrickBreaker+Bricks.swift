import CaromMaths
import CaromSceneGraph
import CaromSimulation

// The bricks: damage, blasts and what falls out of them.
extension BrickBreaker {
  /// The time from a blast to the break of the bricks around it, in ticks.
  private static let fuseTicks: Int32 = 6

  /// Damages a brick; returns whether it is one that can break and no shield protects it.
  @discardableResult
  func damage(
    _ node: Node, _ volume: Volume, _ session: Session, isBlast: Bool = false
  ) -> Bool {
    guard !node.isHidden, var brick: Brick = node.role() else { return false }
    let shield = brick.shield?.node(in: session.scene)
    if brick.isIndestructible || shield?.isHiddenInScene == false {
      if !isBlast { session.scene.playSound("knock", gain: volume.gain, at: node) }
      return false
    }
    state.idleTicks = 0
    brick.damage = isBlast ? brick.hits : brick.damage + 1
    if brick.damage < brick.hits {
      node.role = brick
      node.childNodes.first { !$0.isHidden }?.isHidden = true
      session.scene.playSound("knock", gain: volume.gain, pitch: 1.3, at: node)
    } else {
      brick.damage = 0
      brick.fuseTicks = 0
      node.role = brick
      breakApart(node, brick, volume, session)
    }
    return true
  }

  private func breakApart(
    _ node: Node, _ brick: Brick, _ volume: Volume, _ session: Session
  ) {
    state.score += brick.points
    session.scene.playSound(
      "brick\(session.random["sounds"].int(below: 3))", gain: volume.gain, pitch: volume.pitch,
      at: node)
    node.isHidden = true
    if brick.hiddenDuration > 0 {
      node.runAction(
        .sequence([.wait(duration: brick.hiddenDuration), .unhide()]), forKey: "return")
    }
    for layer in node.childNodes { layer.isHidden = false }
    showDebris(of: node, brick, session)
    if let drop = brick.drop?.node(in: session.scene) { release(drop, from: node, session) }
    if brick.blastRadius > 0 { explode(node, brick.blastRadius, session) }
    showScore(session)
    if parts?.breakable.allSatisfy(\.isHidden) ?? false { clear(session) }
  }

  // MARK: Blasts

  /// Lights the fuses of the bricks within the radius of a blast.
  private func explode(_ node: Node, _ radius: Float, _ session: Session) {
    session.scene.playSound("bump", pitch: 0.6, at: node)
    shake(by: 0.1)
    let center = node.worldPosition
    for other in parts?.bricks ?? []
    where !other.isHidden && (other.worldPosition - center).length <= radius {
      if other.role(as: Brick.self)?.fuseTicks == 0 { setFuse(of: other, to: Self.fuseTicks) }
    }
    countFuses()
  }

  func setFuse(of node: Node, to ticks: Int32) {
    guard var brick: Brick = node.role() else { return }
    brick.fuseTicks = ticks
    node.role = brick
  }

  private func countFuses() {
    let bricks = parts?.bricks ?? []
    parts?.fuses = bricks.count { ($0.role(as: Brick.self)?.fuseTicks ?? 0) > 0 }
  }

  /// Breaks the bricks whose fuses have burnt down, in the order of the file.
  func burnFuses(_ session: Session) {
    guard let parts, parts.fuses > 0 else { return }
    for node in parts.bricks {
      guard let fuse = node.role(as: Brick.self)?.fuseTicks, fuse > 0 else { continue }
      setFuse(of: node, to: fuse - 1)
      if fuse == 1 { damage(node, Volume(gain: 0.6), session, isBlast: true) }
      guard state.phase == .playing else { break }
    }
    countFuses()
  }

  // MARK: Rounds

  /// Makes all bricks whole.
  func restoreBricks() {
    for node in parts?.bricks ?? [] {
      node.removeAction(forKey: "return")
      node.isHidden = false
      for layer in node.childNodes { layer.isHidden = false }
      guard var brick: Brick = node.role(), brick.damage > 0 || brick.fuseTicks > 0 else {
        continue
      }
      (brick.damage, brick.fuseTicks) = (0, 0)
      node.role = brick
    }
    parts?.fuses = 0
  }
}
