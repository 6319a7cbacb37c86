import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Lights")
struct LightTests {
  @Test("Parity: a light has SceneKit's defaults")
  func defaults() {
    let light = Light()
    #expect(light.type == .omni && light.color == .white && light.temperature == 6_500)
    #expect(light.intensity == 1_000 && !light.castsShadow && light.shadowColor == .black)
    #expect(light.shadowRadius == 3 && light.shadowMapSize == 0 && light.shadowSampleCount == 0)
    #expect(light.shadowBias == 1 && light.shadowMode == .forward)
    #expect(light.automaticallyAdjustsShadowProjection && light.maximumShadowDistance == 100)
    #expect(!light.forcesBackFaceCasters && light.shadowCascadeCount == 1)
    #expect(light.shadowCascadeSplittingFactor == 0.15)
    #expect(light.orthographicScale == 1 && light.zNear == 1 && light.zFar == 100)
    #expect(light.attenuationStart == 0 && light.attenuationEnd == 0)
    #expect(light.attenuationFalloffExponent == 2)
    #expect(light.spotInnerAngle == 0 && abs(light.spotOuterAngle - .pi / 4) < 1e-6)
    #expect(light.categoryBitMask == .max)
  }

  @Test(
    "Parity 22: an omni light of 1000 leaves colors as they are; 5000 of an eighth of gray is 0.63"
  )
  func intensity() {
    #expect(Light().brightness == .one)
    var ambient = Light(.ambient, intensity: 5_000)
    ambient.color = Color(linear: Vector4(0.125, 0.125, 0.125, 1))
    #expect(ambient.brightness.distance(to: Vector3(repeating: 0.625)) < 1e-4)
  }

  @Test("Parity temperature: 6500 K is white, less is redder, more is bluer, without a step")
  func temperature() {
    #expect(Light.tint(ofTemperature: 6_500) == .one)
    // A black body of 2,856 K, the CIE's illuminant A, has the chromaticity (0.4476, 0.4074).
    let a = Light.tint(ofTemperature: 2_856)
    #expect(a.x > 1 && a.y < 1 && a.z < a.y && a.z > 0)
    let blue = Light.tint(ofTemperature: 12_000)
    #expect(blue.x < blue.y && blue.y < blue.z)
    var last = Light.tint(ofTemperature: 1_700).x
    for kelvin in stride(from: Float(1_750), through: 20_000, by: 50) {
      let red = Light.tint(ofTemperature: kelvin).x
      #expect(red < last + 5e-3 && red > last - 0.25, "\(kelvin)")
      last = red
    }
    #expect(Light.tint(ofTemperature: 100) == Light.tint(ofTemperature: 1_667))
  }
}
