// The size of the mesh of a geometry, computed without building it.
extension Geometry {
  /// The maximum number of cells in the mesh of a geometry in a file.
  static var maximumCellCount: Int { 1 << 20 }

  /// The approximate number of cells of the mesh; a cell is two triangles.
  package var cellCount: Int {
    func n(_ count: Int32, _ least: Int = 1) -> Int { clamped(count, atLeast: least) }
    switch primitive {
    case .plane(let p): return n(p.widthSegmentCount) * n(p.heightSegmentCount)
    case .box(let b):
      let bevel = b.chamferRadius > 0 ? n(b.chamferSegmentCount) : 0
      let (x, y) = (n(b.widthSegmentCount) + bevel, n(b.heightSegmentCount) + bevel)
      let z = n(b.lengthSegmentCount) + bevel
      return 2 * (x * y + y * z + x * z)
    case .sphere(let s): return n(s.segmentCount, 3) * n(s.segmentCount, 3)
    case .cylinder(let c): return n(c.radialSegmentCount, 3) * (n(c.heightSegmentCount) + 2)
    case .cone(let c): return n(c.radialSegmentCount, 3) * (n(c.heightSegmentCount) + 2)
    case .tube(let t): return n(t.radialSegmentCount, 3) * (2 * n(t.heightSegmentCount) + 2)
    case .capsule(let c):
      return n(c.radialSegmentCount, 3) * (2 * n(c.capSegmentCount, 2) + n(c.heightSegmentCount))
    case .torus(let t): return n(t.ringSegmentCount, 3) * n(t.pipeSegmentCount, 3)
    case .pyramid(let p):
      let (x, z) = (n(p.widthSegmentCount), n(p.lengthSegmentCount))
      return 2 * (x + z) * n(p.heightSegmentCount) + x * z
    // The file already contains the full size of these.
    case .floor, .mesh, .shape: return 1
    }
  }
}
