import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Lines and points")
struct LinesAndPointsTests {
  /// A mesh of three vertices around the origin, seen from 4 m; half the image height is 1.66 m
  /// there.
  private static func renderedImage(
    _ element: GeometryElement, colors: [Color] = [], size: Int = 361, samples: Int = 1
  ) throws -> Image {
    let places = [Vector3(-1, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)]
    var sources = [GeometrySource(vertices: places)]
    if !colors.isEmpty { sources.append(GeometrySource(colors: colors)) }
    let geometry = try Geometry(sources: sources, elements: [element])
    let material = Material(diffuse: Color(1, 0, 0))
    geometry.materials = [material]
    let scene = Scene()
    scene.background.color = .black
    scene.rootNode.addChildNode(Node(name: "strokes", geometry: geometry))
    let eye = Node(name: "eye")
    eye.camera = Camera(fieldOfView: .pi / 4, zNear: 0.1, zFar: 100)
    eye.position = Vector3(0, 0, 4)
    scene.rootNode.addChildNode(eye)
    scene.pointOfView = eye
    return Scenes.renderedImage(scene, width: size, height: size, samples: samples)
  }

  private static func redCount(_ image: Image) -> Int {
    image.bytes.indices.count { $0 % 4 == 0 && image.bytes[$0] == 255 }
  }

  @Test("A line is drawn in the diffuse color between its ends")
  func line() throws {
    let image = try LinesAndPointsTests.renderedImage(
      GeometryElement(indices: [0, 1], primitiveType: .line))
    #expect(image[180, 180] == .init(255, 0, 0) && image[100, 180] == .init(255, 0, 0))
    #expect(image[60, 180] == .init(0, 0, 0) && image[180, 170] == .init(0, 0, 0))
    // 2 m of 3.31 in 361 pixels.
    #expect((200...250).contains(LinesAndPointsTests.redCount(image)))
  }

  @Test("Points are squares of their size, clamped to their screen-space bounds")
  func points() throws {
    var element = GeometryElement(indices: [0, 1, 2], primitiveType: .point)
    element.pointSize = 0.2
    element.maximumPointScreenSpaceRadius = 100
    let image = try LinesAndPointsTests.renderedImage(element)
    // 0.2 m are 21.8 pixels: three squares of about 475.
    #expect((1_300...1_500).contains(LinesAndPointsTests.redCount(image)))
    #expect(image[180, 180] == .init(0, 0, 0) && image[71, 180] == .init(255, 0, 0))
    // Four units of 720 are two pixels of 361 to each side.
    element.maximumPointScreenSpaceRadius = 4
    #expect(
      (36...76).contains(
        LinesAndPointsTests.redCount(try LinesAndPointsTests.renderedImage(element))))
    element.pointSize = 0
    element.minimumPointScreenSpaceRadius = 4
    #expect(
      (36...76).contains(
        LinesAndPointsTests.redCount(try LinesAndPointsTests.renderedImage(element))))
  }

  /// Symptom: lines and points vanished from small pictures, or were dotted.
  ///
  /// Cause: their width is a share of the picture's height, and less than a pixel was drawn where
  /// it covered the center of a pixel by chance.
  @Test("Lines and points are at least a pixel wide", arguments: [24, 48, 100, 200], [1, 4])
  func small(size: Int, samples: Int) throws {
    for vertices in [[0, 1], [0, 2]] as [[Int32]] {
      let image = try LinesAndPointsTests.renderedImage(
        GeometryElement(indices: vertices, primitiveType: .line), size: size, samples: samples)
      // From -1 m to 0 m, of 3.31 m in the picture.
      let columns = (size / 2 - size * 29 / 100)..<(size / 2 - size / 50)
      for x in columns {
        let red = (0..<size).map { Int(image[x, $0].red) }.reduce(0, +)
        #expect(red >= 200, "column \(x) of \(size) in \(vertices)")
      }
    }
    var points = GeometryElement(indices: [0, 1, 2], primitiveType: .point)
    points.pointSize = 0.001
    points.maximumPointScreenSpaceRadius = 100
    let dots = try LinesAndPointsTests.renderedImage(points, size: size, samples: samples)
    let light = dots.bytes.indices.filter { $0 % 4 == 0 }.map { Int(dots.bytes[$0]) }
    #expect(light.reduce(0, +) >= 3 * 200)
  }
}
