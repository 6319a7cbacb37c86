import CaromDocuments
import CaromSceneFiles
import Foundation
import TestSupport
import Testing

@Suite("Tables of keys in articles")
struct KeyTableTests {
  private func schema(_ name: String) throws -> JSON {
    try #require(try JSON.parse(SceneSchema.text(roles: []))["$defs"]?[name]?["properties"])
  }

  /// The row of a table in an article that starts with a key.
  private func row(_ key: String, of article: String) throws -> String {
    try #require(
      article.components(separatedBy: "\n").first { line in
        line.hasPrefix("|") && line.split(separator: "|").first?.contains("`\(key)`") == true
      }, "no row of `\(key)`")
  }

  // Symptom: the article gave no keys of actions, such as the offset of `moveBy`. Cause: no table
  // listed them, and no test compared the article with the declarations.
  @Test("The article on actions has the keys of every action")
  func actions() throws {
    let article = try Repository.text("Sources/SceneGraph/Documentation.docc/Actions.md")
    let actions = try #require(try schema("Action").members.map(Array.init))
    #expect(actions.count > 20)
    let definitions = try #require(try JSON.parse(SceneSchema.text(roles: []))["$defs"])
    // A paragraph has those of many actions.
    let common = ["speed", "duration", "timing"]
    for action in actions {
      let row = try row(action.key, of: article)
      let name = action.value["$ref"]?.string?.split(separator: "/").last.map(String.init)
      let keys = name.flatMap { definitions[$0]?["properties"]?.members?.map(\.key) } ?? []
      for key in keys where !common.contains(key) {
        #expect(row.contains("`\(key)`"), "\(action.key).\(key)")
      }
      #expect(keys.isEmpty == row.contains("none"), "\(action.key)")
    }
    for key in common { #expect(article.contains("`\(key)`")) }
  }

  // Symptom: the table of joints lacked filter, gear, rackAndPinion and pulley. Cause: they were
  // added later, and no test compared the table with the declarations.
  @Test("The article on scene files has a row for each kind of joint and each setting of physics")
  func jointsAndSettings() throws {
    let article = try Repository.text("Sources/SceneFiles/Documentation.docc/WritingScenes.md")
    let joints = try #require(try schema("JointState").members.map(Array.init))
    let kinds = joints.filter { $0.value["$ref"]?.string?.hasSuffix("Joint") == true }.map(\.key)
    #expect(kinds.count == 12)
    let list = try row("ballSocket", of: article)
    for kind in kinds {
      #expect(list.contains("`\(kind)`"), "\(kind)")
      let effect = article.components(separatedBy: "| Kind | Effect |").last ?? ""
      _ = try row(kind, of: effect)
    }
    for setting in try #require(try schema("WorldState").members.map(Array.init)) {
      _ = try row(setting.key, of: article)
    }
  }
}
