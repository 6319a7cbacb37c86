import CaromMaths

/// A part of a draw's vertices or triangles.
struct GeometryPiece: BitwiseCopyable {
  /// How many a piece has at most; whatever the number of threads, so that the order is the same.
  static let size = 2_048
  /// The place of the draw in the frame.
  var source: Int
  /// The number of the draw, in the order of drawing.
  var draw: Int
  /// The first vertex of the mesh, or the first of its indices.
  var first: Int
  var count: Int
  /// Where the vertices of the draw begin.
  var firstVertex: Int
  /// Where the triangles of the piece begin.
  var slot = 0
  /// How many triangles may be seen whole.
  var made = 0
  /// How many are left to be cut.
  var left = 0
}

/// Vertices and triangles of one frame, done piece by piece, in any order and by any thread.
struct GeometryWork: @unchecked Sendable {
  // Unchecked because of the pointers: each piece writes to a room of its own, and all else is only
  // read.

  let draws: [RenderFrame.Draw]
  let view: ViewTransform
  let vertices: UnsafeMutablePointer<RasterVertex>
  let screen: UnsafeMutablePointer<ScreenVertex>
  let triangles: UnsafeMutablePointer<RasterTriangle>
  let vertexPieces: UnsafeMutablePointer<GeometryPiece>
  let trianglePieces: UnsafeMutablePointer<GeometryPiece>
  /// True where nothing but depth is wanted: normals are not turned then.
  let isDepthOnly: Bool

  /// Places the vertices of a piece in the world and on the picture.
  func transform(_ number: Int) {
    let piece = vertexPieces[number]
    let mesh = draws[piece.source].mesh
    let m = draws[piece.source].transform
    let (mx, my, mz, mw) = (F4(m.x.xyz, 0), F4(m.y.xyz, 0), F4(m.z.xyz, 0), F4(m.w.xyz, 0))
    // The cofactors are the inverse transpose times the determinant, and need no division.
    let l = m.linear
    let flip: Float = l.determinant < 0 ? -1 : 1
    let nx = F4(l.y.cross(l.z) * flip, 0)
    let ny = F4(l.z.cross(l.x) * flip, 0)
    let nz = F4(l.x.cross(l.y) * flip, 0)
    let mirror = F4(1, 1, 1, flip)
    let out = vertices + piece.firstVertex
    let onScreen = screen + piece.firstVertex
    guard let source = mesh.vertices.baseAddress else { return }
    // Memory of no bytes has an address too.
    let colors = mesh.colors.isEmpty ? nil : mesh.colors.baseAddress
    let isBent = !isDepthOnly && draws[piece.source].surface.normal != nil
    let none = F4(repeating: 0)
    var i = piece.first
    let end = piece.first &+ piece.count
    while i < end {
      let p: F4 = source[i].place
      let n: F4 = source[i].normal
      var place: F4 = mx * F4(repeating: p.x) + my * F4(repeating: p.y)
      place = place + mz * F4(repeating: p.z) + mw
      let clip: F4 = view.clip(place)
      place.w = p.w
      var normal = n
      if !isDepthOnly {
        normal = nx * F4(repeating: n.x) + ny * F4(repeating: n.y)
        normal = unit(normal + nz * F4(repeating: n.z))
        normal.w = n.w
      }
      var tangent = none
      if isBent {
        let t: F4 = source[i].tangent
        tangent = mx * F4(repeating: t.x) + my * F4(repeating: t.y)
        tangent = unit(tangent + mz * F4(repeating: t.z))
        tangent.w = t.w
        tangent = tangent * mirror
      }
      let vertex = RasterVertex(
        place: place, normal: normal, tangent: tangent,
        color: colors.map { $0[i] } ?? F4(repeating: 1), clip: clip)
      (out + i).initialize(to: vertex)
      (onScreen + i).initialize(to: ScreenVertex(vertex, view))
      i = i &+ 1
    }
  }

  /// The direction of unit length; the fourth component is zero.
  @inline(__always) private func unit(_ v: F4) -> F4 {
    let s: F4 = v * v
    let square: Float = s.x + s.y + s.z
    return v * F4(repeating: 1 / (square + 1e-30).squareRoot())
  }

  /// Sets up the triangles of a piece; those that must be cut are left at the end of its room.
  func setUp(_ number: Int) {
    let piece = trianglePieces + number
    let mesh = draws[piece.pointee.source].mesh
    let context = TriangleContext(
      draws[piece.pointee.source], UInt32(piece.pointee.draw), view)
    let offset = UInt32(piece.pointee.firstVertex)
    let room = triangles + piece.pointee.slot
    let s = UnsafePointer(screen)
    var made = 0
    var last = piece.pointee.count
    var i = piece.pointee.first
    let end = i &+ piece.pointee.count &* 3
    guard let indices = mesh.indices.baseAddress else { return }
    while i < end {
      let a = indices[i] &+ offset
      let b = indices[i &+ 1] &+ offset
      let c = indices[i &+ 2] &+ offset
      i = i &+ 3
      let (oa, ob, oc) = (s[Int(a)].outside, s[Int(b)].outside, s[Int(c)].outside)
      if !oa.intersection(ob).intersection(oc).isDisjoint(with: .frustum) { continue }
      if oa.union(ob).union(oc).isDisjoint(with: .cut) {
        if let t = RasterTriangle(a, b, c, s, context) {
          (room + made).initialize(to: t)
          made = made &+ 1
        }
      } else {
        last = last &- 1
        (room + last).initialize(to: RasterTriangle(corners: a, b, c))
      }
    }
    piece.pointee.made = made
    piece.pointee.left = piece.pointee.count &- last
  }
}
