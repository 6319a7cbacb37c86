package import CaromAutomation
package import CaromContent
package import CaromSimulation
import CaromSceneFiles

extension AgentServer {
  /// The resources of a loaded level: its scene file and the schema of scenes.
  ///
  /// - Parameters:
  ///   - loaded: The level.
  ///   - games: The games whose roles the schema has.
  /// - Returns: The resources, which are read when they are asked for.
  package static func resources(
    of loaded: SessionLoader.Loaded, games: [any Game.Type]
  ) -> [Resource] {
    let path = loaded.currentFile.files.first.map {
      loaded.currentFile.reader.root.folder + "/" + $0
    }
    return [
      Resource(
        uri: "carom://scene", name: "The scene file of the level", mediaType: "application/json"
      ) {
        guard let path else { return "null" }
        return String(decoding: try Files.read(path), as: UTF8.self)
      },
      Resource(
        uri: "carom://schema", name: "The schema of scene files",
        mediaType: "application/schema+json"
      ) {
        SceneSchema.text(
          roles: games.flatMap { $0.allRoles }, games: games.map { ($0.name, $0.allRoles) })
      },
    ]
  }
}
