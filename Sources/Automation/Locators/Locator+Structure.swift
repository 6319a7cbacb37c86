extension Locator {
  /// Whether the matches depend only on names, roles and the place of nodes in the tree, so that
  /// they stay the same until the tree changes.
  ///
  /// False for some selectors that do, such as those with elements that are named like roles.
  package var dependsOnTreeOnly: Bool {
    let known = ["node", "scene", "game", "name", "id", "role", "path"]
    return !text.dropFirst(text.hasPrefix("css:") ? 4 : 0).contains(":")
      && selector.names.allSatisfy { known.contains($0) }
  }
}
