import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Foundation
import Testing

/// Each lighting formula at one point, computed by the test in double precision.
@Suite("Lighting models")
struct LightingModelTests {
  private static let angles = stride(from: 0.0, through: 90, by: 10).map { $0 * .pi / 180 }

  @Test("Lambert: the cosine of the angle to the light times the diffuse color")
  func lambert() {
    for angle in Self.angles {
      var probe = ShadingProbe(.lambert)
      probe.surface.diffuse = .init(Vector3(0.8, 0.4, 0.1))
      probe.lights = [ShadingProbe.sun(angle)]
      let c = cos(angle)
      probe.expect(0.8 * c, 0.4 * c, 0.1 * c, "\(angle)")
    }
    var behind = ShadingProbe(.lambert)
    behind.surface.diffuse = .init(.one)
    behind.lights = [ShadingProbe.sun(2)]
    behind.expect(0)
  }

  @Test(
    "Blinn: the cosine to the half vector, to the power of the exponent",
    arguments: [1, 8, 50] as [Float])
  func blinn(exponent: Float) {
    for angle in Self.angles.dropLast() {
      var probe = ShadingProbe(.blinn)
      probe.surface.specular = .init(Vector3(repeating: 0.9))
      probe.surface.specularExponent = exponent
      probe.lights = [ShadingProbe.sun(angle)]
      // The eye is straight above, so the half vector is at half of the angle. Highlights fade
      // within 7° of the terminator.
      let power = pow(cos(angle / 2), Double(exponent)) * min(8 * cos(angle), 1)
      probe.expect(0.9 * power, what: "\(angle)")
    }
  }

  @Test("Phong: the cosine between the eye and the reflected light, to the power of the exponent")
  func phong() {
    for angle in Self.angles.dropLast() {
      var probe = ShadingProbe(.phong)
      probe.surface.specular = .init(Vector3(repeating: 0.9))
      probe.surface.specularExponent = 6
      probe.lights = [ShadingProbe.sun(angle)]
      probe.expect(0.9 * pow(cos(angle), 6) * min(8 * cos(angle), 1), what: "\(angle)")
    }
  }

  @Test(
    "Lights are added by color; ambient light is multiplied by the diffuse or the ambient color")
  func sums() {
    var probe = ShadingProbe(.lambert)
    probe.surface.diffuse = .init(Vector3(0.5, 0.5, 0.5))
    probe.lights = [
      ShadingProbe.sun(0, color: Vector3(0.5, 0, 0)),
      ShadingProbe.sun(.pi / 3, color: Vector3(0, 0.8, 0)),
      ShadingProbe.ambient(Vector3(0.1, 0.1, 0.1)), ShadingProbe.ambient(Vector3(0, 0, 0.4)),
    ]
    probe.expect(0.5 * 0.6, 0.5 * 0.5, 0.5 * 0.5)
    probe.surface.ambient = Vector3(1, 0, 0.2)
    probe.expect(0.25 + 0.1, 0.2, 0.2 * 0.5)
    probe.surface.model = .constant
    // Only ambient lights reach it.
    probe.expect(0.5 + 0.1, 0.5, 0.5 + 0.2 * 0.5)
  }

  @Test("Emission is added before multiplication: (emission + lit) · multiply")
  func emission() {
    var probe = ShadingProbe(.lambert)
    probe.surface.diffuse = .init(Vector3(repeating: 0.5))
    probe.surface.emission = .init(Vector3(0.3, 0, 0.1))
    probe.surface.multiply = .init(Vector3(0.5, 1, 0.2))
    probe.lights = [ShadingProbe.sun(.pi / 3)]
    probe.expect(0.55 * 0.5, 0.25, 0.35 * 0.2)
  }

  @Test(
    "A light attenuates between two distances by a power",
    arguments: [0, 1, 2, 3.5] as [Float])
  func attenuation(exponent: Float) {
    for distance in [0.5, 1, 2, 3, 4, 4.9, 5, 7] as [Float] {
      var light = RenderFrame.Light()
      light.position = Vector3(0, 0, distance)
      light.attenuationStart = 1
      light.attenuationEnd = 5
      light.attenuationExponent = exponent
      var probe = ShadingProbe(.lambert)
      probe.surface.diffuse = .init(.one)
      probe.lights = [light]
      let left = min(1, max(0, (5 - Double(distance)) / 4))
      let fraction = exponent == 0 ? (left > 0 ? 1 : 0) : pow(left, Double(exponent))
      probe.expect(fraction, what: "\(distance) m")
      var same = CaromSceneGraph.Light(.omni)
      (same.attenuationStart, same.attenuationEnd) = (1, 5)
      same.attenuationFalloffExponent = exponent
      #expect(abs(Double(same.attenuation(at: distance)) - fraction) < 1e-5, "\(distance) m")
    }
  }

