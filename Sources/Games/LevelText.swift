import CaromMaths
import CaromSimulation

/// The text of a scene file of a generated level, node by node.
struct LevelText {
  private let request: LevelRequest
  private let game: String
  /// The members of the file apart from the nodes, each with its key.
  var header: [String] = []
  /// The nodes, as they stand in the file.
  var nodes: [String] = []
  /// How many nodes have a name, which are numbered.
  private var counts: [String: Int] = [:]

  init(_ game: any Game.Type, _ request: LevelRequest) {
    (self.game, self.request) = (game.name, request)
  }

  /// The next name with a number, such as `bridge3`.
  mutating func name(_ base: String) -> String {
    counts[base, default: 0] += 1
    return "\(base)\(counts[base, default: 0])"
  }

  /// How many names with a number were made.
  func count(of base: String) -> Int { counts[base, default: 0] }

  /// Adds a node that is a part of another file.
  ///
  /// - Parameters:
  ///   - name: The name; see ``name(_:)``.
  ///   - scene: The path of the file below the folder of scenes.
  ///   - position: The position, in meters.
  ///   - members: Further members, such as `"scale": [1, 1, 2]`.
  mutating func add(
    _ name: String, _ scene: String, _ position: Vector3, _ members: String...
  ) {
    let all =
      [
        #""name": "\#(name)""#, #""scene": "\#(path(scene))""#,
        #""position": \#(Self.vector(position))"#,
      ] + members.filter { !$0.isEmpty }
    nodes.append("{ \(all.joined(separator: ", ")) }")
  }

  /// The path of a part from the folder of the level.
  func path(_ scene: String) -> String { request.scenes + scene }

  /// The whole text.
  var text: String {
    let members =
      [
        #""$schema": "\#(path("scene.schema.json"))""#, #""format": "carom.scene/1""#,
        #""game": "\#(game)""#,
      ] + header + ["\"nodes\": [\n\(nodes.joined(separator: ",\n"))\n]"]
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  /// A number in millimeters, which needs few digits.
  static func number(_ value: Float) -> String {
    let rounded = (value * 1000).rounded() / 1000
    // Also turns -0 into 0.
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  static func vector(_ v: Vector3) -> String { "[\(number(v.x)), \(number(v.y)), \(number(v.z))]" }
}
