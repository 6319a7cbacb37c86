import CaromSceneFiles
import Testing

// Symptom: a file of a few kilobytes took for ever to read.
// Cause: geometries were searched for all levels of detail of their levels of detail, which doubled
// with each.
@Suite("Regression: levels of detail without end")
struct EndlessLevelsOfDetail {
  @Test("Levels of detail that have levels of their own are refused")
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
    #expect(problems.allSatisfy { $0.contains("has levels of its own") })
  }
}
