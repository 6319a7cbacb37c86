import CaromMaths

/// The cube of half side 1 as a polyhedron; boxes are scaled copies of it.
private enum UnitCube {
  static let storage: HullStorage = HullStorage(
    HullFaces(
      vertices: (0..<8).map {
        Vector3($0 & 1 == 0 ? -1 : 1, $0 & 2 == 0 ? -1 : 1, $0 & 4 == 0 ? -1 : 1)
      },
      loops: [
        [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6],
      ]))
}

/// Calls `body` with a box as a polyhedron, which is valid during the call.
@inline(__always)
func withPolyhedron<Result>(
  of box: BoxShape, _ body: (UnsafePointer<Polyhedron>) -> Result
) -> Result {
  let cube = UnitCube.storage.view
  // Eight points, six planes, and rows of 2, 2 and 3 blocks.
  return withUnsafeTemporaryAllocation(of: F4.self, capacity: 70) { scratch in
    guard let rows = scratch.baseAddress else { preconditionFailure("There is no scratch memory") }
    var p: Polyhedron = cube.pointee
    p.center = Vector3()
    p.innerRadius = box.halfExtents.least * 0.9999
    p.points = rows
    p.planes = rows + 8
    p.vertexRows = rows + 14
    p.faceRows = rows + 20
    p.edgeRows = rows + 28
    scaleRows(cube, p, box.halfExtents)
    return withUnsafePointer(to: p) { body($0) }
  }
}

/// Writes the rows of the cube scaled to half extents `h`; directions are copied.
private func scaleRows(_ cube: UnsafePointer<Polyhedron>, _ p: Polyhedron, _ h: Vector3) {
  let all = F4(h.x, h.y, h.z, 0)
  let (x, y, z) = (F4(repeating: h.x), F4(repeating: h.y), F4(repeating: h.z))
  let from: Polyhedron = cube.pointee
  var k: Int = 0
  while k < 8 {
    p.points[k] = from.points[k] * all
    k &+= 1
  }
  k = 0
  while k < 6 {
    let n: F4 = from.planes[k]
    // The plane's normal is along an axis, so its offset is that axis's half extent.
    let offset: F4 = n * n * all
    p.planes[k] = F4(n.x, n.y, n.z, offset.x + offset.y + offset.z)
    k &+= 1
  }
  k = 0
  while k < 2 {
    let (v, w) = (from.vertexRows + 3 &* k, p.vertexRows + 3 &* k)
    w[0] = v[0] * x
    w[1] = v[1] * y
    w[2] = v[2] * z
    let (f, g) = (from.faceRows + 4 &* k, p.faceRows + 4 &* k)
    g[0] = f[0]
    g[1] = f[1]
    g[2] = f[2]
    g[3] = f[0] * f[0] * x + f[1] * f[1] * y + f[2] * f[2] * z
    k &+= 1
  }
  k = 0
  while k < 3 {
    let e = from.edgeRows + Polyhedron.EdgeRow.count &* k
    let d = p.edgeRows + Polyhedron.EdgeRow.count &* k
    var row: Int = 0
    while row < Polyhedron.EdgeRow.tail {
      d[row] = e[row]
      row &+= 1
    }
    d[9] = e[9] * x
    d[10] = e[10] * y
    d[11] = e[11] * z
    let length: F4 = e[6] * e[6] * x + e[7] * e[7] * y + e[8] * e[8] * z
    d[12] = length + length
    d[13] = e[13]
    k &+= 1
  }
}
