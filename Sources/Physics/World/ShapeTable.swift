import CaromCollision
import CaromMaths
import CaromProperties

/// Serializes leaf shapes, each as its kind and twelve bytes.
///
/// The data of a hull, mesh or height field follow its first occurrence; further shapes with the
/// same data store only its number, and share the data after loading. Sharing is part of the saved
/// state.
struct ShapeTable {
  /// Used for lookups only, so that its order has no effect.
  private var numbers: [ObjectIdentifier: UInt32] = [:]
  private var shared: [Shape] = []
  /// The meshes of the world before loading, which are reused instead of rebuilt.
  private var reusable: [Shape]

  /// Creates a table for saving, or for loading into a world whose current shapes are `reusable`.
  init(reusable: [Shape] = []) { self.reusable = reusable.filter(\.isSurface) }

  /// Appends a leaf shape.
  mutating func save(_ shape: Shape, _ sink: inout StateSink) {
    if let (code, values) = shape.stateParameters {
      sink.put(code)
      for value in values { sink.put(value) }
      return
    }
    if case .hull(let s) = shape { return save(s, &sink) }
    if case .mesh(let s) = shape { return save(s, &sink) }
    if case .heightField(let s) = shape { return save(s, &sink) }
    preconditionFailure("Colliders have leaf shapes")
  }

  private mutating func save(_ hull: ConvexHullShape, _ sink: inout StateSink) {
    guard reference(8, hull.identity, &sink) else { return }
    sink.put(count: hull.vertices.count)
    for v in hull.vertices { sink.put(v) }
    sink.put(count: hull.faces.count)
    for face in hull.faces { sink.put(face.map { UInt16(truncatingIfNeeded: $0) }) }
  }

  /// Writes the kind and number of a shape with shared data; returns false if its data have been
  /// written.
  private mutating func reference(
    _ kind: UInt32, _ identity: ObjectIdentifier, _ sink: inout StateSink
  ) -> Bool {
    let known = numbers[identity]
    let number = known ?? UInt32(numbers.count)
    sink.put(kind)
    sink.put(number)
    sink.put(0 as UInt64)
    numbers[identity] = number
    return known == nil
  }

  private mutating func save(_ mesh: MeshShape, _ sink: inout StateSink) {
    guard reference(9, mesh.identity, &sink) else { return }
    sink.put(count: mesh.vertices.count * 3)
    mesh.vertices.withUnsafeBytes { sink.put(bytes: $0) }
    sink.put(mesh.indices)
  }

  private mutating func save(_ field: HeightFieldShape, _ sink: inout StateSink) {
    guard reference(10, field.identity, &sink) else { return }
    sink.put(UInt32(field.columns))
    sink.put(field.spacing.x)
    sink.put(field.spacing.z)
    sink.put(field.heights)
  }

  /// Reads a leaf shape; an invalid shape fails the source and is replaced by a plane.
  mutating func load(_ source: inout StateSource) -> Shape {
    let kind = source.get(UInt32.self)
    if (8...10).contains(kind) { return loadShared(kind, &source) }
    let count = Shape.stateParameterCount(of: kind) ?? 0
    let values = (0..<count).map { _ in source.get(Float.self) }
    guard let shape = Shape(stateCode: kind, parameters: values) else {
      source.reject("a shape of the unknown kind \(kind)")
      return .plane(PlaneShape())
    }
    if let problem = shape.problem { source.reject(problem) }
    return shape
  }

  /// Reads a shape with shared data, which follow its first occurrence.
  private mutating func loadShared(_ kind: UInt32, _ source: inout StateSource) -> Shape {
    let number = Int(source.get(UInt32.self))
    _ = source.get(UInt64.self)
    if number < shared.count { return shared[number] }
    if number != shared.count { source.reject("shape \(number) is referenced before its data") }
    do throws(ShapeError) {
      let shape: Shape
      switch kind {
      case 8: shape = .hull(try loadHull(&source))
      case 9: shape = .mesh(try loadMesh(&source))
      default: shape = .heightField(try loadField(&source))
      }
      shared.append(shape)
      return shape
    } catch {
      source.reject(error.problem)
      return .plane(PlaneShape())
    }
  }

  private func loadHull(_ source: inout StateSource) throws(ShapeError) -> ConvexHullShape {
    let vertices = (0..<source.getCount(of: 12)).map { _ in source.getVector() }
    let faces = (0..<source.getCount(of: 4)).map { _ in
      source.getArray(of: UInt16.self).map { Int($0) }
    }
    return try ConvexHullShape(vertices: vertices, faces: faces)
  }

  private mutating func loadMesh(_ source: inout StateSource) throws(ShapeError) -> MeshShape {
    let numbers = source.getArray(of: Float.self)
    let vertices = (0..<numbers.count / 3).map {
      Vector3(numbers[$0 * 3], numbers[$0 * 3 + 1], numbers[$0 * 3 + 2])
    }
    let indices = source.getArray(of: Int32.self)
    for case .mesh(let known) in reusable
    where known.indices == indices && known.vertices == vertices {
      // Each is reused once: two equal meshes must stay two, or the next save would write one.
      reusable.removeAll {
        if case .mesh(let other) = $0 { other.identity == known.identity } else { false }
      }
      return known
    }
    return try MeshShape(vertices: vertices, indices: indices)
  }

  private func loadField(_ source: inout StateSource) throws(ShapeError) -> HeightFieldShape {
    let columns = Int(source.get(UInt32.self))
    let (x, z) = (source.get(Float.self), source.get(Float.self))
    let heights = source.getArray(of: Float.self)
    return try HeightFieldShape(heights: heights, columns: columns, spacingX: x, spacingZ: z)
  }
}
