import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Foundation
import Testing

/// Mirrored surroundings at one point, whose colour says which direction is seen.
@Suite("Mirrored surroundings")
struct SurroundingsTests {
  /// Six faces of a colour each, as in ``SurfaceExtractionTests``, and a panorama that grows from left to
  /// right in red and from top to bottom in green.
  private struct Pictures: ImageSource {
    func image(named name: String) throws(ImageSourceError) -> Image {
      guard name == "panorama" else { return try SurfaceExtractionTests.Faces().image(named: name) }
      var image = Image(width: 256, height: 128)
      for y in 0..<128 { for x in 0..<256 { image[x, y] = .init(UInt8(x), UInt8(y * 2), 0) } }
      return image
    }
  }

  /// What a black mirror at the origin shows whose normal stands `normal`, seen from +Z.
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
    let frame = RenderFrame(scene, cache: RenderCache(images: Pictures()))
    return Renderer().render(frame, width: 9, height: 9)[4, 4]
  }

  @Test("A mirror shows the face of a cube that the mirrored ray meets")
  func cube() throws {
    let names = SurfaceExtractionTests.Faces.names
    let contents = MaterialContents.cube(CubeImages(names))
    // Half way between the eye, at +Z, and the direction that is to be seen.
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

  @Test("A mirror shows the place of a panorama by the angles of the mirrored ray")
  func panorama() throws {
    for (x, y) in [(0, 0), (0.5, 0), (-0.5, 0), (0, 0.4), (0, -0.4), (0.4, 0.3), (-0.3, -0.6)] {
      let normal = try #require(Vector3(Float(x), Float(y), 1).normalized)
      let n = SIMD3(Double(normal.x), Double(normal.y), Double(normal.z))
      // The ray to the eye is +Z: d = 2 (n · e) n − e.
      let d = n * (2 * n.z) - SIMD3(0, 0, 1)
      // The middle of the picture is along −Z, its left edge along +Z.
      let u = atan2(d.x, -d.z) / (2 * .pi) + 0.5
      let v = 0.5 - asin(max(-1, min(1, d.y))) / .pi
      let pixel = Self.mirrored(.image("panorama"), normal)
      if (0.01...0.99).contains(u) {
        #expect(abs(Double(pixel.red) - u * 256) < 2.5, "\(x), \(y): \(pixel), u \(u)")
      }
      #expect(abs(Double(pixel.green) - v * 256) < 4, "\(x), \(y): \(pixel), v \(v)")
    }
  }

  @Test("Each slot's colour grows evenly with its intensity")
  func intensities() {
    /// The linear light of a sheet whose material was changed.
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
      let frame = RenderFrame(scene, cache: RenderCache(images: Pictures()))
      return SRGB.linear(Int(Renderer().render(frame, width: 9, height: 9)[4, 4].red))
    }
    let slots: [(String, ReferenceWritableKeyPath<Material, MaterialProperty>, Double)] = [
      ("diffuse", \.diffuse, 0.5), ("ambient", \.ambient, 0.5), ("specular", \.specular, 0.5),
      // The plain sky that stands for a picture is 0.2 + 0.7 · ½ at the horizon.
      ("emission", \.emission, 1), ("reflective", \.reflective, 0.55),
    ]
    for (name, slot, whole) in slots {
      for intensity in [0.25, 0.5, 1] as [Float] {
        let seen = light {
          $0[keyPath: slot] = MaterialProperty(color: .white, intensity: intensity)
        }
        let expected = whole * Double(intensity)
        #expect(abs(seen - expected) < 0.006, "\(name) at \(intensity): \(seen), \(expected)")
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
