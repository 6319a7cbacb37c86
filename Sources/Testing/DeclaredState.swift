public import CaromSimulation
public import Testing

extension Game {
  /// Records an issue for each stored property of the game's state and roles that is not declared.
  ///
  /// ```swift
  /// @Test func stateIsDeclared() { MyGame.checkDeclaredState() }
  /// ```
  ///
  /// - Parameter sourceLocation: The location of the issues.
  public static func checkDeclaredState(sourceLocation: SourceLocation = #_sourceLocation) {
    for property in undeclaredState {
      Issue.record(
        "\(property) is stored, but not declared, so snapshots and hashes do not include it",
        sourceLocation: sourceLocation)
    }
  }
}
