import CaromMaths

/// The colors and lights of a generated level.
struct MarbleMazeLook {
  /// The color of sky and fog.
  let sky: String
  /// The tint of the stones.
  let stone: String
  /// The tint of the ruins.
  let rock: String
  /// The rotation, color and intensity of the sun.
  let sun: (angles: String, color: String, intensity: Int)
  /// The color and intensity of the light of the sky.
  let ambient: (color: String, intensity: Int)

  /// Morning, dusk, forest and night.
  static let all = [
    MarbleMazeLook(
      sky: "[0.47, 0.6, 0.7]", stone: "[1, 0.97, 0.9]", rock: "[0.75, 0.728, 0.675]",
      sun: ("[-52, 38, 0]", "[1, 0.95, 0.82]", 900), ambient: ("[0.55, 0.68, 0.85]", 620)),
    MarbleMazeLook(
      sky: "[0.55, 0.36, 0.34]", stone: "[1, 0.86, 0.78]", rock: "[0.75, 0.645, 0.585]",
      sun: ("[-38, -50, 0]", "[1, 0.72, 0.5]", 1000), ambient: ("[0.62, 0.5, 0.72]", 560)),
    MarbleMazeLook(
      sky: "[0.06, 0.2, 0.18]", stone: "[0.75, 1, 0.92]", rock: "[0.562, 0.75, 0.69]",
      sun: ("[-56, 30, 0]", "[0.9, 1, 0.85]", 850), ambient: ("[0.4, 0.62, 0.55]", 600)),
    MarbleMazeLook(
      sky: "[0.035, 0.055, 0.14]", stone: "[0.62, 0.7, 0.95]", rock: "[0.465, 0.525, 0.712]",
      sun: ("[-58, 25, 0]", "[0.62, 0.74, 1]", 720), ambient: ("[0.3, 0.36, 0.62]", 620)),
  ]

  /// The member that tints the stone of a part.
  func tint(_ material: String) -> String {
    #""materials": { "\#(material)": { "diffuse": { "tint": \#(stone) } } }"#
  }

  /// The sun and the light of the sky.
  var lights: [String] {
    [
      """
      { "name": "sun", "eulerAnglesDegrees": \(sun.angles),
        "light": { "type": "directional", "color": \(sun.color), "intensity": \(sun.intensity),
          "castsShadow": true, "shadowRadius": 1, "shadowColor": [0, 0, 0, 0.55],
          "maximumShadowDistance": 26 } }
      """,
      """
      { "name": "sky",
        "light": { "type": "ambient", "color": \(ambient.color), "intensity": \(ambient.intensity) } }
      """,
    ]
  }

  /// Adds ruins beside the way.
  func addRuins(
    around boxes: [AABB], below lowest: Float, _ text: inout LevelText,
    _ random: inout RandomStream
  ) {
    guard var all = boxes.first else { return }
    for box in boxes { all = all.union(box) }
    let (low, high) = (all.min - Vector3(9, 0, 9), all.max + Vector3(9, 0, 9))
    // A level of any length has a ruin about every nine meters.
    let wanted = 4 + Int((high.x - low.x + high.z - low.z) / 9)
    for _ in 0..<wanted * 4 where text.count(of: "ruins") < wanted {
      let place = Vector3(
        random.float(in: low.x...high.x), lowest - 2 - random.float(in: 0...3),
        random.float(in: low.z...high.z))
      let turn = random.int(below: 360)
      let isClear = boxes.allSatisfy { box in
        place.x < box.min.x - 4.5 || place.x > box.max.x + 4.5 || place.z < box.min.z - 4.5
          || place.z > box.max.z + 4.5
      }
      guard isClear else { continue }
      text.add(
        text.name("ruins"), "objects/ruins.json", place,
        #""eulerAnglesDegrees": [0, \#(turn), 0]"#,
        #""materials": { "rock": { "diffuse": { "tint": \#(rock) } } }"#)
    }
  }
}
