import CaromMaths
public import CaromProperties

/// A part of a custom mesh that is drawn with one material: indices and their primitive type.
public struct GeometryElement: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A part of a mesh that is drawn with one material"

  /// The primitive type of the indices.
  public var primitiveType = GeometryPrimitiveType.triangles
  /// The vertex indices; front faces are counterclockwise.
  public var indices: [Int32] = []
  /// The number of corners of each polygon, 3 to 256; empty for a single polygon.
  public var polygonSizes: [Int32] = []
  /// The width and height of points, in meters.
  public var pointSize: Float = 1
  /// The minimum radius of points in the image, in overlay units.
  public var minimumPointScreenSpaceRadius: Float = 1
  /// The maximum radius of points in the image, in overlay units.
  public var maximumPointScreenSpaceRadius: Float = 1

  /// Creates an empty element.
  public init() {}

  /// Creates an element from vertex indices; triangles by default.
  public init(indices: [Int32], primitiveType: GeometryPrimitiveType = .triangles) {
    self.indices = indices
    self.primitiveType = primitiveType
  }

  /// Creates an element from polygons, which need not be convex, given by their vertex indices.
  public init(polygons: [[Int32]]) {
    primitiveType = .polygon
    indices = polygons.flatMap(\.self)
    polygonSizes = polygons.map { Int32(clamping: $0.count) }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("primitiveType", \.primitiveType, "Primitive type of the indices")
    p.property(
      "indices", \.indices, "Vertex indices; front faces are counterclockwise", .none, 0...1e9)
    p.property(
      "polygonSizes", \.polygonSizes, "Corners of each polygon; empty for a single polygon", .none,
      3...256)
    p.property("pointSize", \.pointSize, "Width and height of points", .meters, 0...1e6)
    p.property(
      "minimumPointScreenSpaceRadius", \.minimumPointScreenSpaceRadius,
      "Minimum radius of points in the image", .pixels, 0...1e6)
    p.property(
      "maximumPointScreenSpaceRadius", \.maximumPointScreenSpaceRadius,
      "Maximum radius of points in the image", .pixels, 0...1e6)
  }

  /// The number of triangles, lines, points or polygons.
  public var primitiveCount: Int {
    switch primitiveType {
    case .triangles: indices.count / 3
    case .triangleStrip: max(0, indices.count - 2)
    case .line: indices.count / 2
    case .point: indices.count
    case .polygon: polygonSizes.isEmpty ? min(indices.count, 1) : polygonSizes.count
    }
  }

  /// Returns the reason why the element is invalid for a number of vertices, or nil.
  func problem(vertexCount: Int) -> String? {
    let count = indices.count
    switch primitiveType {
    case .triangles where count % 3 != 0:
      return "has \(count) indices, which is not a multiple of 3"
    case .line where count % 2 != 0: return "has \(count) indices, which is not a multiple of 2"
    case .triangleStrip where count == 1 || count == 2:
      return "is a strip of \(count) indices; none or at least 3 are accepted"
    case .polygon:
      let sizes = resolvedPolygonSizes
      if let bad = sizes.first(where: { $0 < 3 || $0 > 256 }) {
        return "has a polygon of \(bad) corners; 3…256 are accepted"
      }
      let sum = sizes.reduce(0, +)
      if sum != count { return "has \(count) indices for polygons of \(sum) corners together" }
    case .triangles, .line, .triangleStrip, .point: break
    }
    if primitiveType != .polygon, !polygonSizes.isEmpty {
      return "has polygonSizes, but is not of the type polygon"
    }
    if let bad = indices.first(where: { $0 < 0 || Int($0) >= vertexCount }) {
      return "has the index \(bad), but there are \(vertexCount) positions"
    }
    return nil
  }

  private var resolvedPolygonSizes: [Int] {
    polygonSizes.isEmpty ? (indices.isEmpty ? [] : [indices.count]) : polygonSizes.map(Int.init)
  }
}

/// The primitive type of an element.
public enum GeometryPrimitiveType: String, EnumName, Sendable {
  /// A triangle for every three indices.
  case triangles
  /// A triangle strip: a triangle for each index and the two before it, with alternating winding.
  case triangleStrip
  /// A line for every two indices.
  case line
  /// A point for each index.
  case point
  /// Planar or nearly planar polygons.
  case polygon
}

// MARK: Mesh elements

extension GeometryElement {
  /// Returns the mesh element for these positions; all indices must be valid.
  func meshElement(_ positions: [Vector3]) -> MeshElement {
    let numbers = indices.map { UInt32($0) }
    switch primitiveType {
    case .triangles: return MeshElement(indices: numbers)
    case .line: return MeshElement(indices: [], lines: numbers)
    case .point: return MeshElement(indices: [], points: numbers)
    case .triangleStrip:
      var triangles: [UInt32] = []
      for i in 0..<primitiveCount {
        let (a, b, c) = (numbers[i], numbers[i + 1], numbers[i + 2])
        // Degenerate triangles join strips and are skipped.
        guard a != b, b != c, c != a else { continue }
        triangles.append(contentsOf: i % 2 == 0 ? [a, b, c] : [b, a, c])
      }
      return MeshElement(indices: triangles)
    case .polygon:
      var triangles: [UInt32] = []
      var start = 0
      for size in resolvedPolygonSizes {
        let corners = numbers[start..<(start + size)]
        let polygon = corners.map { positions[Int($0)] }
        for index in triangulated(polygon) { triangles.append(numbers[start + index]) }
        start += size
      }
      return MeshElement(indices: triangles)
    }
  }
}
