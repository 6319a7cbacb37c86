import CaromMaths

/// The vertices of what is drawn, placed in the world.
///
/// A frame's shadow maps, mirrors and picture share them, and what has not moved since the last frame
/// keeps them: how a draw looks from somewhere depends on its mesh and its transform alone. What is kept
/// never changes a pixel.
struct WorldStage {
  /// Rooms of draws, and after them what the present view cuts.
  private(set) var vertices = FlatBuffer<RasterVertex>()
  private var rooms: [Room] = []
  /// For each draw of this frame and of the last one its room; −1 for none.
  private var roomOfDraw: [Int32] = []
  private var before: [Int32] = []
  /// How far the draws of this frame lie behind those of the last one in their lists.
  private var shift = 0
  /// Where the rooms end.
  private var end = 0
  /// How many vertices the rooms of the last frame and of this one have.
  private var live = 0
  private var frame: UInt64 = 0
  private var waiting: [Int32] = []
  private var pieces = FlatBuffer<GeometryPiece>()

  /// Where the vertices of a mesh are.
  private struct Room {
    /// Kept, so that no other mesh gets its identity.
    var mesh: PreparedMesh
    var node: UInt64
    var transform: Matrix4
    var first: Int
    var isBent: Bool
    var isWaiting = true
    /// The last frame that used it.
    var frame: UInt64
  }

  func free() {
    vertices.free()
    pieces.free()
  }

  /// Begins a frame.
  mutating func begin(_ frame: RenderFrame) {
    self.frame += 1
    swap(&before, &roomOfDraw)
    roomOfDraw.removeAll(keepingCapacity: true)
    roomOfDraw.append(contentsOf: repeatElement(-1, count: frame.draws.count))
    shift = 0
    // What nothing uses any more is let go with all the rest, when it is as much as that.
    if end > 2 * live + 65_536 || rooms.count > 2 * before.count + 1_024 {
      rooms.removeAll()
      before.removeAll()
      end = 0
    }
    live = 0
    waiting.removeAll()
    vertices.truncate(to: end)
  }

  /// Begins a view: what the last one cut is forgotten.
  mutating func beginView() { vertices.truncate(to: end) }

  /// The number of the first vertex of a draw, which the next ``fill(_:_:)`` places if need be.
  ///
  /// Returns also the room's number, which draws of one mesh in one place may share.
  mutating func place(_ draw: RenderFrame.Draw, _ index: Int) -> (room: Int, first: Int) {
    let isBent = draw.surface.normal != nil
    var number = Int(roomOfDraw[index])
    if number < 0 {
      number = known(draw, index) ?? made(draw)
      roomOfDraw[index] = Int32(truncatingIfNeeded: number)
    }
    if isBent && !rooms[number].isBent {
      rooms[number].isBent = true
      wait(number)
    }
    return (number, rooms[number].first)
  }

  /// How many rooms there are.
  var roomCount: Int { rooms.count }

  /// The room of the same thing in the last frame, or that of the draw before where both are one mesh.
  private mutating func known(_ draw: RenderFrame.Draw, _ index: Int) -> Int? {
    if index > 0, roomOfDraw[index - 1] >= 0 {
      let number = Int(roomOfDraw[index - 1])
      let isSame =
        rooms[number].mesh === draw.mesh
        && rooms[number].transform.hasSameBits(as: draw.transform)
      if isSame { return number }
    }
    guard let number = candidate(draw, index) else { return nil }
    if rooms[number].frame != frame { live += draw.mesh.vertexCount }
    rooms[number].frame = frame
    if !rooms[number].transform.hasSameBits(as: draw.transform) {
      rooms[number].transform = draw.transform
      rooms[number].isBent = false
      wait(number)
    }
    return number
  }

  /// A room of the mesh and node from the draws of the last frame, unless it is in use elsewhere.
  private mutating func candidate(_ draw: RenderFrame.Draw, _ index: Int) -> Int? {
    // Draws come and go in the middle: a few further on the lists agree again.
    for step in 0..<32 {
      let place = index + shift + (step & 1 == 0 ? step / 2 : -(step + 1) / 2)
      guard before.indices.contains(place), before[place] >= 0 else { continue }
      let number = Int(before[place])
      guard rooms[number].mesh === draw.mesh, rooms[number].node == draw.node,
        rooms[number].frame != frame || rooms[number].transform.hasSameBits(as: draw.transform)
      else { continue }
      shift = place - index
      return number
    }
    return nil
  }

  private mutating func made(_ draw: RenderFrame.Draw) -> Int {
    let number = rooms.count
    rooms.append(
      Room(
        mesh: draw.mesh, node: draw.node, transform: draw.transform,
        first: vertices.extend(by: draw.mesh.vertexCount), isBent: false, isWaiting: false,
        frame: frame))
    end = vertices.count
    live += draw.mesh.vertexCount
    wait(number)
    return number
  }

  private mutating func wait(_ number: Int) {
    if rooms[number].isWaiting { return }
    rooms[number].isWaiting = true
    waiting.append(Int32(truncatingIfNeeded: number))
  }

