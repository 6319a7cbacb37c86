package import ArgumentParser
package import CaromContent

/// The option of commands that read scenes or assets.
package struct ContentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder that contains Scenes and Assets.", valueName: "folder"))
  package var root: String?

  package init() {}

  /// Finds the content folder.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if there is none.
  package func find() throws -> ContentRoot {
    do throws(ContentRoot.NotFound) {
      return try ContentRoot.find(option: root)
    } catch {
      throw CommandFailure.wrongUse(error.description)
    }
  }
}
