import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// The way of the bot along the lights of a level.
struct MarbleMazeRoute {
  private var lights: [(node: Node, rules: WayLight)] = []
  /// The index of the next light; nil before the first glimpse of the marble.
  private var next: Int?
  /// Whether the bot has begun to approach the next light.
  private var isGoing = false
  /// Whether the hazard was seen on the way.
  private var sawHazard = false
  /// Where the bot comes from.
  private var from = Vector3.zero
  /// The last position of the next light, and its tick.
  private var last: (position: Vector3, tick: UInt64)?

  /// Creates an empty route.
  init() {}

  /// Finds the lights of a scene.
  init(_ scene: Scene) {
    lights = scene.rootNode.childNodes(withRole: WayLight.self).compactMap { node in
      node.role(as: WayLight.self).map { (node: node, rules: $0) }
    }
  }

  /// Whether the level has no lights.
  var isEmpty: Bool { lights.isEmpty }

  /// Looks for the nearest light again.
  mutating func forget() { (next, isGoing, sawHazard, last) = (nil, false, false, nil) }

  /// The velocity along the way, in meters per second; nil to let the marble fly.
  mutating func velocity(_ session: Session, _ marble: MarbleMotion) -> Vector3? {
    if next == nil { begin(marble.position) }
    guard var index = next else { return nil }
    while index < lights.count, isDone(index, marble) {
      from = lights[index].node.worldPosition
      index += 1
      (isGoing, sawHazard, last) = (false, false, nil)
    }
    next = index
    guard index < lights.count else { return Vector3.zero }
    let (node, rules) = lights[index]
    let target = node.worldPosition
    if !isGoing { isGoing = isOpen(rules, target, marble.position, session.scene) }
    guard isGoing else { return hold(index, marble, session.tick) }
    if rules.isFlight { return nil }
    return follow(target, index, marble, session.tick)
  }

  private mutating func begin(_ position: Vector3) {
    from = position
    next = lights.indices.min {
      lights[$0].node.worldPosition.distance(to: position)
        < lights[$1].node.worldPosition.distance(to: position)
    }
  }

  /// The radius of the marble, in meters.
  private static let radius: Float = 0.45

  /// Whether the marble is at a light, or was thrown into the air there.
  private func isDone(_ index: Int, _ marble: MarbleMotion) -> Bool {
    let light = lights[index].node.worldPosition
    if isAt(light, marble, from) { return true }
    guard index + 1 < lights.count else { return false }
    if isBeyond(light, marble, lights[index + 1].node.worldPosition) { return true }
    return lights[index + 1].rules.isFlight && marble.isThrown
      && flat(light - marble.position).length < 2
  }

  /// Whether the marble is at a light or has passed it.
  private func isAt(_ light: Vector3, _ marble: MarbleMotion, _ start: Vector3) -> Bool {
    let offset = flat(light - marble.position)
    guard abs(marble.position.y - Self.radius - light.y) < 0.9 else { return false }
    if offset.length < 0.3 { return true }
    let way = flat(light - start)
    return way.length > 0.5 && offset.dot(way) < 0 && offset.length < 0.8
  }

  /// Whether the marble has missed a light, but is already on the way to the next one.
  private func isBeyond(_ light: Vector3, _ marble: MarbleMotion, _ next: Vector3) -> Bool {
    let passed = flat(marble.position - light)
    let way = flat(next - light)
    guard abs(marble.position.y - Self.radius - light.y) < 0.9, way.length > 0.5,
      passed.dot(flat(light - from)) > 0
    else { return false }
    let share = passed.dot(way) / way.lengthSquared
    return share > 0 && share < 1 && (passed - way * share).length < 0.8
  }

  /// Whether the light can be approached.
  private mutating func isOpen(
    _ rules: WayLight, _ light: Vector3, _ position: Vector3, _ scene: Scene
  ) -> Bool {
    if rules.reach > 0, light.distance(to: position) > rules.reach { return false }
    guard let hazard = rules.hazard?.node(in: scene) else { return true }
    // One goes when the hazard has just left the way.
    let isClear = hazard.worldPosition.distance(to: light) > rules.clearance
    if !isClear { sawHazard = true }
    return isClear && sawHazard
  }

  /// Waits at the light before the next one, which may be on a moving platform.
  private mutating func hold(_ index: Int, _ marble: MarbleMotion, _ tick: UInt64) -> Vector3 {
    let place = index > 0 ? lights[index - 1].node.worldPosition : from
    let motion = motion(of: place, tick)
    let offset = flat(place - marble.ahead)
    return offset * min(3, 1.5 / max(offset.length, 0.5)) + motion
  }

  private mutating func follow(
    _ target: Vector3, _ index: Int, _ marble: MarbleMotion, _ tick: UInt64
  ) -> Vector3 {
    let motion = motion(of: target, tick)
    let direction = flat(target - from).normalized(or: Vector3(0, 0, -1))
    return marble.along(
      from: from, to: target, speed: lights[index].rules.speed,
      exit: exitSpeed(index, target, direction)) + motion
  }

  /// The speed at which the marble can pass a light: slow before a turn, zero before a wait.
  private func exitSpeed(_ index: Int, _ light: Vector3, _ direction: Vector3) -> Float {
    guard index + 1 < lights.count else { return 2 }
    let (node, rules) = lights[index + 1]
    if rules.reach > 0 || rules.hazard != nil { return 0.2 }
    if rules.isFlight { return lights[index].rules.speed }
    let turn = direction.dot(flat(node.worldPosition - light).normalized(or: direction))
    if turn > 0.95 { return min(lights[index].rules.speed, rules.speed) }
    return turn > 0.6 ? 1.5 : 0.7
  }

  /// The velocity of a light that moves with its platform, in meters per second.
  private mutating func motion(of place: Vector3, _ tick: UInt64) -> Vector3 {
    defer { last = (place, tick) }
    guard let last, tick > last.tick else { return .zero }
    let velocity = flat(place - last.position) * (60 / Float(tick - last.tick))
    return velocity.length < 6 ? velocity : .zero
  }

  private func flat(_ v: Vector3) -> Vector3 { MarbleMotion.flat(v) }
}
