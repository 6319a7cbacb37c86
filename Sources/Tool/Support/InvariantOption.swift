import ArgumentParser
import CaromAutomation
import CaromSimulation

/// A value of `--invariant`: a name, a name with a limit, or a selector.
struct InvariantOption {
  private enum Kind {
    case all
    case named(String, limit: Float?)
    case selector(Locator)
  }
  private let kind: Kind

  private static let limited = ["escape", "energy", "lives", "stuck"]

  /// Parses a value.
  ///
  /// Only ASCII letters and digits, and a limit after an equals sign, make a name; anything else is
  /// a selector.
  ///
  /// - Throws: ``ValidationError`` if a limit or a selector is invalid.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    let isName = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    if text == "all" {
      kind = .all
    } else if isName, parts.count == 1 {
      kind = .named(name, limit: nil)
    } else if isName, let limit = Float(parts[1]), limit > 0, limit < 1e9,
      Self.limited.contains(name)
    {
      kind = .named(name, limit: limit)
    } else if isName {
      throw ValidationError(
        "--invariant: '\(text)' has no valid limit; escape, energy, lives or stuck with a number is "
          + "accepted, such as energy=5000")
    } else {
      do throws(LocatorError) { kind = .selector(try Locator(xpath: text)) } catch {
        throw ValidationError("--invariant: \(error)")
      }
    }
  }

  /// The invariants of the value.
  ///
  /// - Parameters:
  ///   - all: The invariants of the engine and of the game.
  ///   - session: A new session of the game, on which a selector is tried.
  /// - Returns: One invariant, or all.
  /// - Throws: ``CommandFailure`` with code 2 if the name is unknown or the selector cannot be
  ///   evaluated.
  func invariants(of all: [Invariant], _ session: Session) throws -> [Invariant] {
    switch kind {
    case .all: return all
    case .named(let name, let limit?):
      switch name {
      case "escape": return [.escape(margin: limit)]
      case "energy": return [.energy(limit: limit)]
      case "lives": return [.lives(apart: UInt64(limit))]
      default: return [.stuck(after: UInt64(limit))]
      }
    case .named(let name, nil):
      let found = all.filter { $0.name == name }
      if !found.isEmpty { return found }
      let known = all.map(\.name).joined(separator: ", ")
      throw CommandFailure.wrongUse(
        "--invariant: unknown invariant '\(name)'; all, \(known) or a selector such as "
          + "//game[@score >= 0] is accepted")
    case .selector(let locator):
      do throws(LocatorError) { _ = try Finder(session).evaluate(locator) } catch {
        throw CommandFailure.wrongUse("--invariant: \(error)")
      }
      for warning in locator.warnings {
        Terminal.printError("--invariant: \(locator): warning: \(warning)")
      }
      return [.selector(locator)]
    }
  }
}
