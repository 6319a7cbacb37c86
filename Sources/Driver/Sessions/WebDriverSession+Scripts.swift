import CaromAutomation
import CaromDocuments
import CaromSimulation
import Foundation

// Scripts: the commands of the core, and the few scripts that clients send by themselves.

extension WebDriverSession {
  /// Runs a script: `game: tilt` with an object of parameters.
  ///
  /// No JavaScript runs. The scripts that selenium sends for `is_displayed()` and
  /// `get_attribute()` are known by their first words.
  func execute(_ body: JSON) throws(WebDriverError) -> String {
    guard let script = body["script"]?.string else {
      throw .invalidArgument("script: a text is expected")
    }
    guard let arguments = body["args"], arguments.elements != nil else {
      throw .invalidArgument("args: a list is expected")
    }
    if let name = Self.commandName(script) { return try runCommand(name, arguments) }
    let text = script.drop { $0.isWhitespace }
    let element = arguments[0].flatMap { ElementTable.id(in: $0) }
    if text.hasPrefix("/* isDisplayed */"), let element { return try isDisplayed(element) }
    if text.hasPrefix("/* getAttribute */"), let element, let name = arguments[1]?.string {
      return try attribute(name, of: element)
    }
    if text.hasPrefix("arguments[0].scrollIntoView(true)"), let element {
      return try rect(of: element)
    }
    // How clients look for a window by its name.
    if text.hasPrefix("return window.name") { return quoted(camera ?? "main") }
    if text.hasPrefix("return arguments[0][arguments[1]]"), let element,
      let name = arguments[1]?.string
    {
      return try property(name, of: element)
    }
    throw .script(
      "no JavaScript runs here; 'game: COMMAND' with an object of parameters is accepted")
  }

  /// The name in `game: name` or `mobile: name`; nil for other scripts.
  private static func commandName(_ script: String) -> String? {
    // The scripts of clients have thousands of characters.
    guard script.utf8.count <= 200 else { return nil }
    let parts = script.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    guard parts.count == 2, ["game", "mobile"].contains(parts[0]), !parts[1].isEmpty,
      parts[1].allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    return parts[1]
  }

  private func runCommand(_ name: String, _ arguments: JSON) throws(WebDriverError) -> String {
    guard let count = arguments.elements?.count, count <= 1 else {
      throw .invalidArgument("args: one object is expected")
    }
    if name == "getDeviceTime" { return quoted("\(driver.session.date)") }
    let parameters = arguments[0]
    if let parameters, !parameters.isObject {
      throw .invalidArgument("args: one object is expected")
    }
    let text =
      try parameters.map { (json) throws(WebDriverError) in try withSelectors(json) } ?? "{}"
    do throws(DriverError) {
      let result = try runner.run(name, parameters: text)
      if name == ResetCommand.name { forget() }
      return result
    } catch { throw WebDriverError(error) }
  }

  /// An object of parameters with selectors in place of elements.
  private func withSelectors(_ object: JSON) throws(WebDriverError) -> String {
    guard let members = object.members else { return object.description }
    var result: [String] = []
    for member in members {
      let value = member.value
      if let id = ElementTable.id(in: value) {
        let reference = try elements.reference(id)
        result.append("\(quoted(member.key)):\(quoted(reference.selector))")
      } else {
        result.append("\(quoted(member.key)):\(value.description)")
      }
    }
    return "{" + result.joined(separator: ",") + "}"
  }
}