  @Test("A cone is bright up to half its inner angle, dark from half its outer one, smooth between")
  func cone() {
    let (inner, outer) = (0.2, 0.5)
    for angle in stride(from: 0.0, through: 0.6, by: 0.05) {
      var light = RenderFrame.Light()
      light.type = .spot
      light.position = Vector3(0, 0, 3)
      let (s, c) = Portable.sincos(Float(angle))
      light.direction = Vector3(s, 0, -c)
      light.innerCosine = Float(cos(inner))
      light.outerCosine = Float(cos(outer))
      var probe = ShadingProbe(.lambert)
      probe.surface.diffuse = .init(.one)
      probe.lights = [light]
      let x = min(1, max(0, (cos(angle) - cos(outer)) / (cos(inner) - cos(outer))))
      probe.expect(x * x * (3 - 2 * x), what: "\(angle)")
    }
  }

  @Test("A light affects surfaces whose mask shares a bit, ambient lights included")
  func masks() {
    for kind in [LightType.directional, .ambient] {
      for light in 0..<4 as Range<UInt32> {
        for node in 0..<4 as Range<UInt32> {
          var probe = ShadingProbe(.lambert)
          probe.surface.diffuse = .init(.one)
          var one = kind == .ambient ? ShadingProbe.ambient(.one) : ShadingProbe.sun(0)
          one.categoryBitMask = light
          probe.lights = [one]
          var frame = probe.frame
          frame.draws[0].categoryBitMask = node
          let red = Renderer().render(frame, width: 9, height: 9)[4, 4].red
          #expect(red == (light & node != 0 ? 255 : 0), "\(kind), \(light) and \(node)")
        }
      }
    }
  }

  @Test("Microfacets: Trowbridge and Reitz, Smith and Schlick as in their papers")
  func microfacets() {
    for rough in [0.3, 0.6, 1.0] {
      for metal in [0.0, 0.5, 1.0] {
        for angle in Self.angles.dropLast(2) {
          var probe = ShadingProbe(.physicallyBased)
          let base = 0.6
          probe.surface.diffuse = .init(Vector3(repeating: Float(base)))
          probe.surface.roughness = RenderFrame.ScalarProperty(Float(rough))
          probe.surface.metalness = RenderFrame.ScalarProperty(Float(metal))
          probe.lights = [ShadingProbe.sun(angle, color: Vector3(repeating: 0.4))]
          let light = 0.4 * .pi * Self.reflected(base, metal, rough, angle)
          probe.expect(light, what: "rough \(rough), metal \(metal), \(angle)")
        }
      }
    }
  }

  /// The BRDF for a view along the normal, times the cosine of the light.
  ///
  /// By the formulas of Walter 2007 (D), Heitz 2014 (height-correlated G2) and Schlick 1994 (F) as
  /// published.
  private static func reflected(
    _ base: Double, _ metal: Double, _ rough: Double, _ angle: Double
  ) -> Double {
    let a2 = pow(rough, 4)
    let (nl, nv) = (cos(angle), 1.0)
    let nh = cos(angle / 2)
    let tan2 = (1 - nh * nh) / (nh * nh)
    let d = a2 / (.pi * pow(nh, 4) * pow(a2 + tan2, 2))
    func lambda(_ c: Double) -> Double { (-1 + sqrt(1 + a2 * (1 - c * c) / (c * c))) / 2 }
    let g = 1 / (1 + lambda(nl) + lambda(nv))
    let f0 = 0.04 + (base - 0.04) * metal
    let f = f0 + (1 - f0) * pow(1 - cos(angle / 2), 5)
    let specular = d * g * f / (4 * nl * nv)
    let diffuse = base * (1 - metal) * (1 - f) / .pi
    return (specular + diffuse) * nl
  }
}

extension ShadingProbe {
  /// The same for gray light.
  func expect(_ gray: Double, what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(gray, nil, nil, what, sourceLocation: sourceLocation)
  }
}
