import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Materials")
struct MaterialTests {
  @Test("Parity: a material has SceneKit's defaults")
  func defaults() {
    let m = Material()
    #expect(m.lightingModel == .blinn && m.locksAmbientWithDiffuse)
    #expect(m.diffuse.contents == .color(.white) && m.ambient.contents == .color(.white))
    #expect(m.specular.contents == .color(.black) && m.emission.contents == .color(.black))
    #expect(m.reflective.contents == .color(.black) && m.multiply.contents == .color(.white))
    #expect(m.transparent.contents == .color(.white) && m.normal.contents == .color(.flatNormal))
    #expect(m.ambientOcclusion.contents == .color(.white))
    #expect(m.selfIllumination.contents == .color(.black))
    #expect(m.metalness.contents == .number(0) && m.roughness.contents == .number(0.41))
    #expect(m.shininess == 1 && m.transparency == 1 && m.transparencyMode == .aOne)
    #expect(m.alphaCutoff == 0 && m.blendMode == .alpha && m.fresnelExponent == 0)
    #expect(!m.isDoubleSided && m.cullMode == .back && m.fillMode == .fill && m.isLitPerPixel)
    #expect(m.writesToDepthBuffer && m.readsFromDepthBuffer && m.colorBufferWriteMask == .all)
    #expect(ColorMask.all.rawValue == 15)
  }

  @Test("Parity: a slot has SceneKit's defaults")
  func slotDefaults() {
    let slot = MaterialProperty()
    #expect(slot.intensity == 1 && slot.wrapS == .clamp && slot.wrapT == .clamp)
    #expect(slot.magnificationFilter == .linear && slot.minificationFilter == .linear)
    #expect(slot.mipFilter == .nearest && slot.maxAnisotropy == 1 && slot.mappingChannel == 0)
    #expect(slot.contentsTransform == TextureTransform() && slot.textureComponents == .all)
  }

  @Test("Setting a color or a picture replaces the contents of a slot")
  func contents() {
    var slot = MaterialProperty(image: "a.png")
    #expect(slot.image == "a.png" && slot.color == .white)
    slot.color = .black
    #expect(slot.image == nil && slot.contents == .color(.black))
    slot.image = "b.png"
    #expect(slot.contents == .image("b.png"))
    slot.image = nil
    #expect(slot.contents == .color(.white))
    let cube = MaterialProperty(cube: ["a", "b", "c", "d", "e", "f"])
    #expect(
      cube.image == nil && cube.contents == .cube(CubeImages(["a", "b", "c", "d", "e", "f"])))
  }

  @Test("A texture transform scales, rotates and translates as in glTF")
  func transforms() {
    let quarter = TextureTransform(offset: Vector2(0, 1), rotation: .pi / 2, scale: Vector2(2, 3))
    // u is rotated towards −v: (1, 0) is mapped to (0, −2), then moved down by one.
    #expect((quarter.apply(Vector2(1, 0)) - Vector2(0, -1)).length < 1e-5)
    #expect((quarter.apply(Vector2(0, 1)) - Vector2(3, 1)).length < 1e-5)
    #expect(TextureTransform().apply(Vector2(0.3, 0.7)) == Vector2(0.3, 0.7))
    #expect(TextureTransform(scale: Vector2(4, 2)).apply(Vector2(0.5, 0.5)) == Vector2(2, 1))
  }

  @Test(
    "Parity 9: nodes share geometry and materials; a copy of the geometry still shares the materials"
  )
  func sharing() {
    let brick = Geometry.box()
    brick.materials = [Material(diffuse: Color(1, 0, 0))]
    let (a, b) = (Node(geometry: brick), Node(geometry: brick))
    a.geometry?.firstMaterial?.diffuse.color = .black
    #expect(b.geometry?.firstMaterial?.diffuse.color == .black)

    let own = brick.copy()
    b.geometry = own
    #expect(own !== brick && own.firstMaterial === brick.firstMaterial)
    own.firstMaterial = brick.firstMaterial?.copy()
    own.firstMaterial?.diffuse.color = .white
    #expect(a.geometry?.firstMaterial?.diffuse.color == .black)
    #expect(b.geometry?.firstMaterial?.diffuse.color == .white)
  }

  @Test("Black and white are exact in linear light; a signed number is not a color")
  func colors() {
    #expect(Color(linear: Vector4(1, 2, -1, 1)) == Color(1, 1, 0))
    #expect(Color(linear: Vector3(0, 0.5, 1), alpha: 3).alpha == 1)
    #expect(Color(linear: Color(0.2, 0.4, 0.6).linear).green.distance(to: 0.4).magnitude < 1e-6)
    #expect(Color(hex: "#+12345") == nil && Color(hex: "#012345") != nil)
  }

  @Test("A copy of a material has every declared property of it but the name")
  func copies() {
    let m = Material(name: "glass", diffuse: Color(0.25, 0.5, 1))
    m.lightingModel = .physicallyBased
    m.roughness = MaterialProperty(number: 0.75)
    m.metalness = MaterialProperty(image: "m.png")
    m.fresnelExponent = 3
    m.colorBufferWriteMask = [.red, .alpha]
    m.fillMode = .lines
    m.transparencyMode = .rgbZero
    m.isDoubleSided = true
    let copy = m.copy()
    #expect(copy.name.isEmpty)
    copy.name = m.name
    #expect(copy.stateHash == m.stateHash)
    copy.roughness.intensity = 0.5
    #expect(copy.stateHash != m.stateHash)
  }
}
