import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Foundation
import Testing

/// Reflected environments at one point, whose color encodes the reflected direction.
@Suite("Reflected environments")
struct EnvironmentMapTests {
  /// Six single-color faces, as in ``SurfaceExtractionTests``, and a panorama whose red increases
  /// from left to right and green from top to bottom.
  private struct GeneratedImages: ImageSource {
    func image(named name: String) throws(ImageSourceError) -> Image {
      guard name == "panorama" else { return try SurfaceExtractionTests.Faces().image(named: name) }
      var image = Image(width: 256, height: 128)
      for y in 0..<128 { for x in 0..<256 { image[x, y] = .init(UInt8(x), UInt8(y * 2), 0) } }
      return image
    }
  }

  /// The reflection of a black surface at the origin with a given normal, seen from +Z.
  private static func mirrored(_ contents: MaterialContents, _ normal: Vector3) -> Image.Pixel {
    let material = Material(diffuse: .black)
    material.reflective.contents = contents
    let sheet = Geometry.plane(width: 1, height: 1)
    sheet.materials = [material]
    let scene = Scene()
    scene.autoenablesDefaultLighting = false
    let node = Node(name: "sheet", geometry: sheet)
    node.orientation = Quaternion(lookingAlong: -normal)
    scene.rootNode.addChildNode(node)
    let eye = Node(name: "eye")
    eye.camera = Camera(fieldOfView: 0.1, zNear: 0.1, zFar: 100)
    eye.position.z = 50
    scene.rootNode.addChildNode(eye)
    let frame = RenderFrame(scene, cache: RenderCache(images: GeneratedImages()))
    return Renderer().render(frame, width: 9, height: 9)[4, 4]
  }

  @Test("A reflection shows the cube face that the reflected ray hits")
  func cube() throws {
    let names = SurfaceExtractionTests.Faces.names
    let contents = MaterialContents.cube(CubeImages(names))
    // Halfway between the eye at +Z and the reflected direction.
    let halves: [(Int, Vector3)] = [
      (0, Vector3(1, 0, 1)), (1, Vector3(-1, 0, 1)), (2, Vector3(0, 1, 1)), (3, Vector3(0, -1, 1)),
      (4, Vector3(0, 0, 1)),
    ]
    for (face, half) in halves {
      let normal = try #require(half.normalized)
      #expect(
        Self.mirrored(contents, normal) == SurfaceExtractionTests.Faces.pixel(face),
        "\(names[face])")
    }
  }

  @Test("A reflection shows the panorama at the angles of the reflected ray")
  func panorama() throws {
    for (x, y) in [(0, 0), (0.5, 0), (-0.5, 0), (0, 0.4), (0, -0.4), (0.4, 0.3), (-0.3, -0.6)] {
      let normal = try #require(Vector3(Float(x), Float(y), 1).normalized)
      let n = SIMD3(Double(normal.x), Double(normal.y), Double(normal.z))
      // The ray to the eye is +Z: d = 2 (n · e) n − e.
      let d = n * (2 * n.z) - SIMD3(0, 0, 1)
      // The center of the image is −Z, its left edge +Z.
      let u = atan2(d.x, -d.z) / (2 * .pi) + 0.5
      let v = 0.5 - asin(max(-1, min(1, d.y))) / .pi
      let pixel = Self.mirrored(.image("panorama"), normal)
      if (0.01...0.99).contains(u) {
        #expect(abs(Double(pixel.red) - u * 256) < 2.5, "\(x), \(y): \(pixel), u \(u)")
      }
      #expect(abs(Double(pixel.green) - v * 256) < 4, "\(x), \(y): \(pixel), v \(v)")
    }
  }

  @Test("Each property's color is proportional to its intensity")
  func intensities() {
    /// The linear light of a sheet with a modified material.
    func light(_ change: (Material) -> Void) -> Double {
      let material = Material(diffuse: .black)
      material.lightingModel = .blinn
      material.locksAmbientWithDiffuse = false
      material.ambient.color = .black
      material.shininess = 0.01
      change(material)
      let sheet = Geometry.plane(width: 2, height: 2)
      sheet.materials = [material]
      let scene = Scene()
      scene.rootNode.addChildNode(Node(name: "sheet", geometry: sheet))
      let eye = Node(name: "eye")
      eye.camera = Camera(fieldOfView: 0.1, zNear: 0.1, zFar: 100)
      eye.position.z = 10
      scene.rootNode.addChildNode(eye)
      for type in [LightType.directional, .ambient] {
        let lamp = Node()
        lamp.light = Light(type, intensity: 500)
        scene.rootNode.addChildNode(lamp)
      }
      let frame = RenderFrame(scene, cache: RenderCache(images: GeneratedImages()))
      return SRGB.linear(Int(Renderer().render(frame, width: 9, height: 9)[4, 4].red))
    }
    let slots: [(String, ReferenceWritableKeyPath<Material, MaterialProperty>, Double)] = [
      ("diffuse", \.diffuse, 0.5), ("ambient", \.ambient, 0.5), ("specular", \.specular, 0.5),
      // The default sky is 0.2 + 0.7 · ½ at the horizon.
      ("emission", \.emission, 1), ("reflective", \.reflective, 0.55),
    ]
    for (name, slot, whole) in slots {
      for intensity in [0.25, 0.5, 1] as [Float] {
        let measured = light {
          $0[keyPath: slot] = MaterialProperty(color: .white, intensity: intensity)
        }
        let expected = whole * Double(intensity)
        #expect(
          abs(measured - expected) < 0.006, "\(name) at \(intensity): \(measured), \(expected)")
      }
    }
    let multiplied = light {
      $0.emission.color = .white
      $0.multiply.intensity = 0.25
    }
    #expect(abs(multiplied - 0.25) < 0.004)
    let selfLit = light {
      $0.diffuse = MaterialProperty(color: .white, intensity: 0.5)
      $0.selfIllumination = MaterialProperty(color: .white, intensity: 0.5)
    }
    #expect(abs(selfLit - 0.5) < 0.006, "half of the light of the lamp and half of its own")
    let occluded = light {
      $0.ambient.color = .white
      $0.ambientOcclusion.intensity = 0.5
    }
    #expect(abs(occluded - 0.25) < 0.004)
  }
}
