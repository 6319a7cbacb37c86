import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Foundation
import Testing

/// Normal maps of a constant tilt with a computed shade; tangents are those that meshes generate.
@Suite("Normal maps")
struct NormalMapTests {
  /// Orientations of texture coordinates on the sheet.
  enum Laying: CaseIterable {
    case plain
    case mirroredU
    case mirroredV
    case turned
  }

  /// A normal map with one normal: right, up and out of the image.
  private struct Tilt: ImageSource {
    var pixel: Image.Pixel
    func image(named name: String) -> Image { Image(width: 4, height: 4, filledWith: pixel) }
  }

  private static let pixel = Image.Pixel(204, 166, 222)

  /// The unit normal of the map at an intensity.
  private static func normal(_ intensity: Double) -> SIMD3<Double> {
    func part(_ byte: UInt8) -> Double { Double(byte) / 255 * 2 - 1 }
    let n = SIMD3(part(pixel.red) * intensity, part(pixel.green) * intensity, part(pixel.blue))
    return n / sqrt((n * n).sum())
  }

  /// The linear light of a white Lambertian sheet in the XY plane at the origin, seen from +Z.
  private static func light(
    _ laying: Laying, from direction: Vector3, intensity: Float = 1, scale: Vector3 = .one
  ) throws -> Double {
    let places = [Vector3(-1, 1, 0), Vector3(-1, -1, 0), Vector3(1, -1, 0), Vector3(1, 1, 0)]
    let laid = [Vector2(0, 0), Vector2(0, 1), Vector2(1, 1), Vector2(1, 0)].map { c in
      switch laying {
      case .plain: c
      case .mirroredU: Vector2(1 - c.x, c.y)
      case .mirroredV: Vector2(c.x, 1 - c.y)
      case .turned: Vector2(c.y, 1 - c.x)
      }
    }
    let material = Material()
    material.lightingModel = .lambert
    material.normal = MaterialProperty(image: "tilt", intensity: intensity)
    material.isDoubleSided = true
    let sheet = try Geometry(
      sources: [
        GeometrySource(vertices: places), GeometrySource(textureCoordinates: laid),
        GeometrySource(normals: Array(repeating: .unitZ, count: 4)),
      ], elements: [GeometryElement(indices: [0, 1, 2, 0, 2, 3])], materials: [material])
    let scene = Scene()
    scene.autoenablesDefaultLighting = false
    let node = Node(name: "sheet", geometry: sheet)
    node.scale = scale
    scene.rootNode.addChildNode(node)
    let eye = Node(name: "eye")
    eye.camera = Camera(fieldOfView: 0.5, zNear: 0.1, zFar: 10)
    eye.position.z = 3
    scene.rootNode.addChildNode(eye)
    let lamp = Node(name: "lamp")
    lamp.light = Light(.directional)
    lamp.orientation = Quaternion(lookingAlong: -direction)
    scene.rootNode.addChildNode(lamp)
    let frame = RenderFrame(scene, cache: RenderCache(images: Tilt(pixel: pixel)))
    return SRGB.linear(Int(Renderer().render(frame, width: 9, height: 9)[4, 4].red))
  }

  @Test(
    "A known tilt gives its cosine, however the texture is transformed", arguments: Laying.allCases)
  func tilt(laying: Laying) throws {
    let n = Self.normal(1)
    // The directions of the image's right and top on the sheet.
    let (right, top): (SIMD3<Double>, SIMD3<Double>) =
      switch laying {
      case .plain: (SIMD3(1, 0, 0), SIMD3(0, 1, 0))
      case .mirroredU: (SIMD3(-1, 0, 0), SIMD3(0, 1, 0))
      case .mirroredV: (SIMD3(1, 0, 0), SIMD3(0, -1, 0))
      // u grows downwards, v to the left.
      case .turned: (SIMD3(0, -1, 0), SIMD3(1, 0, 0))
      }
    let world = right * n.x + top * n.y + SIMD3(0, 0, 1) * n.z
    for direction in [
      Vector3(0, 0, 1), Vector3(0.6, 0, 0.8), Vector3(-0.6, 0, 0.8), Vector3(0, 0.6, 0.8),
      Vector3(0, -0.6, 0.8),
    ] {
      let toLight = SIMD3(Double(direction.x), Double(direction.y), Double(direction.z))
      let expected = max(0, (world * toLight).sum())
      let measured = try Self.light(laying, from: direction)
      #expect(abs(measured - expected) < 0.008, "\(direction): \(measured), computed \(expected)")
    }
  }

  @Test("Intensity scales the tilt: none, half, or double")
  func intensity() throws {
    for strength in [0, 0.5, 1, 2] as [Float] {
      let n = Self.normal(Double(strength))
      let measured = try Self.light(.plain, from: Vector3(0.6, 0, 0.8), intensity: strength)
      let expected = max(0, n.x * 0.6 + n.z * 0.8)
      #expect(abs(measured - expected) < 0.008, "\(strength): \(measured), computed \(expected)")
    }
  }

  @Test("A mirrored node mirrors the normal map")
  func mirroredNode() throws {
    let n = Self.normal(1)
    let measured = try Self.light(.plain, from: Vector3(0.6, 0, 0.8), scale: Vector3(-1, 1, 1))
    #expect(abs(measured - max(0, -n.x * 0.6 + n.z * 0.8)) < 0.008, "\(measured)")
  }
}
