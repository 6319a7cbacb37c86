import ArgumentParser
import CaromContent

/// The option of every command that reads scenes or assets.
struct ContentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder that holds Scenes and Assets.", valueName: "folder"))
  var root: String?

  /// The folder filters for, or the one that is found.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if there is none.
  func find() throws -> ContentRoot {
    do throws(ContentRoot.NotFound) {
      return try ContentRoot.find(option: root)
    } catch {
      throw CommandFailure.wrongUse(error.description)
    }
  }
}
