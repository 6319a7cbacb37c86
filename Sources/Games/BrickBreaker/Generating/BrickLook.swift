/// The colors and lights of a generated level.
struct BrickLook {
  /// The color behind the court.
  let background: String
  private let floor: String
  private let strip: String
  /// The colors of bricks.
  private let colors: [(red: Float, green: Float, blue: Float)]
  private let rim: String

  /// Sea, ember, garden and violet.
  static let all = [
    BrickLook(
      background: "[0.01, 0.05, 0.08]", floor: "[0.03, 0.12, 0.17]", strip: "[0.2, 0.9, 1]",
      colors: [(0.1, 0.55, 0.75), (0.85, 0.9, 0.95), (0.95, 0.55, 0.25)],
      rim: "[0.1, 0.8, 1]"),
    BrickLook(
      background: "[0.08, 0.02, 0.02]", floor: "[0.17, 0.05, 0.04]", strip: "[1, 0.45, 0.2]",
      colors: [(0.85, 0.2, 0.15), (0.95, 0.65, 0.2), (0.5, 0.42, 0.45)],
      rim: "[1, 0.5, 0.2]"),
    BrickLook(
      background: "[0.02, 0.06, 0.03]", floor: "[0.05, 0.15, 0.07]", strip: "[0.6, 1, 0.4]",
      colors: [(0.25, 0.6, 0.25), (0.9, 0.85, 0.35), (0.8, 0.35, 0.55)],
      rim: "[0.5, 1, 0.4]"),
    BrickLook(
      background: "[0.04, 0.02, 0.08]", floor: "[0.1, 0.05, 0.18]", strip: "[0.75, 0.4, 1]",
      colors: [(0.5, 0.3, 0.85), (0.25, 0.75, 0.85), (0.95, 0.8, 0.9)],
      rim: "[0.7, 0.3, 1]"),
  ]

  /// The members of the file that declare materials and geometries.
  ///
  /// - Parameter used: The indices of the colors that bricks have.
  /// - Returns: The members, each with its key.
  func materials(used: [Int]) -> [String] {
    let bricks = used.map { index in
      """
      "color\(index + 1)": { "diffuse": { "color": \(Self.color(colors[index], 1)) },
        "specular": { "color": [0.5, 0.5, 0.5] }, "shininess": 0.6,
        "emission": { "color": \(Self.color(colors[index], 0.12)) } }
      """
    }
    let boxes = used.map { index in
      """
      "color\(index + 1)": { "box": { "width": 0.96, "height": 0.6, "length": 0.46,
        "chamferRadius": 0.06 }, "materials": ["color\(index + 1)"] }
      """
    }
    return [
      """
      "materials": {
        "ball": { "diffuse": { "color": [0.95, 0.95, 1] }, "specular": { "color": [1, 1, 1] },
          "shininess": 0.9, "emission": { "color": [0.237, 0.237, 0.25] } },
        "floor": { "lightingModel": "lambert", "diffuse": { "color": \(floor) } },
        \(bricks.map { $0 + ",\n" }.joined())
        "strip": { "diffuse": { "color": [0.05, 0.05, 0.05] }, "emission": { "color": \(strip) } } }
      """,
      """
      "geometries": {
        "side": { "box": { "width": 0.12, "height": 0.12, "length": 18.6 }, "materials": ["strip"] },
        \(boxes.map { $0 + ",\n" }.joined())
        "front": { "box": { "width": 16.2, "height": 0.12, "length": 0.12 },
          "materials": ["strip"] } }
      """,
    ]
  }

  /// The floor, the cameras and the lights.
  var surroundings: [String] {
    [
      """
      { "name": "floor", "geometry": { "floor": { "reflectivity": 0.25, "reflectionFalloffEnd": 4 },
        "materials": ["floor"] }, "position": [0, -0.9, 0] }
      """,
      #"{ "name": "target", "position": [0, 0, 0.85] }"#,
      """
      { "name": "cameras",
        "constraints": [{ "follow": { "target": "/paddle", "axes": [1, 0, 0], "rate": 8,
          "influenceFactor": 0.12 } }],
        "nodes": [
          { "name": "landscape", "role": { "view": { "format": "landscape" } },
            "position": [0, 18, 10], "camera": { "fieldOfViewDegrees": 50 },
            "constraints": [{ "lookAt": { "target": "/target", "isGimbalLockEnabled": true } }] },
          { "name": "portrait", "role": { "view": { "format": "portrait" } },
            "position": [0, 28, 4], "eulerAnglesDegrees": [-78.5, 0, 0],
            "camera": { "fieldOfViewDegrees": 39, "projectionDirection": "horizontal" } } ] }
      """,
      """
      { "name": "key", "eulerAnglesDegrees": [-58, 28, 0],
        "light": { "type": "directional", "color": [1, 0.96, 0.9], "intensity": 950 } }
      """,
      """
      { "name": "rim", "eulerAnglesDegrees": [-20, 220, 0],
        "light": { "type": "directional", "color": \(rim), "intensity": 900 } }
      """,
      #"{ "name": "ambient", "light": { "type": "ambient", "color": [0.3, 0.31, 0.35] } }"#,
    ]
  }

  private static func color(
    _ color: (red: Float, green: Float, blue: Float), _ factor: Float
  ) -> String {
    let parts = [color.red, color.green, color.blue].map { LevelText.number($0 * factor) }
    return "[\(parts.joined(separator: ", "))]"
  }
}
