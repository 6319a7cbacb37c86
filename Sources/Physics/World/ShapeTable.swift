import CaromCollision
import CaromMaths
import CaromProperties

/// Writes and reads leaf shapes, each as its kind and twelve bytes.
///
/// A hull's content follows at its first mention; later shapes with the same data give its number only,
/// and share it again after reading. Which shapes share is part of what is saved.
struct ShapeTable {
  /// Looked up and never walked, so its order does not matter.
  private var numbers: [ObjectIdentifier: UInt32] = [:]
  private var hulls: [ConvexHullShape] = []

  /// Appends a leaf shape.
  mutating func save(_ shape: Shape, _ sink: inout StateSink) {
    switch shape {
    case .sphere(let s): Self.put(1, Vector3(s.radius, 0, 0), &sink)
    case .box(let s): Self.put(2, s.halfExtents, &sink)
    case .capsule(let s): Self.put(3, Vector3(s.radius, s.halfLength, 0), &sink)
    case .cylinder(let s): Self.put(4, Vector3(s.radius, s.halfHeight, 0), &sink)
    case .plane: Self.put(5, .zero, &sink)
    case .cone(let s): Self.put(6, Vector3(s.topRadius, s.bottomRadius, s.halfHeight), &sink)
    case .pyramid(let s): Self.put(7, Vector3(s.width, s.height, s.length), &sink)
    case .hull(let s): save(s, &sink)
    case .compound: preconditionFailure("Colliders have leaf shapes")
    }
  }

  private static func put(_ kind: UInt32, _ v: Vector3, _ sink: inout StateSink) {
    sink.put(kind)
    sink.put(v)
  }

  private mutating func save(_ hull: ConvexHullShape, _ sink: inout StateSink) {
    let known = numbers[hull.identity]
    let number = known ?? UInt32(numbers.count)
    sink.put(8 as UInt32)
    sink.put(number)
    sink.put(0 as UInt64)
    if known != nil { return }
    numbers[hull.identity] = number
    sink.put(count: hull.vertices.count)
    for v in hull.vertices { sink.put(v) }
    sink.put(count: hull.faces.count)
    for face in hull.faces { sink.put(face.map { UInt16(truncatingIfNeeded: $0) }) }
  }

  /// Reads a leaf shape; one that is wrong is rejected and a plane instead.
  mutating func load(_ source: inout StateSource) -> Shape {
    let kind = source.get(UInt32.self)
    if kind == 8 { return loadHull(&source) }
    let v = source.getVector()
    let shape: Shape
    switch kind {
    case 1: shape = .sphere(SphereShape(radius: v.x))
    case 2: shape = .box(BoxShape(halfExtents: v))
    case 3: shape = .capsule(CapsuleShape(radius: v.x, halfLength: v.y))
    case 4: shape = .cylinder(CylinderShape(radius: v.x, halfHeight: v.y))
    case 5: shape = .plane(PlaneShape())
    case 6: shape = .cone(ConeShape(topRadius: v.x, bottomRadius: v.y, halfHeight: v.z))
    case 7: shape = .pyramid(PyramidShape(width: v.x, height: v.y, length: v.z))
    default:
      shape = .plane(PlaneShape())
      source.reject("a shape of kind \(kind); kinds go from 1 to 8")
    }
    if let problem = shape.problem { source.reject(problem) }
    return shape
  }

  private mutating func loadHull(_ source: inout StateSource) -> Shape {
    let number = Int(source.get(UInt32.self))
    _ = source.get(UInt64.self)
    if number < hulls.count { return .hull(hulls[number]) }
    if number != hulls.count { source.reject("hull \(number) is mentioned before its content") }
    let vertices = (0..<source.getCount(of: 12)).map { _ in source.getVector() }
    let faces = (0..<source.getCount(of: 4)).map { _ in
      source.getArray(of: UInt16.self).map { Int($0) }
    }
    do throws(ShapeError) {
      let hull = try ConvexHullShape(vertices: vertices, faces: faces)
      hulls.append(hull)
      return .hull(hull)
    } catch {
      source.reject(error.problem)
      return .plane(PlaneShape())
    }
  }
}
