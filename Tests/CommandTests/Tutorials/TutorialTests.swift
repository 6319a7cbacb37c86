import Foundation
import TestSupport
import Testing

@Suite("Tutorials")
struct TutorialTests {
  @Test(
    "Every step can be followed: its files are read, and its commands succeed",
    arguments: ["Your-First-Level", "Your-First-Game"])
  func steps(name: String) throws {
    let tutorial = try Tutorial(name)
    #expect(tutorial.steps.count >= 10)
    try TemporaryFolder.use { place in
      var folder = try TutorialFolder(in: place)
      for (index, step) in tutorial.steps.enumerated() {
        let problem = try folder.follow(step)
        #expect(problem == nil, "step \(index + 1) with a file, \(step.name)")
        guard problem == nil else { return }
      }
      guard name == "Your-First-Game" else { return }
      // What a reader has at the end is the example, but for files that no step changes.
      let example = Repository.url("Assets/examples/mini-golf")
      for part in ["Sources", "Scenes"] {
        let paths = try FileManager.default.subpathsOfDirectory(
          atPath: folder.current.appending(path: part).path)
        let own = try FileManager.default.subpathsOfDirectory(
          atPath: example.appending(path: part).path)
        #expect(paths.sorted() == own.sorted())
        for path in paths where path.hasSuffix("swift") || path.hasSuffix("json") {
          let made = try Data(contentsOf: folder.current.appending(path: "\(part)/\(path)"))
          let kept = try Data(contentsOf: example.appending(path: "\(part)/\(path)"))
          #expect(made == kept, "\(path)")
        }
      }
    }
  }
}
