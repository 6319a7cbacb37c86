import CaromProperties
import CaromSceneGraph
import Testing

@Suite("State of materials")
struct MaterialStateTests {
  private func hash(_ material: Material) -> UInt64 {
    let buffer = StateBuffer()
    buffer.fill { material.save(&$0) }
    return buffer.hash
  }

  /// A change of every property.
  private static let changes: [@Sendable (Material) -> Void] = [
    { $0.name = "other" }, { $0.lightingModel = .phong }, { $0.diffuse.intensity = 0.5 },
    { $0.ambient.color = .black }, { $0.specular.color = .white }, { $0.normal.intensity = 0.5 },
    { $0.emission.color = .white }, { $0.reflective.color = .white },
    { $0.multiply.color = .black }, { $0.transparent.color = .black },
    { $0.ambientOcclusion.wrapS = .mirror },
    { $0.selfIllumination.color = .white }, { $0.metalness = MaterialProperty(number: 1) },
    { $0.roughness = MaterialProperty(number: 1) }, { $0.shininess = 2 }, { $0.transparency = 0.5 },
    { $0.transparencyMode = .rgbZero }, { $0.blendMode = .add }, { $0.fresnelExponent = 1 },
    { $0.cullMode = .front }, { $0.fillMode = .lines }, { $0.isDoubleSided = true },
    { $0.isLitPerPixel = false }, { $0.locksAmbientWithDiffuse = false },
    { $0.writesToDepthBuffer = false }, { $0.readsFromDepthBuffer = false },
    { $0.colorBufferWriteMask = [] }, { $0.alphaCutoff = 0.5 },
  ]

  @Test("The test changes every declared property")
  func complete() {
    #expect(Self.changes.count == Material.propertyInfos.count)
  }

  @Test("A property that is set after a hash affects the next hash", arguments: changes.indices)
  func changed(number: Int) {
    let (material, fresh) = (Material(), Material())
    let before = hash(material)
    #expect(hash(material) == before)
    Self.changes[number](material)
    Self.changes[number](fresh)
    #expect(hash(material) != before)
    #expect(hash(material) == hash(fresh))
  }
}
