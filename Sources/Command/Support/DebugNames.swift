import ArgumentParser
import CaromDocuments
import CaromSceneGraph

/// What is drawn for debugging as the command line names them: `shapes,contacts`.
struct DebugNames: Equatable {
  /// What is drawn.
  var options: DebugOptions

  /// The names, in the order in which they are listed.
  static let known: KeyValuePairs<String, DebugOptions> = [
    "shapes": .showPhysicsShapes, "contacts": .showContacts, "joints": .showConstraints,
    "fields": .showPhysicsFields, "boxes": .showBoundingBoxes, "wires": .showWireframe,
    "bones": .showSkeletons, "cameras": .showCameras, "lights": .showLightExtents,
    "reach": .showLightInfluences, "statistics": .showStatistics,
  ]

  /// The names in a row.
  static var list: String { known.map(\.key).joined(separator: ", ") }

  /// Reads names with commas between them, or `all`.
  ///
  /// - Throws: which name is unknown, with the nearest and all known ones.
  init(parsing text: String) throws {
    options = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if name == "all" {
        options.formUnion(DebugOptions(Self.known.map(\.value)))
      } else if let known = Self.known.first(where: { $0.key == name }) {
        options.insert(known.value)
      } else {
        let names = Self.known.map(\.key) + ["all"]
        let hint = nearest(name, in: names).map { "did you mean '\($0)'? " } ?? ""
        throw ValidationError(
          "no lines are named '\(name)'; \(hint)\(Self.list) and all are accepted, with commas")
      }
    }
  }
}
