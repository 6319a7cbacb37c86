import CaromDocuments
import CaromProperties
import CaromSceneGraph

// Files of another game than that of the scene, which can be parts of it.
extension FileBuilder {
  /// Accepts the roles of the game that a part names.
  mutating func useRoles(ofGame json: JSON) {
    if json.string == loader.game {
      reader[RoleTypes.self] = loader.roles
      isForeign = false
      return
    }
    let games = loader.settings.games
    if let game = games.first(where: { $0.name == json.string }) {
      reader[RoleTypes.self] = game.roles
      // A scene without a game has the roles of all games.
      isForeign = loader.game != nil
    } else if games.isEmpty {
      let own = loader.game.map(quoted) ?? "none"
      reader.fail(json, "the game is \(json), but that of the scene is \(own)")
    } else {
      let names = games.map(\.name)
      let hint = json.string.map { suggestion(for: $0, in: names) } ?? ""
      reader.fail(json, "there is no game \(json)\(hint)")
    }
  }

  /// Removes a role that the scene's game does not have.
  mutating func dropRole(of state: inout NodeState, _ json: JSON) {
    guard let role = state.role.value else { return }
    let type = ObjectIdentifier(type(of: role))
    guard !loader.roles.contains(where: { ObjectIdentifier($0) == type }) else { return }
    state.role = RoleValue()
    guard let own = json["role"] else { return }
    let game = loader.game ?? "none"
    reader.warn(
      own,
      "the role has no effect, because the game of the scene is \(game); an override with a role "
        + "of that game is accepted")
  }
}
