import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Testing

// Symptom: 3,600 uses of one part with a sphere exceeded the limit of cells, and the message
// pointed inside of the part. Cause: each use of a file has its own geometries, and each had its
// own mesh.
@Suite("Regression: many parts")
struct ManyPartsTests {
  private func scenes(_ geometry: String, count: Int) throws -> TemporaryScenes {
    let uses = (0..<count).map { "{ \"name\": \"n\($0)\", \"scene\": \"part.json\" }" }
    return try TemporaryScenes([
      "level.json": file("\"nodes\": [\n\(uses.joined(separator: ",\n"))]"),
      "part.json": file("\"nodes\": [{ \"geometry\": \(geometry), \"physics\": {} }]"),
    ])
  }

  @Test("Equal geometries of 3,600 parts share one mesh, until one of them changes")
  func shared() throws {
    let scene = try scenes("{ \"sphere\": { \"segmentCount\": 48 } }", count: 3_600).read()
    let geometries = scene.rootNode.childNodes.compactMap(\.geometry)
    #expect(geometries.count == 3_600)
    #expect(geometries[0] !== geometries[1] && geometries[0].mesh === geometries[3_599].mesh)
    geometries[1].primitive = .sphere(Sphere(radius: 2))
    #expect(geometries[1].mesh !== geometries[0].mesh)
    #expect(geometries[1].mesh.positions.map(\.length).max().map { abs($0 - 2) < 1e-4 } == true)
    #expect(geometries[2].mesh === geometries[0].mesh)
  }

  @Test("The limit of cells is reported at the reference in the outermost file")
  func position() throws {
    let scenes = try TemporaryScenes([
      "level.json": file("\"nodes\": [{ \"scene\": \"a.json\" },\n{ \"scene\": \"b.json\" }]"),
      "a.json": file("\"nodes\": [{ \"geometry\": { \"sphere\": { \"radius\": 1 } } }, {}]"),
      "b.json": file("\"nodes\": [{ \"geometry\": { \"sphere\": { \"radius\": 2 } } }, {}]"),
    ])
    var reader = SceneReader(root: scenes.root)
    reader.limits.cells = 1_000
    #expect(
      reader.problems(in: "level.json").map(\.description) == [
        "level.json:3:12: /nodes/1/scene: the meshes of the scene have more than 1000 cells; fewer "
          + "are accepted"
      ])
  }
}
