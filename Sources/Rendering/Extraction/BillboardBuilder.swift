import CaromMaths
import CaromSceneGraph

/// Builds camera-facing quads for lines and points.
struct BillboardBuilder {
  /// The width of a line relative to the height of the image; it is at least one pixel wide.
  private static let lineWidth: Float = 0.002
  /// The offset towards the eye: a fraction of the distance, or meters in orthographic views.
  private let depthOffset: Float
  private let view: RenderFrame.View
  private let front: Vector3
  /// The width of a line at a distance of one meter, or everywhere in orthographic views.
  private let width: Float
  /// The height of the image at a distance of one meter, or everywhere in orthographic views.
  private let height: Float
  private let isOrthographic: Bool
  private var positions: [Vector3] = []
  private var corners = BillboardCorners()
  private var colors: [Vector4] = []
  private var indices: [UInt32] = []

  init(_ view: RenderFrame.View, depthOffset: Float) {
    self.view = view
    self.depthOffset = depthOffset
    front = view.orientation.rotate(Vector3(0, 0, -1))
    switch view.projection {
    case .perspective(let angle), .horizontalPerspective(let angle):
      height = 2 * Portable.tan(angle * 0.5)
      isOrthographic = false
    case .custom(let m):
      height = 2 / max(abs(m.y.y), 1e-6)
      isOrthographic = m.z.w == 0
    case .orthographic(let half):
      height = 2 * half
      isOrthographic = true
    }
    width = BillboardBuilder.lineWidth * height
  }

  /// Adds a point as a square with sides of `size` meters, with its radius clamped in overlay
  /// units.
  mutating func add(
    _ point: Vector3, size: Float, minimumRadius: Float, maximumRadius: Float, _ color: Vector4
  ) {
    let distance = (point - view.position).dot(front)
    guard point.isFinite, isOrthographic || distance > max(view.zNear, 1e-3) else { return }
    let unit = height * (isOrthographic ? 1 : distance) / Overlay.height
    let half = min(max(size * 0.5, minimumRadius * unit), max(maximumRadius, minimumRadius) * unit)
    let right = view.orientation.rotate(.unitX) * half
    let up = view.orientation.rotate(.unitY) * half
    let share = 2 * half / (unit * Overlay.height)
    addQuad(
      [point, point, point, point], [-right - up, right - up, up - right, right + up],
      [share, share], color, color)
  }

  /// Adds a quad whose first two corners have one color and the others another.
  ///
  /// `offsets` are those of the corners from the points on the line, `shares` the widths at both
  /// ends relative to the height of the image.
  private mutating func addQuad(
    _ points: [Vector3], _ offsets: [Vector3], _ shares: [Float], _ start: Vector4, _ end: Vector4
  ) {
    let first = UInt32(positions.count)
    positions += zip(points, offsets).map { $0 + $1 }
    corners.offsets += offsets
    corners.shares += [shares[0], shares[0], shares[1], shares[1]]
    colors += [start, start, end, end]
    indices += [0, 1, 2, 2, 1, 3].map { first + $0 }
  }

  /// Adds a line of one color in world space.
  mutating func add(_ start: Vector3, _ end: Vector3, _ color: Vector4) {
    add(start, end, color, color)
  }

  /// Adds a line in world space whose color changes evenly from end to end.
  mutating func add(
    _ start: Vector3, _ end: Vector3, _ startColor: Vector4, _ endColor: Vector4
  ) {
    var (a, b) = (start, end)
    var (colorA, colorB) = (startColor, endColor)
    guard a.isFinite, b.isFinite else { return }
    var (nearA, nearB) = ((a - view.position).dot(front), (b - view.position).dot(front))
    // Lines are clipped at the near plane, because the width is undefined behind the eye.
    let nearest = max(view.zNear, 1e-3)
    if nearA < nearest, nearB < nearest { return }
    if nearA < nearest {
      let share = (nearest - nearA) / (nearB - nearA)
      a = a + (b - a) * share
      colorA = colorA + (colorB - colorA) * share
      nearA = nearest
    } else if nearB < nearest {
      let share = (nearest - nearB) / (nearA - nearB)
      b = b + (a - b) * share
      colorB = colorB + (colorA - colorB) * share
      nearB = nearest
    }
    // Offset towards the eye, so that lines on a surface do not z-fight with it.
    if isOrthographic {
      (a, b) = (a - front * depthOffset, b - front * depthOffset)
    } else {
      a = a + (view.position - a) * depthOffset
      b = b + (view.position - b) * depthOffset
    }
    let toEye = isOrthographic ? -front : view.position - (a + b) * 0.5
    guard let side = (b - a).cross(toEye).normalized else { return }
    let ends = [nearA, nearB].map { side * (0.5 * width * (isOrthographic ? 1 : $0)) }
    let share = BillboardBuilder.lineWidth
    addQuad(
      [a, a, b, b], [-ends[0], ends[0], -ends[1], ends[1]], [share, share], colorA, colorB)
  }

  /// The triangles; nil when there are none.
  var mesh: PreparedMesh? {
    guard !indices.isEmpty else { return nil }
    let count = positions.count
    return PreparedMesh(
      positions: positions, normals: Array(repeating: -front, count: count),
      tangents: Array(repeating: Vector4(1, 0, 0, 1), count: count),
      texcoords: Array(repeating: .zero, count: count), colors: colors, elements: [indices],
      corners: corners)
  }
}
