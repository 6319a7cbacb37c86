import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Interpolation between ticks")
struct InterpolationTests {
  private let cache = RenderCache(images: Scenes.GeneratedImages())
  private let scene = Scenes.showing(.sphere())

  private func frames(_ change: (Node) -> Void) throws -> (RenderFrame, RenderFrame) {
    let node = try #require(scene.rootNode.childNode(withName: "thing"))
    let before = RenderFrame(scene, cache: cache)
    change(node)
    return (before, RenderFrame(scene, cache: cache))
  }

  @Test("Positions are interpolated linearly")
  func motion() throws {
    let (a, b) = try frames { $0.position = Vector3(2, 4, 0) }
    #expect(RenderFrame.interpolated(a, b, fraction: 0.25).draws[0].transform.translation.y == 1)
    #expect(RenderFrame.interpolated(a, b, fraction: 0).draws[0].transform.translation.y == 0)
    #expect(RenderFrame.interpolated(a, b, fraction: 1).draws[0].transform.translation.y == 4)
  }

  @Test("Interpolated rotations preserve the scale")
  func turning() throws {
    let (a, b) = try frames { $0.eulerAngles = Vector3(0, 0.4, 0) }
    let m = RenderFrame.interpolated(a, b, fraction: 0.5).draws[0].transform
    #expect(abs(m.x.xyz.length - 1) < 1e-6)
    #expect(abs(m.x.xyz.dot(Quaternion(axis: .unitY, angle: 0.2).rotate(.unitX)) - 1) < 1e-6)
  }

  @Test("Teleports are not interpolated")
  func jump() throws {
    let (a, b) = try frames {
      $0.position = Vector3(2, 4, 0)
      $0.markTeleported()
    }
    #expect(RenderFrame.interpolated(a, b, fraction: 0.25).draws[0].transform.translation.y == 4)
  }

  @Test("Views of different cameras are not interpolated; views of one camera are")
  func cut() throws {
    let eye = try #require(scene.rootNode.childNode(withName: "camera"))
    let other = Node(name: "other")
    other.camera = Camera()
    other.position = Vector3(0, 0, 9)
    scene.rootNode.addChildNode(other)
    let a = RenderFrame(scene, from: eye, cache: cache)
    let b = RenderFrame(scene, from: other, cache: cache)
    #expect(RenderFrame.interpolated(a, b, fraction: 0.5).view.position == Vector3(0, 0, 9))
    eye.position = eye.position + Vector3(0, 1, 0)
    let c = RenderFrame(scene, from: eye, cache: cache)
    let y = RenderFrame.interpolated(a, c, fraction: 0.5).view.position.y
    #expect(abs(y - (a.view.position.y + 0.5)) < 1e-6)
  }
}
