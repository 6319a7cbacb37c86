public import CaromDocuments
public import CaromMaths
public import CaromProperties

/// The reason why a matrix cannot be decomposed into position, rotation and scale.
public struct TransformProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and what is accepted.
  public let description: String

  /// Creates the problem of a matrix, or nil if it can be decomposed.
  ///
  /// Axes that are orthogonal within a tenth of a percent are accepted.
  public init?(_ m: Matrix4) {
    let rows = [m.x, m.y, m.z, m.w].allSatisfy { $0.xyz.isFinite && $0.w.isFinite }
    if !rows {
      description = "the matrix holds a number that is not finite; finite numbers are accepted"
      return
    }
    if Vector3(m.x.w, m.y.w, m.z.w).magnitudes.greatest > 1e-6 || abs(m.w.w - 1) > 1e-6 {
      description =
        "the matrix is projective; one whose columns end in 0, 0, 0 and 1 is accepted"
      return
    }
    let l = m.linear
    let (x, y, z) = (
      l.x.normalized(or: .zero), l.y.normalized(or: .zero), l.z.normalized(or: .zero)
    )
    guard max(abs(x.dot(y)), abs(y.dot(z)), abs(z.dot(x))) > 1e-3 else { return nil }
    description =
      "the matrix is skewed; one composed of translation, rotation and scale is accepted"
  }
}

/// A matrix in a file that is decomposed into position, rotation and scale.
public struct TransformMatrix: PropertyValue {
  /// The matrix.
  public var matrix: Matrix4

  /// Creates the identity.
  public init() { matrix = .identity }

  /// Creates a value from a matrix.
  public init(_ matrix: Matrix4) { self.matrix = matrix }

  /// Reads four columns; rejects a matrix that cannot be decomposed.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    var new = Matrix4.identity
    let before = reader.problems.count
    new.read(json, info, &reader)
    guard reader.problems.count == before else { return }
    if let problem = TransformProblem(new) {
      return reader.fail(json, problem.description)
    }
    matrix = new
  }

  /// Writes four columns of four numbers.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    matrix.write(info, &writer)
  }

  /// Writes nothing, because position, rotation and scale are written separately.
  public func writeDifference(
    from base: TransformMatrix, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { false }

  /// The JSON schema: an array of four columns of four numbers.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    Matrix4.schema(info, &schema)
  }

  /// Writes the columns to the state.
  public func save(_ sink: inout StateSink) { matrix.save(&sink) }

  /// Restores the columns from the state.
  public mutating func load(_ source: inout StateSource) { matrix.load(&source) }
}

/// A bounding box that overrides the computed one.
public struct ExplicitBounds: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A bounding box that overrides the computed one"

  /// The corner with the least coordinates, in the node's own space, in metres.
  public var min = Vector3.zero
  /// The corner with the greatest coordinates, in the node's own space, in metres.
  public var max = Vector3.zero

  /// Creates an empty box at the origin.
  public init() {}

  /// Creates bounds from a box.
  public init(_ box: AABB) {
    min = box.min
    max = box.max
  }

  /// The box.
  public var box: AABB { AABB(min: min, max: max) }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("min", \.min, "The corner with the least coordinates", .metres)
    p.property("max", \.max, "The corner with the greatest coordinates", .metres)
  }

  /// The inconsistency between the corners, or nil.
  public var problem: String? {
    box.isEmpty ? "min \(min) exceeds max \(max); a box with min up to max is accepted" : nil
  }
}
