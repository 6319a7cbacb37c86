import CaromMaths

extension Node {
  /// Returns a single node with the geometry of this node and its descendants merged into one.
  ///
  /// The merged geometry has one element per material; materials stay shared. The node keeps its
  /// name, transform and appearance. As in SceneKit, everything else is dropped: the descendants'
  /// names, lights, cameras, bodies, constraints and actions. Hidden descendants are left out, and
  /// the opacity and rendering order of descendants are ignored. Use it for static scenery with
  /// many parts. The result belongs to no scene.
  public func flattenedClone() -> Node {
    let node = Node(name: name)
    node.storage = storage.transformAndAppearance
    var merger = GeometryMerger()
    collect(into: &merger, .identity)
    node.storage.geometry = merger.geometry
    return node
  }

  private func collect(into merger: inout GeometryMerger, _ placement: Matrix4) {
    if let geometry = storage.geometry { merger.add(geometry, placement) }
    for child in childNodes where !child.storage.isHidden {
      child.collect(into: &merger, placement * child.storage.transform)
    }
  }
}

/// Merges geometries into one mesh with an element for each material.
private struct GeometryMerger {
  private var mesh = CustomMesh()
  private var materials: [Material] = []
  /// Vertex indices by material, for each primitive type.
  private var triangles: [[Int32]] = []
  private var lines: [[Int32]] = []
  private var points: [[Int32]] = []
  /// The material of geometries without one.
  private let white = Material()

  /// Adds a geometry, transformed by `placement`.
  mutating func add(_ geometry: Geometry, _ placement: Matrix4) {
    let source = geometry.mesh
    let first = Int32(mesh.positions.count)
    mesh.positions += source.positions.map { placement.apply(point: $0) }
    let linear = placement.linear
    // A singular transform flattens the surface; its normals are left untransformed.
    let turn = linear.determinant == 0 ? .identity : linear.inverse.transpose
    mesh.normals += source.normals.map { (turn * $0).normalized(or: $0) }
    mesh.texcoords += source.texcoords
    let count = mesh.positions.count
    Self.add(source.texcoords2, to: &mesh.texcoords2, else: .zero, from: first, count: count)
    Self.add(colors(of: geometry), to: &mesh.colors, else: .white, from: first, count: count)
    let isMirrored = linear.determinant < 0
    for (number, element) in source.elements.enumerated() {
      let slot = slot(of: geometry.material(ofElement: number) ?? white)
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let (a, b, c) = element.triangle(t)
        let corners = isMirrored ? [a, c, b] : [a, b, c]
        triangles[slot] += corners.map { first + Int32($0) }
      }
      lines[slot] += element.lines.map { first + Int32($0) }
      points[slot] += element.points.map { first + Int32($0) }
    }
  }

  /// Appends an optional attribute; vertices of geometries without it get the default value.
  private static func add<V>(
    _ new: [V], to values: inout [V], else plain: V, from first: Int32, count: Int
  ) {
    if new.isEmpty && values.isEmpty { return }
    values += Array(repeating: plain, count: Int(first) - values.count)
    values += new
    values += Array(repeating: plain, count: count - values.count)
  }

  /// The vertex colors of a custom mesh; empty for other geometries.
  private func colors(of geometry: Geometry) -> [Color] {
    guard case .mesh(let custom) = geometry.primitive, custom.problem == nil,
      !custom.colors.isEmpty
    else { return [] }
    return custom.colors + geometry.mesh.copiedVertices.map { custom.colors[Int($0)] }
  }

  private mutating func slot(of material: Material) -> Int {
    if let known = materials.firstIndex(where: { $0 === material }) { return known }
    materials.append(material)
    triangles.append([])
    lines.append([])
    points.append([])
    return materials.count - 1
  }

  /// The merged geometry; nil if nothing was added.
  var geometry: Geometry? {
    guard !mesh.positions.isEmpty else { return nil }
    var merged = mesh
    var used: [Material] = []
    for (slot, material) in materials.enumerated() {
      for (list, type) in [
        (triangles[slot], GeometryPrimitiveType.triangles), (lines[slot], .line),
        (points[slot], .point),
      ] where !list.isEmpty {
        merged.elements.append(GeometryElement(indices: list, primitiveType: type))
        used.append(material)
      }
    }
    return Geometry(.mesh(merged), materials: used)
  }
}
