import ArgumentParser
import CaromDocuments

/// Finds words on the command line that are no command, before the parser calls them unexpected
/// arguments.
enum CommandNames {
  /// Checks the words that must name commands.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the process, without its name.
  ///   - root: The command that they belong to.
  /// - Throws: ``CommandFailure`` with code 2 and the command that was probably meant.
  static func check(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) throws(CommandFailure) {
    var (command, path) = (root, name(of: root))
    for (index, word) in arguments.enumerated() {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, command.configuration.defaultSubcommand == nil else { return }
      guard !word.hasPrefix("-") else { return }
      if word == "help", index == 0 { continue }
      guard let next = commands.first(where: { name(of: $0) == word }) else {
        let known = commands.map(name)
        throw .wrongUse("there is no command '\(path) \(word)'" + suggestion(for: word, in: known))
      }
      (command, path) = (next, "\(path) \(word)")
    }
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? command._commandName
  }
}
