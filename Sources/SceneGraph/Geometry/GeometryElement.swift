import CaromMaths
public import CaromProperties

/// A part of a custom mesh drawn with one material: which vertices make its triangles.
public struct GeometryElement: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A part of a mesh drawn with one material"

  /// What the vertex numbers make.
  public var primitiveType = GeometryPrimitiveType.triangles
  /// Vertex numbers; surfaces run counterclockwise seen from outside.
  public var indices: [Int32] = []
  /// How many corners each polygon has, 3 to 256; empty makes one polygon of all the indices.
  public var polygonSizes: [Int32] = []
  /// The size of points, in metres: the side of a square.
  public var pointSize: Float = 1
  /// The least radius of points on the picture, in units of the overlay.
  public var minimumPointScreenSpaceRadius: Float = 1
  /// The greatest radius of points on the picture, in units of the overlay.
  public var maximumPointScreenSpaceRadius: Float = 1

  /// Makes an empty element.
  public init() {}

  /// Makes an element from vertex numbers; without a type, three for each triangle.
  public init(indices: [Int32], primitiveType: GeometryPrimitiveType = .triangles) {
    self.indices = indices
    self.primitiveType = primitiveType
  }

  /// Makes an element of polygons, which need not be convex, each given by its vertex numbers.
  public init(polygons: [[Int32]]) {
    primitiveType = .polygon
    indices = polygons.flatMap(\.self)
    polygonSizes = polygons.map { Int32(clamping: $0.count) }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("primitiveType", \.primitiveType, "What the vertex numbers make")
    p.property(
      "indices", \.indices, "Vertex numbers, counterclockwise from outside", .none, 0...1e9)
    p.property(
      "polygonSizes", \.polygonSizes, "Corners of each polygon; none makes one of all", .none,
      3...256)
    p.property("pointSize", \.pointSize, "Size of points", .metres, 0...1e6)
    p.property(
      "minimumPointScreenSpaceRadius", \.minimumPointScreenSpaceRadius,
      "Least radius of points on the picture", .pixels, 0...1e6)
    p.property(
      "maximumPointScreenSpaceRadius", \.maximumPointScreenSpaceRadius,
      "Greatest radius of points on the picture", .pixels, 0...1e6)
  }

  /// How many triangles, lines, points or polygons it has.
  public var primitiveCount: Int {
    switch primitiveType {
    case .triangles: indices.count / 3
    case .triangleStrip: max(0, indices.count - 2)
    case .line: indices.count / 2
    case .point: indices.count
    case .polygon: polygonSizes.isEmpty ? min(indices.count, 1) : polygonSizes.count
    }
  }

  /// What is wrong with the numbers when there are so many vertices, or nil.
  func problem(vertexCount: Int) -> String? {
    let count = indices.count
    switch primitiveType {
    case .triangles where count % 3 != 0:
      return "has \(count) indices, which is not a multiple of 3"
    case .line where count % 2 != 0: return "has \(count) indices, which is not a multiple of 2"
    case .triangleStrip where count == 1 || count == 2:
      return "is a strip of \(count) indices; none or at least 3 are accepted"
    case .polygon:
      let sizes = sizesOfPolygons
      if let bad = sizes.first(where: { $0 < 3 || $0 > 256 }) {
        return "has a polygon of \(bad) corners; 3…256 are accepted"
      }
      let sum = sizes.reduce(0, +)
      if sum != count { return "has \(count) indices for polygons of \(sum) corners together" }
    default: break
    }
    if primitiveType != .polygon, !polygonSizes.isEmpty {
      return "has polygonSizes, but is not of the type polygon"
    }
    if let bad = indices.first(where: { $0 < 0 || Int($0) >= vertexCount }) {
      return "has the index \(bad), but there are \(vertexCount) positions"
    }
    return nil
  }

  private var sizesOfPolygons: [Int] {
    polygonSizes.isEmpty ? (indices.isEmpty ? [] : [indices.count]) : polygonSizes.map(Int.init)
  }
}

/// What the vertex numbers of an element make.
public enum GeometryPrimitiveType: String, EnumName, Sendable {
  /// A triangle of every three.
  case triangles
  /// A triangle of each and the two before it; every other one turns the other way.
  case triangleStrip
  /// A line of every two.
  case line
  /// A point of each.
  case point
  /// Polygons, flat or nearly so.
  case polygon
}

// MARK: Ready to draw

extension GeometryElement {
  /// The triangles, lines or points of a mesh at these positions; every index is known to be good.
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
        // Strips are joined by triangles without an area.
        guard a != b, b != c, c != a else { continue }
        triangles.append(contentsOf: i % 2 == 0 ? [a, b, c] : [b, a, c])
      }
      return MeshElement(indices: triangles)
    case .polygon:
      var triangles: [UInt32] = []
      var start = 0
      for size in sizesOfPolygons {
        let corners = numbers[start..<(start + size)]
        let places = corners.map { positions[Int($0)] }
        for index in triangulated(places) { triangles.append(numbers[start + index]) }
        start += size
      }
      return MeshElement(indices: triangles)
    }
  }
}
