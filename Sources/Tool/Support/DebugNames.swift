import ArgumentParser
import CaromDocuments
import CaromSceneGraph

/// The debug overlays as named on the command line: `shapes,contacts`.
struct DebugNames: Equatable {
  /// The selected options.
  var options: DebugOptions

  /// The names, in the order in which they are listed.
  static let known: KeyValuePairs<String, DebugOptions> = [
    "shapes": .showPhysicsShapes, "contacts": .showContacts, "joints": .showConstraints,
    "fields": .showPhysicsFields, "boxes": .showBoundingBoxes, "wires": .showWireframe,
    "bones": .showSkeletons, "cameras": .showCameras, "lights": .showLightExtents,
    "reach": .showLightInfluences, "statistics": .showStatistics,
  ]

  /// The names as a list.
  static var list: String { known.map(\.key).joined(separator: ", ") }

  /// Parses names separated by commas, or `all`.
  ///
  /// - Throws: An error for an unknown name, with the most similar and all known names.
  init(parsing text: String) throws {
    options = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if name == "all" {
        options.formUnion(DebugOptions(Self.known.map(\.value)))
      } else if let known = Self.known.first(where: { $0.key == name }) {
        options.insert(known.value)
      } else {
        let names = Self.known.map(\.key) + ["all"]
        let hint = nearest(name, in: names).map { "; did you mean '\($0)'?" } ?? ""
        throw ValidationError(
          "unknown name '\(name)'\(hint.isEmpty ? ";" : hint) all or a comma-separated list of these is "
            + "accepted: \(Self.list)")
      }
    }
  }
}
