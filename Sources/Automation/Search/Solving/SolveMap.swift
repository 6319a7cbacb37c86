public import CaromImages
import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// A picture of a level from above that shows where runs of a ``Solve`` search were lost, and the
/// way of the fastest win.
public enum SolveMap {
  /// Renders the map.
  ///
  /// The scene is drawn as it is in the driver's current tick, by an orthographic camera above it.
  /// Places where runs were lost are tinted yellow to red, by their density; the way of the first
  /// dynamic body in the win is a light line. The driver then plays the win.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of a search.
  ///   - driver: A driver of a session as it was when the search began.
  ///   - side: The longer side of the image, in pixels.
  /// - Returns: The image.
  /// - Throws: An error if the scene cannot be rendered.
  public static func image(
    of outcome: Solve.Outcome, _ driver: GameDriver, side: Int = 960
  ) throws(DriverError) -> Image {
    let view = View(driver.session, outcome, side: side)
    var image = try driver.screenshot(
      width: view.width, height: view.height, from: view.makeCamera())
    tint(&image, outcome.losses.map { view.pixel(of: $0.position) })
    if let win = outcome.win { draw(way(of: win, driver), view, &image) }
    return image
  }

  // MARK: View

  /// What the camera sees: the bodies of the scene and all losses near them.
  private struct View {
    let box: AABB
    let width: Int
    let height: Int

    init(_ session: Session, _ outcome: Solve.Outcome, side: Int) {
      let bodies = SceneBounds(session, margin: 0).bodies
      let whole = bodies.isEmpty ? AABB(center: .zero, halfExtents: Vector3(1, 1, 1)) : bodies
      let margin = 0.05 * max(whole.size.x, whole.size.z, 1)
      box = whole.expanded(by: margin)
      let longest = max(box.size.x, box.size.z)
      width = max(16, Int(Float(side) * box.size.x / longest))
      height = max(16, Int(Float(side) * box.size.z / longest))
    }

    /// A camera above the scene that looks down, with −Z at the top of the image.
    func makeCamera() -> Node {
      var camera = Camera()
      camera.usesOrthographicProjection = true
      camera.orthographicScale = box.size.z / 2
      camera.zNear = 0.01
      camera.zFar = box.size.y + 200
      let node = Node()
      node.camera = camera
      node.position = Vector3(box.center.x, box.max.y + 100, box.center.z)
      node.eulerAngles = Vector3(-Float.pi / 2, 0, 0)
      return node
    }

    /// The coordinates of a point of the world, in pixels.
    func pixel(of point: Vector3) -> Vector2 {
      Vector2(
        (point.x - box.min.x) / box.size.x * Float(width),
        (point.z - box.min.z) / box.size.z * Float(height))
    }
  }

  // MARK: Losses

  /// The radius of the spot of a loss, in pixels.
  private static let radius = 14

  private static func tint(_ image: inout Image, _ losses: [Vector2]) {
    var density = [Float](repeating: 0, count: image.width * image.height)
    for loss in losses where loss.x.isFinite && loss.y.isFinite {
      // Falls end outside of the picture, too.
      guard abs(loss.x) < 1e6, abs(loss.y) < 1e6 else { continue }
      let (x, y) = (Int(loss.x), Int(loss.y))
      for dy in -radius...radius {
        for dx in -radius...radius {
          let (px, py) = (x + dx, y + dy)
          guard (0..<image.width).contains(px), (0..<image.height).contains(py) else { continue }
          let share = 1 - Float(dx * dx + dy * dy) / Float(radius * radius)
          if share > 0 { density[py * image.width + px] += share * share }
        }
      }
    }
    let greatest = density.max() ?? 0
    guard greatest > 0 else { return }
    for y in 0..<image.height {
      for x in 0..<image.width {
        // The square root shows places that are rare beside the worst one.
        let heat = (density[y * image.width + x] / greatest).squareRoot()
        guard heat > 0.02 else { continue }
        let color = Image.Pixel(255, UInt8(220 * (1 - heat)), 0)
        image[x, y] = blend(image[x, y], color, 0.25 + 0.6 * heat)
      }
    }
  }

  private static func blend(_ a: Image.Pixel, _ b: Image.Pixel, _ share: Float) -> Image.Pixel {
    func mixed(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(Float(a) + (Float(b) - Float(a)) * share)
    }
    return Image.Pixel(mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue))
  }

  // MARK: Win

  /// The positions of the first dynamic body in a win.
  private static func way(of win: Solve.Win, _ driver: GameDriver) -> [Vector3] {
    let session = driver.session
    let cells = SolveCells(session)
    var player: any Bot = ScriptPlayer(win.events)
    var way = [cells.position]
    for _ in 0..<win.ticks {
      session.step(1, with: &player)
      way.append(cells.position)
    }
    return way
  }

  private static func draw(_ way: [Vector3], _ view: View, _ image: inout Image) {
    let white = Image.Pixel(235, 255, 245)
    for (from, to) in zip(way, way.dropFirst()) {
      let (a, b) = (view.pixel(of: from), view.pixel(of: to))
      let length = (b - a).length
      // A jump is a teleport or a new ball.
      guard length.isFinite, length < Float(max(view.width, view.height)) / 4 else { continue }
      let steps = max(1, Int(length * 2))
      for step in 0...steps {
        let point = a + (b - a) * (Float(step) / Float(steps))
        for dy in 0...1 {
          for dx in 0...1 {
            let (x, y) = (Int(point.x) + dx, Int(point.y) + dy)
            guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { continue }
            image[x, y] = blend(image[x, y], white, 0.8)
          }
        }
      }
    }
  }
}
