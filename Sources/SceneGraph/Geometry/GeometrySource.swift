public import CaromMaths
import CaromProperties

/// One attribute of all vertices of a custom mesh, such as their places or their normals.
///
/// A geometry is made of several: `Geometry(sources:elements:)`. The texture coordinates of the first
/// such source are mapping channel 0, those of the second channel 1.
public struct GeometrySource: Hashable, Sendable {
  /// What the numbers are.
  public let semantic: GeometrySemantic
  /// How many numbers a vertex has.
  public let componentsPerVector: Int
  /// The numbers, vertex by vertex.
  public let values: [Float]

  /// How many vertices it has values for.
  public var vectorCount: Int { values.count / componentsPerVector }

  /// Makes places of vertices, in metres.
  public init(vertices: [Vector3]) { self.init(.vertex, 3, GeometrySource.flat(vertices)) }

  /// Makes directions away from the surface; their length does not count.
  public init(normals: [Vector3]) { self.init(.normal, 3, GeometrySource.flat(normals)) }

  /// Makes colours that multiply the diffuse slot of the material.
  public init(colors: [Color]) {
    self.init(.color, 4, colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
  }

  /// Makes places on the picture: (0, 0) is its top left corner and (1, 1) its bottom right.
  public init(textureCoordinates: [Vector2]) {
    self.init(.texcoord, 2, textureCoordinates.flatMap { [$0.x, $0.y] })
  }

  /// Makes directions of growing u; `w`, −1 or 1, says where the third axis points.
  ///
  /// `cross(normal, tangent) * w` points to the top of the picture.
  public init(tangents: [Vector4]) {
    self.init(.tangent, 4, tangents.flatMap { [$0.x, $0.y, $0.z, $0.w] })
  }

  /// Takes one attribute out of numbers in which several may be interleaved.
  ///
  /// - Parameters:
  ///   - values: The numbers.
  ///   - semantic: What they are; colours are sRGB, as everywhere.
  ///   - componentsPerVector: How many belong to a vertex: 3 for places and normals, 3 or 4 for
  ///     colours, 2 for texture coordinates, 4 for tangents.
  ///   - vectorCount: How many vertices there are; nil takes as many as fit.
  ///   - offset: The position of the first number.
  ///   - stride: From one vertex to the next; nil when they follow each other.
  /// - Throws: what is wrong with the numbers.
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
    let room = values.count - offset
    let fits = room < componentsPerVector ? 0 : (room - componentsPerVector) / step + 1
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

/// What the numbers of a source are.
public enum GeometrySemantic: String, CaseIterable, Hashable, Sendable {
  /// Places.
  case vertex
  /// Directions away from the surface.
  case normal
  /// Colours, sRGB, that multiply the diffuse slot.
  case color
  /// Places on a picture.
  case texcoord
  /// Directions of growing u, with the sign of the third axis.
  case tangent

  /// How many numbers a vertex may have.
  var componentCounts: [Int] {
    switch self {
    case .vertex, .normal: [3]
    case .color: [3, 4]
    case .texcoord: [2]
    case .tangent: [4]
    }
  }
}

/// Why a geometry cannot be made.
public struct GeometryProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without capital letter or full stop: what is wrong; what is accepted.
  public let problem: String

  /// Makes an error from its sentence.
  init(_ problem: String) { self.problem = problem }

  /// The sentence.
  public var description: String { problem }
}

// MARK: What a source holds

extension GeometrySource {
  /// Vectors of three components.
  var vectors3: [Vector3] {
    stride(from: 0, to: values.count - 2, by: componentsPerVector).map {
      Vector3(values[$0], values[$0 + 1], values[$0 + 2])
    }
  }
  /// Vectors of two components.
  var vectors2: [Vector2] {
    stride(from: 0, to: values.count - 1, by: componentsPerVector).map {
      Vector2(values[$0], values[$0 + 1])
    }
  }
  /// Vectors of three components and a fourth, which is one where there are only three.
  var vectors4: [Vector4] {
    stride(from: 0, to: values.count - 2, by: componentsPerVector).map {
      Vector4(
        values[$0], values[$0 + 1], values[$0 + 2], componentsPerVector > 3 ? values[$0 + 3] : 1)
    }
  }
}
