public import CaromMaths
public import CaromProperties

/// Outlines in the XY plane, extruded along Z with half of the depth on either side.
///
/// An outline inside another is a hole, and one inside a hole is solid again (even-odd rule),
/// independent of the winding. Three elements: front (+Z), back, sides. SceneKit's chamfer is not
/// supported.
public struct ExtrudedShape: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Outlines extruded along Z"

  /// Closed outlines of at least three points each, in meters; edges must not cross.
  public var paths: [[Vector2]] = []
  /// The size along Z, in meters; the mesh is empty if it is not positive.
  public var extrusionDepth: Float = 1

  /// Creates a shape without outlines.
  public init() {}

  /// Creates a shape from outlines and a depth, in meters.
  public init(paths: [[Vector2]], extrusionDepth: Float = 1) {
    self.paths = paths
    self.extrusionDepth = extrusionDepth
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "paths", \.outlines,
      "Closed outlines of points and arcs; an outline inside another is a hole", .meters)
    p.property("extrusionDepth", \.extrusionDepth, "Size along Z", .meters, 0...1e6)
  }

  /// The outlines for files, which can contain arcs.
  private var outlines: [OutlinePoints] {
    get { paths.map(OutlinePoints.init) }
    set { paths = newValue.map(\.points) }
  }

  /// The first invalid property of the outlines, or nil.
  public var problem: String? {
    if let i = paths.firstIndex(where: { $0.count < 3 }) {
      return "outline \(i) has \(paths[i].count) points; at least 3 are accepted"
    }
    let count = paths.reduce(0) { $0 + $1.count }
    return count > 512
      ? "the outlines have \(count) points together; at most 512 are accepted" : nil
  }
}

extension ExtrudedShape: MeshGenerator {
  var bounds: AABB {
    var box = AABB.empty
    for p in paths.joined() { box = box.union(Vector3(p.x, p.y, extrusionDepth * -0.5)) }
    if box.isEmpty { return AABB(min: .zero, max: .zero) }
    return box.union(Vector3(box.min.x, box.min.y, extrusionDepth * 0.5))
  }

  func makeMesh() -> Mesh {
    guard extrusionDepth > 0, problem == nil else { return .empty }
    let outlines = Outline.sorted(paths)
    let (box, z) = (bounds, extrusionDepth * 0.5)
    let size = box.size.maximum(Vector3(repeating: 1e-6))
    let faces = outlines.filter { !$0.isHole }.map { $0.joined(with: outlines) }
    var builder = MeshBuilder()
    for isFront in [true, false] {
      builder.element()
      for face in faces {
        let corners = face.map { p in
          let u = (isFront ? p.x - box.min.x : box.max.x - p.x) / size.x
          return builder.vertex(
            Vector3(p.x, p.y, isFront ? z : -z), isFront ? .unitZ : -.unitZ,
            Vector2(u, (box.max.y - p.y) / size.y))
        }
        let indices = triangulated(face)
        for t in stride(from: 0, to: indices.count, by: 3) {
          let (a, b, c) = (corners[indices[t]], corners[indices[t + 1]], corners[indices[t + 2]])
          if isFront { builder.triangle(a, b, c) } else { builder.triangle(a, c, b) }
        }
      }
    }
    builder.element()
    for outline in outlines {
      let points = outline.points
      let lengths = points.indices.map { (points[($0 + 1) % points.count] - points[$0]).length }
      let whole = lengths.reduce(0, +)
      var done: Float = 0
      for (i, a) in points.enumerated() {
        let b = points[(i + 1) % points.count]
        let (from, to) = (done / whole, min((done + lengths[i]) / whole, 1))
        done += lengths[i]
        let normal = Vector3(b.y - a.y, a.x - b.x, 0).normalized(or: .unitX)
        builder.grid(columns: 1, rows: 1) { column, row in
          let p = column == 0 ? a : b
          return (
            Vector3(p.x, p.y, row == 0 ? z : -z), normal,
            Vector2(column == 0 ? from : to, Float(row))
          )
        }
      }
    }
    return builder.mesh()
  }
}

