public import CaromMaths
public import CaromProperties

/// Blends the surface of a node towards other shapes of the same vertices, each by its weight.
///
/// The weights are animated as `morpher.weights` or `morpher.weights[n]`. What comes of it is
/// ``PresentationNode/mesh``; the geometry itself stays as it is.
public struct Morpher: Part, Hashable {
  /// What the schema says of it.
  public static let summary = "Blends a surface towards other shapes, each by its weight"

  /// The shapes.
  public var targets: [MorphTarget] = []
  /// How much of each shape is shown; zero for those left out.
  public var weights: [Float] = []
  /// How shapes and weights make the surface.
  public var mode = MorphMode.normalized
  /// True to make smooth normals of the blended places; false to blend those of the shapes.
  public var unifiesNormals = false

  /// Makes a morpher without shapes.
  public init() {}

  /// Makes a morpher.
  public init(_ targets: [MorphTarget], weights: [Float] = [], mode: MorphMode = .normalized) {
    self.targets = targets
    self.weights = weights
    self.mode = mode
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("targets", \.targets, "The shapes")
    p.property("weights", \.weights, "How much of each shape is shown", .ratio)
    p.property("mode", \.mode, "How shapes and weights make the surface")
    p.property("unifiesNormals", \.unifiesNormals, "Whether smooth normals are made afterwards")
  }
}

/// A shape that a surface is blended towards.
public struct MorphTarget: Part, Hashable {
  /// What the schema says of it.
  public static let summary = "A shape that a surface is blended towards"

  /// What people call it.
  public var name = ""
  /// A place, or in additive mode an offset, for each vertex of the surface, in metres.
  public var positions: [Vector3] = []
  /// A normal, or in additive mode an offset of it, for each vertex; empty to leave normals alone.
  public var normals: [Vector3] = []

  /// Makes a shape without vertices, which changes nothing.
  public init() {}

  /// Makes a shape.
  public init(name: String = "", positions: [Vector3], normals: [Vector3] = []) {
    self.name = name
    self.positions = positions
    self.normals = normals
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "What people call it")
    p.property("positions", \.positions, "A place, or an offset, for each vertex", .metres)
    p.property("normals", \.normals, "A normal, or an offset of it, for each vertex")
  }

  /// What is wrong with the numbers, or nil.
  public var problem: String? {
    normals.isEmpty || normals.count == positions.count
      ? nil : "there are \(normals.count) normals for \(positions.count) positions"
  }
}

/// How shapes and weights make a surface.
public enum MorphMode: String, EnumName, Sendable {
  /// (1 − Σw) · base + Σ w · target: the shapes are surfaces of their own.
  case normalized
  /// base + Σ w · target: the shapes are offsets, as glTF has them.
  case additive
}
