import CaromMaths
import CaromSceneGraph

/// The triangles of lines and points, two for each.
struct Ribbons {
  /// The width of a line, as a share of the height of the picture.
  private static let lineWidth: Float = 0.002
  /// How much nearer to the eye they are: a share of the distance, or metres where farther is not
  /// smaller.
  private let lift: Float
  private let view: RenderFrame.View
  private let front: Vector3
  /// The width of a ribbon at one metre, or everywhere where farther is not smaller.
  private let width: Float
  /// The height of the picture at one metre, or everywhere where farther is not smaller.
  private let height: Float
  private let isFlat: Bool
  private var positions: [Vector3] = []
  private var colors: [Vector4] = []
  private var indices: [UInt32] = []

  init(_ view: RenderFrame.View, lift: Float) {
    self.view = view
    self.lift = lift
    front = view.orientation.rotate(Vector3(0, 0, -1))
    switch view.projection {
    case .perspective(let angle), .horizontalPerspective(let angle):
      height = 2 * Portable.tan(angle * 0.5)
      isFlat = false
    case .custom(let m):
      height = 2 / max(abs(m.y.y), 1e-6)
      isFlat = m.z.w == 0
    case .orthographic(let half):
      height = 2 * half
      isFlat = true
    }
    width = Ribbons.lineWidth * height
  }

  /// Adds a point as a square of so many metres a side, whose half is at least and at most so many
  /// units of the overlay.
  mutating func add(
    _ point: Vector3, size: Float, from least: Float, to most: Float, _ color: Vector4
  ) {
    let distance = (point - view.position).dot(front)
    guard point.isFinite, isFlat || distance > max(view.zNear, 1e-3) else { return }
    let unit = height * (isFlat ? 1 : distance) / Overlay.height
    let half = min(max(size * 0.5, least * unit), max(most, least) * unit)
    let right = view.orientation.rotate(.unitX) * half
    let up = view.orientation.rotate(.unitY) * half
    square([point - right - up, point + right - up, point - right + up, point + right + up], color)
  }

  private mutating func square(_ corners: [Vector3], _ color: Vector4) {
    let first = UInt32(positions.count)
    positions += corners
    colors += [Vector4](repeating: color, count: 4)
    indices += [0, 1, 2, 2, 1, 3].map { first + $0 }
  }

  /// Adds a line of the world.
  mutating func add(_ start: Vector3, _ end: Vector3, _ color: Vector4) {
    var (a, b) = (start, end)
    guard a.isFinite, b.isFinite else { return }
    var (nearA, nearB) = ((a - view.position).dot(front), (b - view.position).dot(front))
    // What is behind the eye has no width: it is cut at the near plane.
    let least = max(view.zNear, 1e-3)
    if nearA < least, nearB < least { return }
    if nearA < least {
      a = a + (b - a) * ((least - nearA) / (nearB - nearA))
      nearA = least
    } else if nearB < least {
      b = b + (a - b) * ((least - nearB) / (nearA - nearB))
      nearB = least
    }
    // A hair nearer, so that lines on a surface lie on it and do not flicker through.
    if isFlat {
      (a, b) = (a - front * lift, b - front * lift)
    } else {
      a = a + (view.position - a) * lift
      b = b + (view.position - b) * lift
    }
    let toEye = isFlat ? -front : view.position - (a + b) * 0.5
    guard let side = (b - a).cross(toEye).normalized else { return }
    var corners: [Vector3] = []
    for (point, distance) in [(a, nearA), (b, nearB)] {
      let half = side * (0.5 * width * (isFlat ? 1 : distance))
      corners += [point - half, point + half]
    }
    square(corners, color)
  }

  /// The triangles; nil where there are none.
  var mesh: PreparedMesh? {
    guard !indices.isEmpty else { return nil }
    let count = positions.count
    return PreparedMesh(
      positions: positions, normals: Array(repeating: -front, count: count),
      tangents: Array(repeating: Vector4(1, 0, 0, 1), count: count),
      texcoords: Array(repeating: .zero, count: count), colors: colors, elements: [indices])
  }
}