/// An outline with its nesting depth; solids are counterclockwise, holes clockwise.
private struct Outline {
  var points: [Vector2]
  var depth: Int
  /// The index of the innermost enclosing outline.
  var parent: Int?
  let number: Int
  var isHole: Bool { depth % 2 == 1 }

  static func sorted(_ paths: [[Vector2]]) -> [Outline] {
    paths.indices.map { i in
      let around = paths.indices.filter { $0 != i && contains(paths[$0], paths[i][0]) }
      func depth(_ k: Int) -> Int {
        paths.indices.filter { $0 != k && contains(paths[$0], paths[k][0]) }.count
      }
      let own = around.count
      let parent = around.first { depth($0) == own - 1 }
      let area = paths[i].indices.reduce(Float(0)) { sum, k in
        let (p, q) = (paths[i][k], paths[i][(k + 1) % paths[i].count])
        return sum + p.x * q.y - q.x * p.y
      }
      let runsRight = (area < 0) == (own % 2 == 1)
      return Outline(
        points: runsRight ? paths[i] : paths[i].reversed(), depth: own, parent: parent, number: i)
    }
  }

  /// Returns whether a point is inside, by counting the edges to its right.
  private static func contains(_ path: [Vector2], _ p: Vector2) -> Bool {
    var isInside = false
    for (i, a) in path.enumerated() {
      let b = path[(i + 1) % path.count]
      if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
        isInside.toggle()
      }
    }
    return isInside
  }

  /// Returns a single outline that joins this outline and its holes with bridge edges.
  ///
  /// - Source: D. Eberly, "Triangulation by Ear Clipping", 2002, sections 3 and 5.
  func joined(with all: [Outline]) -> [Vector2] {
    func rightmost(_ hole: Outline) -> Vector2 {
      hole.points.reduce(hole.points[0]) { $1.x > $0.x ? $1 : $0 }
    }
    let holes = all.filter { $0.isHole && $0.parent == number }
      .sorted { rightmost($0).x > rightmost($1).x }
    return holes.reduce(points) { whole, hole in
      let start = hole.points.firstIndex(of: rightmost(hole)) ?? 0
      let ring = Array(hole.points[start...] + hole.points[..<start])
      guard let at = Outline.visible(whole, from: ring[0]) else { return whole }
      return Array(whole[...at]) + ring + [ring[0]] + Array(whole[at...])
    }
  }

  /// Returns the index of a corner that is visible from an inside point, to its right.
  private static func visible(_ path: [Vector2], from m: Vector2) -> Int? {
    var nearest: (x: Float, corner: Int)?
    for (i, a) in path.enumerated() {
      let j = (i + 1) % path.count
      let b = path[j]
      guard (a.y > m.y) != (b.y > m.y) else { continue }
      let x = a.x + (b.x - a.x) * ((m.y - a.y) / (b.y - a.y))
      if x >= m.x, x < nearest?.x ?? .infinity { nearest = (x, a.x > b.x ? i : j) }
    }
    guard let nearest else { return nil }
    // A reflex corner inside the triangle occludes the candidate; the one with the flattest slope
    // is visible.
    let (hit, far) = (Vector2(nearest.x, m.y), path[nearest.corner])
    func cross(_ a: Vector2, _ b: Vector2, _ p: Vector2) -> Float {
      (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
    var best = (corner: nearest.corner, slope: Float.infinity)
    for (i, p) in path.enumerated() where p.x >= m.x && p != far && p != m {
      let sides = [cross(m, hit, p), cross(hit, far, p), cross(far, m, p)]
      guard sides.allSatisfy({ $0 >= 0 }) || sides.allSatisfy({ $0 <= 0 }) else { continue }
      let slope = abs(p.y - m.y) / max(p.x - m.x, 1e-12)
      if slope < best.slope { best = (i, slope) }
    }
    return best.corner
  }
}
