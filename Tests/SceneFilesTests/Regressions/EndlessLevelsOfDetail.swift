import CaromSceneFiles
import Testing

// Symptom: reading a file of a few kilobytes did not terminate. Cause: levels of detail could have
// levels of detail of their own, so the number of geometries doubled with each level.
@Suite("Regression: nested levels of detail")
struct EndlessLevelsOfDetail {
  @Test("Nested levels of detail are rejected")
  func levels() throws {
    let chain = (1..<40).map { i in
      let level = "{\"worldSpaceDistance\":9,\"geometry\":\"g\(i - 1)\"}"
      return "\"g\(i)\":{\"box\":{},\"levelsOfDetail\":[\(level),\(level)]}"
    }
    let scenes = try TemporaryScenes([
      "level.json": file(
        "\"geometries\":{\"g0\":{\"box\":{}},\(chain.joined(separator: ","))},"
          + "\"nodes\":[{\"geometry\":\"g39\"}]")
    ])
    let problems = scenes.problems()
    #expect(problems.count == 38)
    #expect(problems.allSatisfy { $0.contains("has levels of detail") })
  }
}
