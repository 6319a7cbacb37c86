import ArgumentParser

/// The option of every command that reads scenes or assets.
struct RootOption: ParsableArguments {
  @Option(help: ArgumentHelp("The folder that holds Scenes and Assets.", valueName: "folder"))
  var root: String?

  /// The folder asked for, or the one that is found.
  func find() throws -> EngineRoot { try EngineRoot.find(option: root) }
}
