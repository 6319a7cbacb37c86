public import CaromMaths
public import CaromProperties

/// Blends the geometry of a node towards morph targets with the same vertices, by weight.
///
/// The weights are animated as `morpher.weights` or `morpher.weights[n]`. The result is
/// ``PresentationNode/mesh``; the geometry itself is unchanged.
public struct Morpher: Part, Hashable {
  /// Summary for the schema.
  public static let summary = "Blends a geometry towards morph targets, by weight"

  /// The morph targets.
  public var targets: [MorphTarget] = []
  /// The weight of each target; missing weights are zero.
  public var weights: [Float] = []
  /// The formula of the blend.
  public var mode = MorphMode.normalized
  /// True to compute smooth normals from the blended positions; false to blend the normals.
  public var unifiesNormals = false

  /// Creates a morpher without targets.
  public init() {}

  /// Creates a morpher.
  public init(_ targets: [MorphTarget], weights: [Float] = [], mode: MorphMode = .normalized) {
    self.targets = targets
    self.weights = weights
    self.mode = mode
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("targets", \.targets, "Morph targets")
    p.property("weights", \.weights, "Weight of each target", .ratio)
    p.property("mode", \.mode, "Formula of the blend")
    p.property(
      "unifiesNormals", \.unifiesNormals,
      "Whether smooth normals are computed from the blended positions")
  }
}

/// A morph target.
public struct MorphTarget: Part, Hashable {
  /// Summary for the schema.
  public static let summary = "A morph target"

  /// The name, for display.
  public var name = ""
  /// A position, or in additive mode an offset, for each vertex, in meters.
  public var positions: [Vector3] = []
  /// A normal, or in additive mode an offset, for each vertex; empty to keep the normals.
  public var normals: [Vector3] = []

  /// Creates a target without vertices, which has no effect.
  public init() {}

  /// Creates a target.
  public init(name: String = "", positions: [Vector3], normals: [Vector3] = []) {
    self.name = name
    self.positions = positions
    self.normals = normals
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "Name, for display")
    p.property("positions", \.positions, "A position, or an offset, for each vertex", .meters)
    p.property("normals", \.normals, "A normal, or an offset, for each vertex")
  }

  /// The inconsistency between the arrays, or nil.
  public var problem: String? {
    normals.isEmpty || normals.count == positions.count
      ? nil : "there are \(normals.count) normals for \(positions.count) positions"
  }
}

/// The formula that blends morph targets.
public enum MorphMode: String, EnumName, Sendable {
  /// (1 − Σw) · base + Σ w · target: targets are complete shapes.
  case normalized
  /// base + Σ w · target: targets are offsets, as in glTF.
  case additive
}