  /// Places the vertices of the rooms that wait for it.
  mutating func fill(_ share: GeometryStage.Share) {
    if waiting.isEmpty { return }
    pieces.removeAll()
    for number in waiting {
      let room = rooms[Int(number)]
      rooms[Int(number)].isWaiting = false
      for start in stride(from: 0, to: room.mesh.vertexCount, by: GeometryPiece.size) {
        pieces.append(
          GeometryPiece(
            source: Int(number), draw: 0, first: start,
            count: min(GeometryPiece.size, room.mesh.vertexCount - start),
            firstVertex: room.first))
      }
    }
    waiting.removeAll(keepingCapacity: true)
    let work = PlacingWork(rooms: rooms, vertices: vertices.base, pieces: pieces.base)
    share(pieces.count) { work.run($0) }
  }

  /// Adds a corner that a cut makes; good until the next view begins.
  mutating func append(_ vertex: RasterVertex) { vertices.append(vertex) }

  /// Copies vertices to after the last; good until the next view begins.
  ///
  /// Returns the number of the first.
  mutating func copy(_ count: Int, from first: Int) -> Int {
    let start = vertices.extend(by: count)
    (vertices.base + start).initialize(from: vertices.base + first, count: count)
    return start
  }

  /// Vertices of one frame, placed piece by piece, in any order and by any thread.
  private struct PlacingWork: @unchecked Sendable {
    // Unchecked because of the pointers: each piece writes to a room of its own, and all else is only
    // read.

    let rooms: [Room]
    let vertices: UnsafeMutablePointer<RasterVertex>
    let pieces: UnsafeMutablePointer<GeometryPiece>

    /// Places the vertices of a piece.
    func run(_ number: Int) {
      let piece = pieces[number]
      let (mesh, m) = (rooms[piece.source].mesh, rooms[piece.source].transform)
      let isBent = rooms[piece.source].isBent
      let (mx, my, mz, mw) = (F4(m.x.xyz, 0), F4(m.y.xyz, 0), F4(m.z.xyz, 0), F4(m.w.xyz, 0))
      // The cofactors are the inverse transpose times the determinant, and need no division.
      let l = m.linear
      let flip: Float = l.determinant < 0 ? -1 : 1
      let nx = F4(l.y.cross(l.z) * flip, 0)
      let ny = F4(l.z.cross(l.x) * flip, 0)
      let nz = F4(l.x.cross(l.y) * flip, 0)
      let mirror = F4(1, 1, 1, flip)
      let out = vertices + piece.firstVertex
      guard let source = mesh.vertices.baseAddress else { return }
      // Memory of no bytes has an address too.
      let colors = mesh.colors.isEmpty ? nil : mesh.colors.baseAddress
      let seconds = mesh.secondPlaces.isEmpty ? nil : mesh.secondPlaces.baseAddress
      let none = F4(repeating: 0)
      var i = piece.first
      let end = piece.first &+ piece.count
      while i < end {
        let p: F4 = source[i].place
        let n: F4 = source[i].normal
        var place: F4 = mx * F4(repeating: p.x) + my * F4(repeating: p.y)
        place = place + mz * F4(repeating: p.z) + mw
        place.w = p.w
        var normal: F4 = nx * F4(repeating: n.x) + ny * F4(repeating: n.y)
        normal = unit(normal + nz * F4(repeating: n.z))
        normal.w = n.w
        var tangent = none
        if isBent {
          let t: F4 = source[i].tangent
          tangent = mx * F4(repeating: t.x) + my * F4(repeating: t.y)
          tangent = unit(tangent + mz * F4(repeating: t.z))
          tangent.w = t.w
          tangent = tangent * mirror
        }
        (out + i).initialize(
          to: RasterVertex(
            place: place, normal: normal, tangent: tangent, second: seconds.map { $0[i] } ?? none,
            color: colors.map { $0[i] } ?? F4(repeating: 1)))
        i = i &+ 1
      }
    }

    /// The direction of unit length; the fourth component is zero.
    @inline(__always) private func unit(_ v: F4) -> F4 {
      let s: F4 = v * v
      let square: Float = s.x + s.y + s.z
      return v * F4(repeating: 1 / (square + 1e-30).squareRoot())
    }
  }
}

extension Matrix4 {
  /// True when no bit differs: zeros of both signs do.
  func hasSameBits(as other: Matrix4) -> Bool {
    haveSameBits(
      (F4(x), F4(y), F4(z), F4(w)), (F4(other.x), F4(other.y), F4(other.z), F4(other.w)))
  }
}

/// True when no bit of two matrices differs.
func haveSameBits(_ a: (F4, F4, F4, F4), _ b: (F4, F4, F4, F4)) -> Bool {
  func differences(_ a: F4, _ b: F4) -> U4 {
    unsafeBitCast(a, to: U4.self) ^ unsafeBitCast(b, to: U4.self)
  }
  let all: U4 =
    (differences(a.0, b.0) | differences(a.1, b.1))
    | (differences(a.2, b.2) | differences(a.3, b.3))
  return all == U4(repeating: 0)
}
