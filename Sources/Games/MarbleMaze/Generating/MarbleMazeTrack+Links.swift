import CaromMaths

extension MarbleMazeTrack {
  /// What leads from a platform to the next one.
  enum Link: CaseIterable {
    case bridge, steps, crooked, slopeUp, slopeDown, jump, highJump, belts, ferry, pushers, seesaw,
      lift

    /// The difficulty of levels from which on it is used.
    var leastDifficulty: Float {
      switch self {
      case .bridge, .steps: 0
      case .crooked, .slopeUp: 0.1
      case .slopeDown: 0.15
      case .jump: 0.25
      case .belts: 0.3
      case .ferry: 0.35
      case .highJump: 0.4
      case .pushers: 0.5
      case .seesaw: 0.55
      case .lift: 0.6
      }
    }
  }

  /// Adds a way and the platform at its end.
  mutating func add(_ link: Link) {
    switch link {
    case .bridge: addBridge()
    case .steps: addSteps()
    case .crooked: addCrookedBridge()
    case .slopeUp: addSlope(length: 6, rise: 1.6)
    case .slopeDown: addSlope(length: 5, rise: -2)
    case .jump: addJump(rise: 0, speed: Vector2(5, 14), landing: 5.4)
    case .highJump: addJump(rise: 1.5, speed: Vector2(5, 17), landing: 5.2)
    case .belts: addBelts()
    case .ferry: addFerry(rise: 0)
    case .lift: addFerry(rise: 1.5 + Float(random.int(below: 4)) * 0.5)
    case .pushers: addPushers()
    case .seesaw: addSeesaw()
    }
  }

  /// Stones in a row; two of them beside each other in easy levels.
  private mutating func addBridge() {
    let count = 3 + random.int(below: 3 + Int(difficulty * 4))
    if difficulty < 0.25 {
      for side in [Float(-0.5), 0.5] {
        addStones(along(2, side: side), count, step: heading.vector)
      }
    } else {
      addStones(along(2), count, step: heading.vector)
    }
    addPearl(along(1.5 + Float(count) / 2))
    advance(by: Float(count + 3))
  }

  /// Stones that lie lower one by one.
  private mutating func addSteps() {
    let count = 2 + random.int(below: 3)
    let drop = 0.3 + random.float(in: 0...0.1)
    addStones(along(2, -drop), count, step: heading.vector - Vector3(0, drop, 0))
    advance(by: Float(count + 3), rise: -drop * Float(count + 1), speed: 2.2)
  }

  /// Stones that lie to the left and right of the way.
  private mutating func addCrookedBridge() {
    let count = 2 + random.int(below: 3)
    for index in 0..<2 * count {
      addStones(
        along(Float(2 + index), side: index % 2 == 0 ? 0.3 : -0.3), 1, step: heading.vector)
    }
    addPearl(along(1.5 + Float(count)))
    advance(by: Float(2 * count + 3), speed: 2.6)
  }

  /// A slab from the edge of a platform to that of the next.
  private mutating func addSlope(length: Float, rise: Float) {
    let slab = (length * length + rise * rise).squareRoot()
    let angle = Portable.atan2(rise, length)
    // The top of the slab meets both edges; its center is half its thickness below.
    let normal = heading.vector * (-rise / slab) + Vector3(0, length / slab, 0)
    let center = along(1.5 + length / 2, rise / 2) - normal * 0.15
    text.add(
      text.name("ramp"), "objects/ramp.json", center,
      rotation(pitch: angle * 180 / .pi), #""scale": [1, 1, \#(LevelText.number(slab / 4))]"#)
    if rise < 0 { addPearl(center + Vector3(0, 0.3, 0)) }
    let end = along(length + 3, rise) - heading.vector * 0.75
    addLight(end, #""speed": \#(rise > 0 ? 4 : 2)"#)
    advance(by: length + 3, rise: rise, speed: 2)
  }

  /// A pad that throws the marble over a gap.
  private mutating func addJump(rise: Float, speed: Vector2, landing: Float) {
    let velocity = heading.vector * speed.x + Vector3(0, speed.y, 0)
    text.add(
      text.name("pad"), "objects/jump-pad.json", along(1, 0.25), rotation(),
      """
      "overrides": { ".": { "role": { "trigger": { "onEnter": [
        { "set": { "property": "physics.velocity", "value": \(LevelText.vector(velocity)) } },
        { "sound": { "sound": "serve" } } ] } } } }
      """)
    addLight(along(1), #""speed": 2"#)
    addBlock(along(landing, rise))
    addLight(along(5, rise), #""isFlight": true"#)
    advance(by: landing + 3, rise: rise)
  }

  /// Two belts, each with the marble or against it.
  private mutating func addBelts() {
    let isAgainst = [random.int(below: 2) == 0, random.int(below: 2) == 0]
    addLight(along(1))
    for (index, isAgainst) in isAgainst.enumerated() {
      text.add(
        text.name("belt"), "objects/conveyor.json", along(3.5 + 4 * Float(index), -0.2),
        rotation(extraYaw: isAgainst ? 0 : 180))
    }
    addLight(along(6), #""speed": \#(isAgainst[0] ? 4 : 2.6)"#)
    addLight(along(9.4), #""speed": 2.4"#)
    advance(by: 11)
  }

  /// A platform that moves across a gap, and up if the way rises.
  private mutating func addFerry(rise: Float) {
    addLight(along(0.9))
    let ahead = heading.vector * 5
    let stops = rise > 0 ? [ahead, ahead + Vector3(0, rise, 0)] : [ahead]
    let path = stops.map { LevelText.vector($0) }.joined(separator: ", ")
    text.add(
      text.name("ferry"), "objects/platform.json", along(2.6, -0.2),
      #""role": { "mover": { "path": [\#(path)], "speed": 2, "pause": 1.5 } }"#,
      """
      "nodes": [{ "name": "light", "scene": "\(text.path("objects/way-light.json"))",
        "position": [0, 0.2, 0], "role": { "wayLight": { "reach": 2.5, "speed": 2.2 } } }]
      """)
    addLight(along(9.3, rise), #""reach": 2.6"#)
    advance(by: 10.2, rise: rise)
  }

  /// A bridge that two blocks push across, from both sides.
  private mutating func addPushers() {
    addStones(along(2), 8, step: heading.vector)
    let names = [text.name("pusher"), text.name("pusher")]
    for (name, (distance, side)) in zip(names, [(Float(4), Float(-1.4)), (8, 1.4)]) {
      let path = LevelText.vector(heading.side * (-2 * side))
      text.add(
        name, "objects/pusher.json", along(distance, 0.5, side: side),
        #""role": { "mover": { "path": [\#(path)], "speed": 2.4, "pause": 1.7 } }"#)
    }
    addLight(along(2))
    addLight(along(6), #""hazard": "/\#(names[0])", "clearance": 2.2, "speed": 3.6"#)
    addLight(along(10.4), #""hazard": "/\#(names[1])", "clearance": 2.6, "speed": 3.6"#)
    addPearl(along(6))
    advance(by: 11)
  }

  /// A plank on an axle, which tips under the marble.
  private mutating func addSeesaw() {
    addLight(along(0.7))
    text.add(text.name("seesaw"), "objects/seesaw.json", along(4.2, -0.1), rotation())
    addLight(along(6.4), #""speed": 2.6"#)
    advance(by: 8.4, rise: -0.3)
  }
}
