import CaromMaths
import CaromPhysics
import CaromSceneGraph
import CaromSimulation

/// The extension functions of scenes, called with the prefix `g:`.
enum SceneFunction: Int, CaseIterable {
  case distance, speed, moving, atRest, touching, inView, visible, acting

  /// The descriptions of the functions, by raw value.
  static let all: [ExtendedFunction] = allCases.map { function in
    switch function {
    case .distance:
      ExtendedFunction("distance", 1...2, .number, usage: "g:distance(from, to)")
    case .speed: ExtendedFunction("speed", 0...0, .number, usage: "g:speed()")
    case .moving: ExtendedFunction("moving", 0...1, .boolean, usage: "g:moving(speed)")
    case .atRest: ExtendedFunction("atRest", 0...0, .boolean, usage: "g:atRest()")
    case .touching: ExtendedFunction("touching", 0...2, .boolean, usage: "g:touching(other, gap)")
    case .inView: ExtendedFunction("inView", 0...1, .boolean, usage: "g:inView(camera)")
    case .visible: ExtendedFunction("visible", 0...0, .boolean, usage: "g:visible()")
    case .acting: ExtendedFunction("acting", 0...0, .boolean, usage: "g:acting()")
    }
  }
}

extension SceneDocument {
  /// The minimum speed of a moving body, in meters or radians per second.
  static let movementThreshold: Float = 0.01
  /// The maximum distance of touching bodies, in meters.
  static let touchDistance: Float = 0.01

  func call(
    _ function: Int, _ node: Int, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Double {
    guard let function = SceneFunction(rawValue: function) else { return 0 }
    let owner = owner(of: node)
    switch function {
    case .distance: return try distance(owner, arguments)
    case .speed: return Double(owner?.physicsBody?.velocity.length ?? 0)
    case .moving:
      let minimum = try number(arguments.first, Self.movementThreshold, "a speed in m/s")
      return moves(owner, faster: minimum) ? 1 : 0
    case .atRest: return moves(owner, faster: Self.movementThreshold) ? 0 : 1
    case .touching: return try touches(owner, arguments) ? 1 : 0
    case .inView: return try isInView(owner, arguments) ? 1 : 0
    case .visible:
      guard let owner else { return 0 }
      return !owner.isHiddenInScene && owner.presentation.worldOpacity > 0 ? 1 : 0
    case .acting: return owner?.hasActions ?? false ? 1 : 0
    }
  }

  func work(_ function: Int, _ node: Int, _ arguments: [TreeArgument]) -> Int {
    switch SceneFunction(rawValue: function) {
    case .distance: return arguments.last.map(count) ?? 0
    // Testing two bodies costs about as much as visiting ten nodes.
    case .touching: return arguments.first.map(count).map { $0 * 10 } ?? 0
    case .inView:
      // All descendants of the node, or of the node that a component belongs to.
      var index = node
      while index > 0, nodes[index] == nil { index = tree.parent(of: index) }
      return max(0, tree.end(of: index) - index)
    case .speed, .moving, .atRest, .visible, .acting, nil: return 0
    }
  }

  private func count(_ argument: TreeArgument) -> Int {
    switch argument {
    case .elements(let list): list.count
    case .text(let name): named[name]?.count ?? 0
    case .number, .boolean: 0
    }
  }

  // MARK: Arguments

  /// The nodes that an argument refers to, by path or by name.
  private func nodes(_ argument: TreeArgument) throws(ArgumentProblem) -> [Node] {
    switch argument {
    case .elements(let list): return list.compactMap { owner(of: $0) }
    case .text(let name): return named[name] ?? []
    case .number, .boolean:
      throw ArgumentProblem(
        message:
          "the argument is not a node; expected a path such as //node or a name such as 'ball'")
    }
  }

  private func number(
    _ argument: TreeArgument?, _ fallback: Float, _ what: String
  ) throws(ArgumentProblem) -> Float {
    guard let argument else { return fallback }
    guard case .number(let value) = argument, value >= 0 else {
      throw ArgumentProblem(message: "expected \(what) of 0 or more")
    }
    return Float(value)
  }

  // MARK: Functions

  /// The distance, in meters, between the first node and the nearest of the others, with animations
  /// and constraints applied.
  private func distance(
    _ owner: Node?, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Double {
    var from = owner
    if arguments.count > 1 { from = try nodes(arguments[0]).first }
    guard let from, let last = arguments.last else { return .nan }
    let position = from.presentation.worldPosition
    var least = Double.nan
    for other in try nodes(last) {
      let distance = Double(position.distance(to: other.presentation.worldPosition))
      if !(least <= distance) { least = distance }
    }
    return least
  }

  private func moves(_ node: Node?, faster minimum: Float) -> Bool {
    guard let body = node?.physicsBody, !body.isResting else { return false }
    return body.velocity.length > minimum || body.angularVelocity.length > minimum
  }

  private func touches(
    _ owner: Node?, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Bool {
    let gap = try number(
      arguments.count > 1 ? arguments[1] : nil, Self.touchDistance, "a gap in meters")
    var others: [Node]?
    if let first = arguments.first { others = try nodes(first) }
    let world = scene.physicsWorld.simulation
    guard let own = owner?.physicsBody?.handle, world.body(own) != nil else { return false }
    // Bodies that bounced in the tick are apart at its end.
    let touched = contacts.compactMap { event in owner.flatMap { event.contact.other(than: $0) } }
    guard let others else {
      return !touched.isEmpty
        || !world.contactTest(own, margin: gap, filter: QueryFilter(includesSensors: true))
          .isEmpty
    }
    return others.contains { other in
      if touched.contains(where: { $0 === other }) { return true }
      guard other !== owner, let handle = other.physicsBody?.handle, world.body(handle) != nil
      else { return false }
      return !world.contactTest(own, handle, margin: gap).isEmpty
    }
  }

  private func isInView(
    _ owner: Node?, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Bool {
    var eye = scene.pointOfView
    if let first = arguments.first {
      eye = try nodes(first).first { $0.camera != nil }
      if eye == nil {
        throw ArgumentProblem(message: "no matching node has a camera")
      }
    }
    guard let owner, let eye, !owner.isHiddenInScene else { return false }
    var isSeen = false
    owner.enumerateHierarchy { node, stop in
      guard node.geometry != nil, !node.isHiddenInScene else { return }
      isSeen = scene.isNode(node, insideFrustumOf: eye, aspect: aspect)
      stop = isSeen
    }
    return isSeen
  }
}
