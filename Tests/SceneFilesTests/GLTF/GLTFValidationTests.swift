import CaromDocuments
import CaromSceneFiles
import TestSupport
import Testing

/// One small invalid file for each of the rules of glTF 2.0 that a file can break.
@Suite("glTF validation")
struct GLTFValidationTests {
  private func read(_ sample: GLTFSample) throws -> (problems: [String], warnings: [String]) {
    let scenes = try TemporaryScenes(model: sample)
    do throws(SceneFileError) {
      let file = try SceneReader(root: scenes.root).load("thing.glb")
      return ([], file.warnings.map(\.description))
    } catch {
      return (error.problems.map(\.description), [])
    }
  }

  @Test(
    "A file that breaks a rule is refused, or accepted with a warning", arguments: InvalidGLTF.data)
  func data(file: InvalidGLTF) throws { try check(file) }

  @Test(
    "A model that breaks a rule is refused, or accepted with a warning",
    arguments: InvalidGLTF.content)
  func content(file: InvalidGLTF) throws { try check(file) }

  private func check(_ file: InvalidGLTF) throws {
    let (problems, warnings) = try read(file.sample)
    let messages = file.isAccepted ? warnings : problems
    #expect(problems.isEmpty == file.isAccepted, "\(problems)")
    #expect(
      messages.contains { $0.contains(file.message) && $0.hasPrefix("thing.glb:byte ") },
      "\(messages)")
  }

  @Test("The rules are more than a hundred, and each is tested once")
  func count() {
    let rules = (InvalidGLTF.data + InvalidGLTF.content).map(\.rule)
    #expect(rules.count >= 100 && Set(rules).count == rules.count, "there are \(rules.count)")
  }

  @Test("A valid file with the same accessors has neither problems nor warnings")
  func valid() throws {
    let members = InvalidGLTF.mesh(
      "\"POSITION\":0,\"NORMAL\":2,\"TEXCOORD_0\":3,\"JOINTS_0\":4,\"WEIGHTS_0\":5", "\"indices\":1"
    )
    let file = InvalidGLTF.warned("valid", members, "")
    let (problems, warnings) = try read(file.sample)
    #expect(problems.isEmpty && warnings.isEmpty, "\(problems) \(warnings)")
  }
}
