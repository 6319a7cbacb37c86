import CaromMaths
import CaromSceneGraph

// Lines are thin ribbons that face the eye: surfaces like any other, so that they are cut, hidden by
// what is in front and the same to the bit everywhere.
extension RenderFrame {
  /// The width of a line, as a share of the height of the picture.
  private static let lineWidth: Float = 0.002

  /// Adds lines of the world; the view must be known.
  mutating func add(_ lines: [DebugLine]) {
    var ribbons = Ribbons(view, width: Self.lineWidth)
    for line in lines { ribbons.add(line) }
    guard let mesh = ribbons.mesh else { return }
    var surface = Surface()
    surface.model = .constant
    surface.ambient = .zero
    surface.sides = .both
    var draw = Draw(mesh: mesh)
    draw.surface = surface
    draw.castsShadow = false
    draws.append(draw)
  }
}

/// The triangles of lines, two for each.
private struct Ribbons {
  /// How much nearer to the eye lines are: a share of the distance, or metres where farther is not
  /// smaller.
  private static let lift: Float = 0.004
  private let view: RenderFrame.View
  private let front: Vector3
  /// The width of a ribbon at one metre, or everywhere where farther is not smaller.
  private let width: Float
  private let isFlat: Bool
  private var positions: [Vector3] = []
  private var colors: [Vector4] = []
  private var indices: [UInt32] = []

  init(_ view: RenderFrame.View, width share: Float) {
    self.view = view
    front = view.orientation.rotate(Vector3(0, 0, -1))
    switch view.projection {
    case .perspective(let angle), .horizontalPerspective(let angle):
      width = share * 2 * Portable.tan(angle * 0.5)
      isFlat = false
    case .custom(let m):
      width = share * 2 / max(abs(m.y.y), 1e-6)
      isFlat = m.z.w == 0
    case .orthographic(let half):
      width = share * 2 * half
      isFlat = true
    }
  }

  mutating func add(_ line: DebugLine) {
    var (a, b) = (line.start, line.end)
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
      (a, b) = (a - front * Self.lift, b - front * Self.lift)
    } else {
      a = a + (view.position - a) * Self.lift
      b = b + (view.position - b) * Self.lift
    }
    let toEye = isFlat ? -front : view.position - (a + b) * 0.5
    guard let side = (b - a).cross(toEye).normalized else { return }
    let first = UInt32(positions.count)
    for (point, distance) in [(a, nearA), (b, nearB)] {
      let half = side * (0.5 * width * (isFlat ? 1 : distance))
      positions += [point - half, point + half]
    }
    colors += [Vector4](repeating: line.color.linear, count: 4)
    indices += [0, 1, 2, 2, 1, 3].map { first + $0 }
  }

  var mesh: PreparedMesh? {
    guard !indices.isEmpty else { return nil }
    let count = positions.count
    return PreparedMesh(
      positions: positions, normals: Array(repeating: -front, count: count),
      tangents: Array(repeating: Vector4(1, 0, 0, 1), count: count),
      texcoords: Array(repeating: .zero, count: count), colors: colors, elements: [indices])
  }
}
