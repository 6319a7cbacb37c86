public import CaromMaths
import CaromProperties

/// A vertex attribute of a custom mesh, such as positions or normals.
///
/// A geometry combines several sources: `Geometry(sources:elements:)`. The first texture coordinate
/// source is mapping channel 0, the second channel 1.
public struct GeometrySource: Hashable, Sendable {
  /// The attribute.
  public let semantic: GeometrySemantic
  /// The number of components per vertex.
  public let componentsPerVector: Int
  /// The components, vertex by vertex.
  public let values: [Float]

  /// The number of vertices.
  public var vectorCount: Int { values.count / componentsPerVector }

  /// Creates positions, in meters.
  public init(vertices: [Vector3]) { self.init(.vertex, 3, GeometrySource.flat(vertices)) }

  /// Creates normals of any length.
  public init(normals: [Vector3]) { self.init(.normal, 3, GeometrySource.flat(normals)) }

  /// Creates colors, which multiply the diffuse slot of the material.
  public init(colors: [Color]) {
    self.init(.color, 4, colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
  }

  /// Creates texture coordinates; (0, 0) is the top left corner of a texture and (1, 1) the bottom
  /// right.
  public init(textureCoordinates: [Vector2]) {
    self.init(.texcoord, 2, textureCoordinates.flatMap { [$0.x, $0.y] })
  }

  /// Creates tangents along increasing u; `w` is the handedness, −1 or 1.
  ///
  /// `cross(normal, tangent) * w` points to the top of the texture.
  public init(tangents: [Vector4]) {
    self.init(.tangent, 4, tangents.flatMap { [$0.x, $0.y, $0.z, $0.w] })
  }

  /// Creates a source from an array in which several attributes may be interleaved.
  ///
  /// - Parameters:
  ///   - values: The array.
  ///   - semantic: The attribute; colors are sRGB.
  ///   - componentsPerVector: The number of components per vertex: 3 for positions and normals, 3
  ///     or 4 for colors, 2 for texture coordinates, 4 for tangents.
  ///   - vectorCount: The number of vertices; nil takes as many as fit.
  ///   - offset: The index of the first component.
  ///   - stride: The distance from one vertex to the next; nil if tightly packed.
  /// - Throws: ``GeometryProblem`` if the layout does not fit the array.
  public init(
    values: [Float], semantic: GeometrySemantic, componentsPerVector: Int, vectorCount: Int? = nil,
    offset: Int = 0, stride: Int? = nil
  ) throws(GeometryProblem) {
    let accepted = semantic.componentCounts
    guard accepted.contains(componentsPerVector) else {
      let counts = accepted.map(String.init).joined(separator: " or ")
      throw GeometryProblem(
        "a \(semantic.rawValue) source has \(componentsPerVector) components for each vertex; "
          + "\(counts) is accepted")
    }
    let step = stride ?? componentsPerVector
    guard step >= componentsPerVector, step <= 1 << 20, offset >= 0, offset <= values.count else {
      throw GeometryProblem(
        "a \(semantic.rawValue) source starts at \(offset) of \(values.count) numbers and takes "
          + "\(componentsPerVector) in every \(step); a start inside and a stride of at least the "
          + "components are accepted")
    }
    let available = values.count - offset
    let fits = available < componentsPerVector ? 0 : (available - componentsPerVector) / step + 1
    let count = vectorCount ?? fits
    guard count >= 0, count <= fits else {
      throw GeometryProblem(
        "a \(semantic.rawValue) source of \(count) vertices does not fit into \(values.count) "
          + "numbers; at most \(fits) do")
    }
    var taken: [Float] = []
    taken.reserveCapacity(count * componentsPerVector)
    for vertex in 0..<count {
      let start = offset + vertex * step
      taken.append(contentsOf: values[start..<(start + componentsPerVector)])
    }
    self.init(semantic, componentsPerVector, taken)
  }

  init(_ semantic: GeometrySemantic, _ componentsPerVector: Int, _ values: [Float]) {
    self.semantic = semantic
    self.componentsPerVector = componentsPerVector
    self.values = values
  }

  private static func flat(_ vectors: [Vector3]) -> [Float] {
    vectors.flatMap { [$0.x, $0.y, $0.z] }
  }
}

/// The attribute of a geometry source.
public enum GeometrySemantic: String, CaseIterable, Hashable, Sendable {
  /// Positions.
  case vertex
  /// Normals.
  case normal
  /// sRGB colors, which multiply the diffuse slot.
  case color
  /// Texture coordinates.
  case texcoord
  /// Tangents with handedness.
  case tangent

  /// The accepted numbers of components.
  var componentCounts: [Int] {
    switch self {
    case .vertex, .normal: [3]
    case .color: [3, 4]
    case .texcoord: [2]
    case .tangent: [4]
    }
  }
}

/// The reason why a geometry cannot be created.
public struct GeometryProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the accepted values, without capital letter or period.
  public let problem: String

  /// Creates an error.
  init(_ problem: String) { self.problem = problem }

  /// The message.
  public var description: String { problem }
}

// MARK: Values

extension GeometrySource {
  /// The values as vectors of three components.
  var vectors3: [Vector3] {
    stride(from: 0, to: values.count - 2, by: componentsPerVector).map {
      Vector3(values[$0], values[$0 + 1], values[$0 + 2])
    }
  }
  /// The values as vectors of two components.
  var vectors2: [Vector2] {
    stride(from: 0, to: values.count - 1, by: componentsPerVector).map {
      Vector2(values[$0], values[$0 + 1])
    }
  }
  /// The values as vectors of four components; a missing fourth is one.
  var vectors4: [Vector4] {
    stride(from: 0, to: values.count - 2, by: componentsPerVector).map {
      Vector4(
        values[$0], values[$0 + 1], values[$0 + 2], componentsPerVector > 3 ? values[$0 + 3] : 1)
    }
  }
}
