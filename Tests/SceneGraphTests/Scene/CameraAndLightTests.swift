import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Cameras and lights")
struct CameraAndLightTests {
  @Test("A camera looks along −Z with its vertical field of view")
  func projects() {
    let node = Node()
    node.position = Vector3(0, 0, 5)
    let camera = Camera(fieldOfView: .pi / 2)
    let view = Camera.viewMatrix(of: node.worldTransform)
    let clip = camera.projection(aspect: 2) * view
    // At 45°, a point as high as it is distant is on the upper edge, and one twice as far right on
    // the right edge.
    let top = clip * Vector4(0, 3, 2, 1)
    #expect(abs(top.y / top.w - 1) < 1e-5)
    let right = clip * Vector4(6, 0, 2, 1)
    #expect(abs(right.x / right.w - 1) < 1e-5)
    #expect((clip * Vector4(0, 0, 6, 1)).w < 0)
  }

  @Test("The view ignores the scale of the camera's node")
  func ignoresScale() {
    let node = Node()
    node.scale = Vector3(2, 3, 4)
    node.position = Vector3(1, 2, 3)
    let view = Camera.viewMatrix(of: node.worldTransform)
    #expect(isNear(view.apply(point: Vector3(1, 2, 0)), Vector3(0, 0, -3)))
  }

  @Test("An orthographic camera shows its scale above and below the center")
  func projectsStraight() {
    var camera = Camera()
    camera.usesOrthographicProjection = true
    camera.orthographicScale = 4
    let near = camera.projection(aspect: 1) * Vector4(0, 4, -2, 1)
    let far = camera.projection(aspect: 1) * Vector4(0, 4, -90, 1)
    #expect(abs(near.y / near.w - 1) < 1e-5 && abs(far.y / far.w - 1) < 1e-5)
  }

  @Test("A light without an end distance does not fade; with one it fades from start to end")
  func fades() {
    var light = Light()
    #expect(light.attenuation(at: 1_000) == 1)
    light.attenuationStart = 2
    light.attenuationEnd = 6
    #expect(light.attenuation(at: 2) == 1 && light.attenuation(at: 6) == 0)
    #expect(light.attenuation(at: 4) == 0.25)
    light.attenuationFalloffExponent = 1
    #expect(light.attenuation(at: 4) == 0.5)
    light.attenuationFalloffExponent = 3
    #expect(abs(light.attenuation(at: 4) - 0.125) < 1e-6)
    light.attenuationFalloffExponent = 0
    #expect(light.attenuation(at: 5.9) == 1 && light.attenuation(at: 6) == 0)
    light.type = .directional
    #expect(light.attenuation(at: 1_000) == 1)
  }

  @Test("Colors decode to light as sRGB says")
  func decodesColors() {
    #expect(Color.white.linear == Vector4(1, 1, 1, 1))
    #expect(Color.black.linear == Vector4(0, 0, 0, 1))
    #expect(abs(Color(white: 0.5).linear.x - 0.214041) < 1e-5)
    #expect(abs(Color(white: 0.04).linear.x - 0.04 / 12.92) < 1e-7)
    #expect(Color(hex: "#ff8000") == Color(1, 128.0 / 255, 0))
    #expect(Color(hex: "#ff80") == nil && Color(hex: "ff8000") == nil)
  }

  @Test("Labels and bars are found by name, added and removed")
  func changesOverlay() {
    var overlay = Overlay()
    overlay[label: "score"] = Label("score", text: "0", position: .zero)
    let isKnown = overlay.setText("7", of: "score")
    let isUnknown = overlay.setText("7", of: "lives")
    #expect(isKnown && !isUnknown && overlay[label: "score"]?.text == "7")
    overlay[label: "score"]?.color = .black
    #expect(overlay.labels.count == 1 && overlay.labels[0].color == .black)
    overlay[bar: "life"] = Bar("life", position: .one, size: .one)
    overlay[bar: "life"]?.value = 0.5
    #expect(overlay.bars[0].value == 0.5)
    overlay[label: "score"] = nil
    #expect(overlay.labels.isEmpty)
    overlay[icon: "lives"] = Icon("lives", .heart, position: .zero)
    overlay[icon: "lives"]?.count = 2
    overlay[panel: "menu"] = Panel("menu", position: .zero, size: .one)
    overlay[panel: "none"] = nil
    #expect(overlay.icons.map(\.count) == [2] && overlay.panels.map(\.name) == ["menu"])
    #expect(OverlayAnchor.bottomRight.share == Vector2(1, 1))
    #expect(OverlayAnchor.bottomRight.inset(24) == Vector2(-24, -24))
    #expect(OverlayAnchor.top.inset(24) == Vector2(0, 24))
    #expect(OverlayAnchor.bottomRight.inset(24) == Vector2(-24, -24))
  }
}
