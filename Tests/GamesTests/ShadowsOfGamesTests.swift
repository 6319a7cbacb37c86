import CaromGames
import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The shadows in a game's pictures, compared with shadow rays from each visible point to the
/// light.
@Suite("Shadows in games")
struct ShadowsOfGamesTests {
  private static let (width, height) = (160, 90)

  /// The shadow in the picture and by ray; nil where the light has no effect.
  private struct Found {
    var share: Double
    var isHidden: Bool
  }

  @Test("Shadows in the maze have no speckles and no light leaks")
  func maze() throws {
    let session = try Session(scene: readLevel(MarbleMaze.self), game: MarbleMaze(), seed: 1)
    if var bot = MarbleMaze.makeBot() { session.step(400, with: &bot) }
    let found = try Self.found(session.scene)
    let (width, height) = (Self.width, Self.height)
    var (specks, leaks, lit, shaded) = (0, 0, 0, 0)
    for y in 2..<height - 2 {
      for x in 2..<width - 2 {
        guard let here = found[y * width + x] else { continue }
        // Shadow edges can be off by a texel; pixels inside of uniform areas must be correct.
        let around = (-2...2).flatMap { dy in
          (-2...2).map { dx in found[(y + dy) * width + x + dx] }
        }
        if around.contains(where: { $0?.isHidden != here.isHidden }) { continue }
        if here.isHidden { shaded += 1 } else { lit += 1 }
        if !here.isHidden && here.share > 0.1 { specks += 1 }
        if here.isHidden && here.share < 0.9 { leaks += 1 }
      }
    }
    #expect(lit > 500, "\(lit) lit and \(shaded) shaded pixels")
    // Measured: 1 of 1,422 where the bot is now at tick 400, none where it was before.
    #expect(specks <= lit / 1000, "\(specks) of \(lit)")
    #expect(leaks <= shaded / 100, "\(leaks) of \(shaded)")
  }

  private static func found(_ scene: Scene) throws -> [Found?] {
    let cache = RenderCache(images: ImageFolders([Repository.url("Assets/textures").path]))
    try cache.load(scene)
    var frame = RenderFrame(scene, cache: cache)
    frame.overlay = []
    frame.fog = nil
    let number = try #require(frame.lights.firstIndex { $0.castsShadow })
    let light = frame.lights[number]
    let renderer = Renderer()
    func picture(_ change: (inout RenderFrame.Light) -> Void) -> [Double] {
      var other = frame
      change(&other.lights[number])
      let image = renderer.render(other, width: width, height: height)
      return (0..<width * height).map { SRGB.linear(Int(image.bytes[$0 * 4])) }
    }
    let shadowed = picture { $0.shadowOpacity = 1 }
    let lit = picture { $0.castsShadow = false }
    let without = picture { $0.color = .zero }
    let seen = renderer.geometryBuffer(of: frame, width: width, height: height)
    return (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      let direct = lit[i] - without[i]
      guard direct > 0.03, lit[i] < 0.99, let normal = seen.normal(x, y),
        let distance = seen.distance(x, y)
      else { return nil }
      let place = frame.view.place(x, y, distance, width: width, height: height)
      let toLight = (light.position - place).normalized(or: .unitY)
      guard normal.dot(toLight) > 0.05 else { return nil }
      let hit = scene.hitTest(from: light.position, to: place + normal * 0.01 + toLight * 0.01)
      return Found(share: (lit[i] - shadowed[i]) / direct, isHidden: !hit.isEmpty)
    }
  }
}

extension RenderFrame.View {
  /// The world position of a pixel at a distance from the camera.
  fileprivate func place(
    _ x: Int, _ y: Int, _ distance: Float, width: Int, height: Int
  ) -> Vector3 {
    guard case .perspective(let angle) = projection else { return .zero }
    let half = Portable.tan(angle * 0.5)
    let right = ((Float(x) + 0.5) / Float(width) * 2 - 1) * half * Float(width) / Float(height)
    let up = (1 - (Float(y) + 0.5) / Float(height) * 2) * half
    return position + orientation.rotate(Vector3(right, up, -1) * distance)
  }
}
