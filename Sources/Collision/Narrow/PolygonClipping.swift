import CaromMaths

/// A vertex of a polygon during clipping, in the plane of the reference face.
///
/// `x` and `y` are in the face and `height` is above it. `feature` identifies the vertex and `edge`
/// the edge that starts at it; both are equal from step to step while the same features touch.
struct ClipVertex {
  var x: Float
  var y: Float
  var height: Float
  var feature: UInt16
  var edge: UInt16
}

/// The greatest vertex count after clipping: an eight-sided disc clipped by another disc.
let clipCapacity: Int = 32

/// The first feature of vertices that clipping creates; smaller ones are the polygon's own
/// vertices.
private let clippedFeature: UInt16 = 32

/// Clips a convex polygon to the half-plane `x·nx + y·ny ≤ limit`.
///
/// Writes the result to `output` and returns its count. `plane`, less than 16, identifies the
/// half-plane. A vertex on the boundary is treated as inside, so that touching removes no vertex.
///
/// - Source: I. Sutherland and G. Hodgman, "Reentrant Polygon Clipping", 1974.
func clip(
  _ input: UnsafeMutablePointer<ClipVertex>, _ count: Int,
  _ output: UnsafeMutablePointer<ClipVertex>,
  _ nx: Float, _ ny: Float, _ limit: Float, _ plane: UInt16, capacity: Int = clipCapacity
) -> Int {
  if count == 0 { return 0 }
  var written: Int = 0
  var previous: ClipVertex = input[count &- 1]
  var previousOver: Float = previous.x * nx + previous.y * ny - limit
  var i: Int = 0
  while i < count {
    let current: ClipVertex = input[i]
    let over: Float = current.x * nx + current.y * ny - limit
    let leaves: Bool = previousOver <= 0 && over > 0
    let enters: Bool = previousOver > 0 && over <= 0
    if leaves || enters {
      let share: Float = previousOver / (previousOver - over)
      let x: Float = previous.x + (current.x - previous.x) * share
      let y: Float = previous.y + (current.y - previous.y) * share
      let height: Float = previous.height + (current.height - previous.height) * share
      // Clipping edge e by plane p creates the vertex (e, p). Where the polygon leaves, the
      // boundary of the plane becomes the next edge; where it enters, the clipped edge continues.
      let cut: UInt16 = previous.edge
      let feature: UInt16 = clippedFeature &+ cut &* 16 &+ plane
      let edge: UInt16 = leaves ? 16 &+ plane : cut
      if written < capacity {
        output[written] = ClipVertex(x: x, y: y, height: height, feature: feature, edge: edge)
        written &+= 1
      }
    }
    if over <= 0 && written < capacity {
      output[written] = current
      written &+= 1
    }
    previous = current
    previousOver = over
    i &+= 1
  }
  return written
}

/// Moves the vertices whose height is at most `margin` to the front and returns their count.
@inline(__always)
func keepNear(_ points: UnsafeMutablePointer<ClipVertex>, _ count: Int, _ margin: Float) -> Int {
  var near: Int = 0
  var k: Int = 0
  while k < count {
    if points[k].height <= margin {
      points[near] = points[k]
      near &+= 1
    }
    k &+= 1
  }
  return near
}

/// Selects at most four vertices: the deepest, then those that add the most area; of vertices along
/// a line, both ends.
///
/// A later vertex must be better by a small amount, so that rounding does not change the selection
/// from step to step on a flat face. Returns the count, with the selected vertices at the front of
/// `points`.
func reduceToFour(
  _ points: UnsafeMutablePointer<ClipVertex>, _ count: Int, slack: Float
) -> Int {
  if count <= 4 { return count }
  var first: Int = 0
  var i: Int = 1
  while i < count {
    if points[i].height < points[first].height - slack { first = i }
    i &+= 1
  }
  swap(points, 0, first)
  let a: ClipVertex = points[0]
  var second: Int = 1
  var farthest: Float = 0
  i = 1
  while i < count {
    let dx: Float = points[i].x - a.x
    let dy: Float = points[i].y - a.y
    let squared: Float = dx * dx + dy * dy
    if squared > farthest * 1.01 {
      farthest = squared
      second = i
    }
    i &+= 1
  }
  swap(points, 1, second)
  let b: ClipVertex = points[1]
  let ex: Float = b.x - a.x
  let ey: Float = b.y - a.y
  var third: Int = -1
  var most: Float = 0
  i = 2
  while i < count {
    let area: Float = ex * (points[i].y - a.y) - ey * (points[i].x - a.x)
    if abs(area) > abs(most) * 1.01 {
      most = area
      third = i
    }
    i &+= 1
  }
  // Vertices along a line: its ends support everything between them, regardless of where the search
  // started.
  if third < 0 || abs(most) < 1e-3 * farthest { return keepEnds(points, count, slack: slack) }
  swap(points, 2, third)
  // The fourth vertex adds the most area outside the triangle: the greatest of its three outer
  // areas.
  let c: ClipVertex = points[2]
  let sign: Float = most > 0 ? 1 : -1
  var fourth: Int = -1
  var gain: Float = abs(most) * 1e-3
  i = 3
  while i < count {
    let p: ClipVertex = points[i]
    let ab: Float = outerArea(a, b, p, sign)
    let bc: Float = outerArea(b, c, p, sign)
    let ca: Float = outerArea(c, a, p, sign)
    let outer: Float = max(ab, max(bc, ca))
    if outer > gain * 1.01 {
      gain = outer
      fourth = i
    }
    i &+= 1
  }
  if fourth < 0 { return 3 }
  swap(points, 3, fourth)
  return 4
}

/// Reduces vertices along a line, of which the first is the deepest and the second is far from it.
///
/// Selects both ends, and the deepest vertex if it is below the line between them.
private func keepEnds(
  _ points: UnsafeMutablePointer<ClipVertex>, _ count: Int, slack: Float
) -> Int {
  let (a, b) = (points[0], points[1])
  var other: Int = 0
  var farthest: Float = 0
  var i: Int = 0
  while i < count {
    let dx: Float = points[i].x - b.x
    let dy: Float = points[i].y - b.y
    let squared: Float = dx * dx + dy * dy
    if squared > farthest * 1.01 {
      farthest = squared
      other = i
    }
    i &+= 1
  }
  if other <= 1 { return 2 }
  let c: ClipVertex = points[other]
  let (dx, dy) = (a.x - b.x, a.y - b.y)
  let share: Float = ((dx * dx + dy * dy) / farthest).squareRoot()
  let between: Float = b.height + (c.height - b.height) * share
  if a.height >= between - slack {
    points[0] = b
    points[1] = c
    return 2
  }
  points[2] = c
  return 3
}

/// Twice the area of the triangle from the edge `a`–`b` outwards to `p`.
@inline(__always)
private func outerArea(_ a: ClipVertex, _ b: ClipVertex, _ p: ClipVertex, _ sign: Float) -> Float {
  let cross: Float = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  return -sign * cross
}

@inline(__always)
private func swap(_ points: UnsafeMutablePointer<ClipVertex>, _ i: Int, _ j: Int) {
  let temporary: ClipVertex = points[i]
  points[i] = points[j]
  points[j] = temporary
}
