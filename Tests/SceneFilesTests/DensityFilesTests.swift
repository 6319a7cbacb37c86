import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Density in files")
struct DensityFilesTests {
  private func level(_ physics: String) throws -> TemporaryScenes {
    try TemporaryScenes([
      "level.json": file(
        "\"nodes\": [{ \"name\": \"crate\", \"geometry\": { \"box\": {} }, \"physics\": \(physics) }]"
      )
    ])
  }

  @Test("A density in a file gives the mass")
  func density() throws {
    let scene = try level("{ \"density\": 700 }").read()
    scene.step()
    let body = try #require(scene.rootNode.node(atPath: "/crate")?.physicsBody)
    #expect(body.density == 700 && abs(body.mass - 700) < 0.01)
  }

  @Test("A mass and a density together are a problem at their body")
  func both() throws {
    let problems = try level("{ \"mass\": 2, \"density\": 700 }").problems()
    #expect(problems.count == 1)
    #expect(
      problems.first?.contains(
        "/nodes/0/physics: both mass and density are given; one is accepted, and null "
          + "resets the other") == true)
  }

  @Test("Null resets a mass in favor of a density")
  func reset() throws {
    #expect(try level("{ \"mass\": null, \"density\": 700 }").problems() == [])
    #expect(
      try level("{ \"density\": -1 }").problems().first?.contains("-1 is out of range") == true)
  }
}
