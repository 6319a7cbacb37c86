/// The colors and lights of a generated table.
struct PinballLook {
  let title: String
  /// The color around the table.
  let background: String
  private let field: String
  private let wall: String
  private let rubber: String
  /// The color of targets, and of what shines.
  private let (target, shine): (String, String)

  /// Reef, canyon, orchard and observatory.
  static let all = [
    PinballLook(
      title: "Coral Reef", background: "[0.02, 0.08, 0.12]", field: "[0.05, 0.32, 0.4]",
      wall: "[0.55, 0.42, 0.28]", rubber: "[0.95, 0.4, 0.35]", target: "[0.95, 0.55, 0.6]",
      shine: "[0.5, 1, 0.9]"),
    PinballLook(
      title: "Red Canyon", background: "[0.1, 0.05, 0.04]", field: "[0.5, 0.24, 0.14]",
      wall: "[0.3, 0.16, 0.1]", rubber: "[0.95, 0.75, 0.25]", target: "[0.3, 0.6, 0.65]",
      shine: "[1, 0.8, 0.3]"),
    PinballLook(
      title: "Old Orchard", background: "[0.06, 0.1, 0.05]", field: "[0.24, 0.4, 0.16]",
      wall: "[0.38, 0.25, 0.14]", rubber: "[0.85, 0.2, 0.2]", target: "[0.85, 0.25, 0.2]",
      shine: "[1, 1, 0.5]"),
    PinballLook(
      title: "Observatory", background: "[0.03, 0.03, 0.08]", field: "[0.12, 0.12, 0.32]",
      wall: "[0.35, 0.33, 0.42]", rubber: "[0.6, 0.4, 0.95]", target: "[0.75, 0.78, 0.9]",
      shine: "[0.75, 0.85, 1]"),
  ]

  var cabinetMaterials: String {
    """
    { "field": { "lightingModel": "lambert", "diffuse": { "color": \(field) } },
      "wall": { "lightingModel": "lambert", "diffuse": { "color": \(wall) } },
      "rubber": { "diffuse": { "color": \(rubber) } } }
    """
  }

  /// The member of the file that declares the materials of the parts.
  var materials: String {
    """
    "materials": {
      "target": { "diffuse": { "color": \(target) }, "specular": { "color": [0.6, 0.6, 0.6] },
        "shininess": 0.5 },
      "cap": { "diffuse": { "color": \(rubber) }, "specular": { "color": [0.8, 0.8, 0.8] },
        "shininess": 0.6 },
      "shine": { "diffuse": { "color": \(shine) }, "emission": { "color": \(shine) } } }
    """
  }

  /// The lights of the table.
  let lights = [
    """
    { "name": "key", "eulerAnglesDegrees": [-58, 28, 0],
      "light": { "type": "directional", "color": [1, 0.96, 0.9], "intensity": 950,
        "castsShadow": true } }
    """,
    """
    { "name": "sky", "light": { "type": "ambient", "color": [0.8, 0.85, 1], "intensity": 430 } }
    """,
  ]
}
