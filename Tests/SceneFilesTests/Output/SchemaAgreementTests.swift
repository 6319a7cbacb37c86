import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

/// Comparison of the schema and the reader for files with typical mistakes.
@Suite("Schema and reader")
struct SchemaAgreementTests {
  /// Messages about rules that a schema cannot express, such as references and combinations of
  /// numbers.
  private static let beyondSchemas = [
    "there is no node", "is named", "are named", "there is no class", "has no node", "circle",
    "there is no file", "is a folder", "the path", "exclude each other", "is not a valid name",
    "zFar", "all points lie", "unit length", "joint", "has no body", "a hull needs",
    "has the index",
    "there are", "skew",
    "nothing to override", "is no shape", "the game is", "leads out", "mesh", "is no color",
    "is not a relative path", "mass and density",
  ]

  /// The number of damaged files to try: a sample, or more under `TIER=full`.
  private static var rounds: Int { isFullTier ? 4_000 : 300 }

  @Test(
    "The reader rejects what the schema rejects; further rejections are beyond a schema",
    .enabled(if: PythonOracle.has("jsonschema"), "Python's jsonschema is not installed"))
  func agree() throws {
    var chance = RandomScenes(seed: 5)
    var originals = [SceneFuzzTests.text]
    for _ in 0..<8 { originals.append(try SceneWriter.text(of: chance.scene(count: 12))) }
    let trees = try originals.map { Tree(try JSON.parse($0)) }
    let scenes = try TemporaryScenes(["part.json": SceneFuzzTests.part])
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let reader = SceneReader(root: scenes.root, roles: testRoles)

    var random = RandomStream(seed: 12)
    var texts: [String] = []
    var refusals: [[Problem]] = []
    for round in 0..<Self.rounds {
      let tree = trees[round % trees.count].damaged(&random)
      texts.append(tree.text)
      do throws(SceneFileError) {
        _ = try reader.load(tree.text, at: "level.json")
        refusals.append([])
      } catch { refusals.append(error.problems) }
    }
    let verdicts = try judge(texts)
    try #require(verdicts.count == texts.count)
    var counts = (both: 0, reader: 0, none: 0)
    for (i, (verdict, problems)) in zip(verdicts, refusals).enumerated() {
      switch (verdict.isEmpty, problems.isEmpty) {
      case (true, true): counts.none += 1
      case (false, true): Issue.record("\(i): only the schema reports: \(verdict)")
      case (false, false): counts.both += 1
      case (true, false):
        counts.reader += 1
        let messages = problems.map(\.description)
        let isBeyond = messages.contains { text in
          Self.beyondSchemas.contains { text.contains($0) }
        }
        #expect(isBeyond, "\(i): only the reader reports: \(messages)")
      }
    }
    print("measured: of damaged scenes schema and reader refuse \(counts)")
    #expect(counts.both > Self.rounds / 3 && counts.none > 5)
  }

  /// The messages of Python's validator for each text; empty for valid texts.
  private func judge(_ texts: [String]) throws -> [String] {
    var input = JSONWriter()
    input.beginObject()
    input.key("schema")
    input.raw(SceneSchema.text(roles: testRoles))
    input.key("files")
    input.beginArray()
    for text in texts { input.raw(text) }
    input.endArray()
    input.endObject()
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator as V
      data = json.load(sys.stdin)
      v = V(data["schema"])
      for d in data["files"]:
          e = next(v.iter_errors(d), None)
          print("" if e is None else e.json_path + ": " + e.message[:150].replace("\\n", " "))
      """
    let output = try PythonOracle.run(program, module: "jsonschema", input: input.text)
    return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }
}

/// A mutable JSON value.
private indirect enum Tree {
  case scalar(String)
  case object([(key: String, value: Tree)])
  case array([Tree])

  init(_ json: JSON) {
    if let members = json.members {
      self = .object(members.map { ($0.key, Tree($0.value)) })
    } else if let elements = json.elements {
      self = .array(elements.map { Tree($0) })
    } else {
      self = .scalar(json.description)
    }
  }

  var text: String {
    switch self {
    case .scalar(let text): text
    case .object(let members):
      "{\(members.map { "\(quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    }
  }

  /// The number of values in the tree, including the root.
  var count: Int {
    switch self {
    case .scalar: 1
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    }
  }

  /// A copy with one value damaged.
  func damaged(_ random: inout RandomStream) -> Tree {
    var index = random.int(below: count)
    return changed(&index) { $0.wrong(&random) }
  }

  private func changed(_ index: inout Int, _ change: (Tree) -> Tree) -> Tree {
    index -= 1
    if index == -1 { return change(self) }
    switch self {
    case .scalar: return self
    case .object(let members):
      return .object(
        members.map { ($0.key, index < 0 ? $0.value : $0.value.changed(&index, change)) })
    case .array(let elements):
      return .array(elements.map { index < 0 ? $0 : $0.changed(&index, change) })
    }
  }

  private func wrong(_ random: inout RandomStream) -> Tree {
    switch (self, random.int(below: 6)) {
    case (.object(let members), 0): return .object(members + [("zzz", .scalar("1"))])
    case (.object(let members), 1) where !members.isEmpty:
      let gone = random.int(below: members.count)
      return .object(members.enumerated().filter { $0.offset != gone }.map(\.element))
    case (.array(let elements), 0) where !elements.isEmpty: return .array(elements.dropLast())
    case (.array(let elements), 1) where !elements.isEmpty: return .array(elements + elements)
    case (_, 2): return .scalar("\"wrong\"")
    case (_, 3): return .scalar(["-7", "1e30", "0.5", "99999999"][random.int(below: 4)])
    case (_, 4): return .scalar("true")
    case (_, 5): return .object([])
    default: return .array([])
    }
  }
}
