import TestSupport

/// Runs `SampleProgram`, whose package is `Tests/SampleProgram`.
enum SampleProgram {
  private static let program = BuiltProgram(
    name: "SampleProgram", package: Repository.url("Tests/SampleProgram"))

  /// Runs the program in its package and waits for its end.
  static func run(_ arguments: String...) throws -> BuiltProgram.Outcome { try run(arguments) }

  /// Runs the program in its package and waits for its end.
  static func run(_ arguments: [String]) throws -> BuiltProgram.Outcome {
    try program.run(arguments)
  }
}
