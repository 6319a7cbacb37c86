public import CaromDocuments
public import CaromMaths
public import CaromProperties

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
    if json.isObject {
      return reader.fail(
        json,
        "this is an object; \"position\", \"eulerAnglesDegrees\" and \"scale\" in its place are "
          + "accepted, or four columns, each [x, y, z, w]")
    }
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
