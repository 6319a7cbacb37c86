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

  /// Projects the vertices of a piece onto the picture.
  func project(_ number: Int) {
    let piece = vertexPieces[number]
    var i = piece.firstVertex &+ piece.first
    let end = i &+ piece.count
    while i < end {
      let place: F4 = vertices[i].place
      (screen + i).initialize(to: ScreenVertex(place, view.clip(place), view))
      i = i &+ 1
    }
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
