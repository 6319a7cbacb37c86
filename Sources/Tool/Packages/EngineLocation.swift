import Foundation

/// Where a new package gets Carom from.
package enum EngineLocation: Hashable, Sendable {
  /// A checkout, by its absolute path.
  case checkout(String)
  /// A repository that can be fetched.
  case repository(String)

  /// Reads the path of a checkout or the URL of a repository.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if a path has no package of the name `carom`.
  package init(_ text: String) throws {
    let schemes = ["https://", "http://", "ssh://", "file://", "git@"]
    if schemes.contains(where: text.hasPrefix) {
      guard !text.contains(where: { $0 == "\"" || $0 == "\\" || $0.isWhitespace }) else {
        throw Self.failure(text, "is not a URL")
      }
      self = .repository(text)
      return
    }
    let folder = URL(fileURLWithPath: text).standardizedFileURL.resolvingSymlinksInPath()
    guard Self.isCheckout(folder) else {
      throw Self.failure(text, "is not a checkout of Carom")
    }
    self = .checkout(folder.path)
  }

  /// The checkout that the running program was built in.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if there is none.
  package static func ofProgram() throws -> EngineLocation {
    var folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    while let current = folder, current.path != "/" {
      if isCheckout(current) { return .checkout(current.path) }
      folder = current.deletingLastPathComponent()
    }
    throw CommandFailure.wrongUse(
      "--carom: the program is not in a checkout of Carom; the path of a checkout or the URL of a "
        + "repository is accepted")
  }

  /// Whether a folder has the manifest and the sources of Carom.
  ///
  /// The manifest of a game has the same names, as those of a dependency.
  private static func isCheckout(_ folder: URL) -> Bool {
    let manifest = try? String(
      contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
    return manifest?.contains("name: \"carom\",") ?? false
      && FileManager.default.fileExists(atPath: folder.appending(path: "Sources/Tool").path)
  }

  /// The dependency in the manifest of a package.
  ///
  /// - Parameter folder: The folder of the package. A checkout is named by a relative path if it is
  ///   next to the folder, around it, or one level further away.
  /// - Returns: An expression of the manifest.
  func dependency(in folder: URL) -> String {
    switch self {
    case .checkout(let path):
      ".package(name: \"carom\", path: \"\(Self.path(of: path, from: folder.path))\", \(Self.traits))"
    case .repository(let url):
      // Nothing is released, so there is no version to name.
      ".package(url: \"\(url)\", branch: \"main\", \(Self.traits))"
    }
  }

  /// The traits of the dependency: the commands without the server.
  private static let traits = "traits: [\"CommandLine\"]"

  /// The name of the package in product dependencies: the last part of the URL of a repository.
  var packageName: String {
    switch self {
    case .checkout: return "carom"
    case .repository(let url):
      let last = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? "carom"
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }

  /// A path relative to a folder if at most two folders lead up, and otherwise the path itself.
  private static func path(of path: String, from folder: String) -> String {
    let (target, start) = (path.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(target, start).prefix { $0 == $1 }.count
    let up = start.count - common
    guard up <= 2, common > 0 else { return path }
    let parts = Array(repeating: "..", count: up) + target[common...].map(String.init)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  private static func failure(_ text: String, _ problem: String) -> CommandFailure {
    .wrongUse(
      "--carom: '\(text)' \(problem); the path of a checkout or the URL of a repository is accepted"
    )
  }
}
