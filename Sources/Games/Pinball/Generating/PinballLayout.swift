import CaromMaths

/// Where the parts of a generated table are, and what its player has to do.
///
/// Parts are far enough apart for a ball, which has a diameter of half a meter, and have no edge
/// on which it would rest.
struct PinballLayout {
  /// What counts for the goal.
  private enum Goal: CaseIterable {
    case rides, banks, lights
  }

  private let goal: Goal
  /// How often it has to be reached.
  private let count: Int
  /// Whether the ramp is on the left, and the targets are on the right.
  private let isRampLeft: Bool
  private let bumpers: (count: Int, radius: Float, start: Float, center: Vector3)
  private let lights: (count: Int, radius: Float, start: Float)
  /// The speed of a post that moves across the table, in meters per second; nil for none.
  private let postSpeed: Float?

  /// Decides for a difficulty from 0 to 1.
  init(_ random: inout RandomStream, _ difficulty: Float) {
    goal = Goal.allCases[random.int(below: Goal.allCases.count)]
    isRampLeft = random.int(below: 2) == 0
    let bumperCount = 3 + random.int(below: 2)
    let offset = Vector3(random.float(in: -0.1...0.1), 0, random.float(in: -0.2...0.2))
    bumpers = (
      bumperCount, random.float(in: bumperCount == 3 ? 1.15...1.3 : 1.25...1.35),
      random.float(in: 0...120),
      (isRampLeft ? Vector3(0.8, 0, -3) : Vector3(-1.6, 0, -2.6)) + offset
    )
    lights = (
      4 + Int((5 * difficulty).rounded()), random.float(in: 1.5...1.9), random.float(in: 0...90)
    )
    switch goal {
    case .rides: count = 1 + Int(difficulty.rounded())
    case .banks: count = 1
    case .lights: count = lights.count
    }
    postSpeed = random.float() < difficulty ? random.float(in: 0.8...1.4) : nil
  }

  // MARK: Texts

  /// What the player has to do.
  var goalText: String {
    let times = count == 1 ? "once" : "\(count) times"
    return switch goal {
    case .rides: "Ride over the ramp \(times)."
    case .banks: "Hit all three targets \(times)."
    case .lights: "Collect all \(count) lights."
    }
  }

  /// The caption of the count.
  var counterText: String {
    switch goal {
    case .rides: "Rides"
    case .banks: "Banks"
    case .lights: "Lights"
    }
  }

  // MARK: Nodes

  /// Adds the parts of the table.
  func addNodes(to text: inout LevelText) {
    text.nodes.append(
      """
      { "name": "goal", "role": { "counter": { "target": \(count), "label": "goalCount",
        "text": "\(counterText)",
        "then": [{ "score": 2000 }, { "win": { "message": "Well played!" } }] } } }
      """)
    addRamp(&text)
    addTargets(&text)
    addBumpers(&text)
    addLights(&text)
    if let postSpeed { addPost(postSpeed, &text) }
  }

  /// An effect that counts for the goal, if it is this one.
  private func counts(for other: Goal) -> String {
    goal == other ? #", { "count": { "counter": "/goal" } }"# : ""
  }

  private func addRamp(_ text: inout LevelText) {
    // The ball returns on the inner lane of the other side.
    let exit = isRampLeft ? "[4.62, 0.35, 3.4]" : "[-4.97, 0.35, 2.9]"
    text.add(
      "ramp", "pinball/ramp.json", isRampLeft ? Vector3(-2.6, 0, 0) : Vector3(1.75, 0, 0.5),
      """
      "overrides": {
        "tunnel": { "role": { "teleporter": { "then": [{ "score": 250 },
          { "sound": { "sound": "powerUp" } }, { "count": { "counter": "/cabinet/bonus" } }\
      \(counts(for: .rides))] } } },
        "exit": { "position": \(exit) } }
      """)
  }

  private func addTargets(_ text: inout LevelText) {
    text.nodes.append(
      """
      { "name": "targets", "role": { "counter": { "target": 3, "isRepeating": true,
        "then": [{ "score": 500 }, { "sound": { "sound": "cleared" } },
          { "count": { "counter": "/cabinet/bonus" } }\(counts(for: .banks))] } } }
      """)
    let place = isRampLeft ? "[3.08, 0.3, -1]" : "[-4.25, 0.3, -0.6]"
    text.nodes.append(
      """
      { "name": "target", "repeat": { "line": { "count": 3, "spacing": [0, 0, 0.84] } },
        "position": \(place),
        "geometry": { "cylinder": { "radius": 0.3, "height": 0.6 }, "materials": ["target"] },
        "physics": { "type": "static", "restitution": 0.5,
          "shape": { "cylinder": { "radius": 0.3, "height": 4.2 } } },
        "role": { "collectable": { "activatorCategoryBitMask": 5, "points": 100,
          "counter": "/targets", "returnDuration": 1.5,
          "then": [{ "sound": { "sound": "brick2" } }] } } }
      """)
  }

  private func addBumpers(_ text: inout LevelText) {
    let ring = """
      "repeat": { "ring": { "count": \(bumpers.count),
        "radius": \(LevelText.number(bumpers.radius)),
        "startDegrees": \(LevelText.number(bumpers.start.rounded())), "isRotating": false } }
      """
    text.add("bumper", "pinball/bumper.json", bumpers.center, ring)
    text.nodes.append(
      """
      { "name": "cap", \(ring), "scale": [1, 0.5, 1],
        "position": \(LevelText.vector(bumpers.center + Vector3(0, 0.62, 0))),
        "geometry": { "sphere": { "radius": 0.6 }, "materials": ["cap"] } }
      """)
  }

  private func addLights(_ text: inout LevelText) {
    text.nodes.append(
      """
      { "name": "light", "repeat": { "ring": { "count": \(lights.count),
        "radius": \(LevelText.number(lights.radius)),
        "startDegrees": \(LevelText.number(lights.start.rounded())), "isRotating": false } },
        "position": [-0.6, 0.35, 0.4],
        "physics": { "type": "static", "isSensor": true, "shape": { "sphere": { "radius": 0.25 } } },
        "role": { "collectable": { "activatorCategoryBitMask": 5, "points": 50,
          \(goal == .lights ? "" : #""returnDuration": 12, "#)\
      "then": [{ "sound": { "sound": "powerUp" } }\(counts(for: .lights))] } },
        "nodes": [{ "name": "glow",
          "geometry": { "sphere": { "radius": 0.17 }, "materials": ["shine"] } }] }
      """)
  }

  private func addPost(_ speed: Float, _ text: inout LevelText) {
    text.nodes.append(
      """
      { "name": "post", "position": [-2.2, 0.3, 2.2],
        "geometry": { "cylinder": { "radius": 0.34, "height": 0.6 }, "materials": ["cap"] },
        "physics": { "type": "kinematic", "categoryBitMask": 16, "restitution": 0.9,
          "shape": { "cylinder": { "radius": 0.36, "height": 4 } } },
        "role": { "mover": { "path": [[3.2, 0, 0]], "speed": \(LevelText.number(speed)),
          "pause": 0.7 } } }
      """)
  }
}
