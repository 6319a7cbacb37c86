import CaromAutomation
import Foundation
import Synchronization

/// The folder of the traces of a run; pages are written while the scenarios run.
final class TraceFolder: Sendable {
  private let path: String
  private let state = Mutex<(written: Set<String>, problem: CommandFailure?)>(([], nil))

  /// Creates a folder of traces; it is made with its first page.
  ///
  /// - Throws: ``CommandFailure`` with code 2 for a path that is a file.
  init(_ path: String) throws {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    try Files.check(folder: path, of: "--trace")
  }

  /// Writes the page of a scenario; the first failure is thrown by ``writeIndex(_:)``.
  func write(_ trace: Trace) {
    do {
      try Files.write(Array(trace.page.utf8), to: "\(path)/\(trace.fileName)")
      state.withLock { _ = $0.written.insert(trace.fileName) }
    } catch {
      let failure = error as? CommandFailure ?? .checkFailed("\(error)")
      state.withLock { if $0.problem == nil { $0.problem = failure } }
    }
  }

  /// Writes the page that lists the scenarios, failures first.
  ///
  /// - Throws: ``CommandFailure`` if a page could not be written.
  func writeIndex(_ results: [ScenarioResult]) throws {
    let (written, problem) = state.withLock { ($0.written, $0.problem) }
    if let problem { throw problem }
    let text = TraceIndex.text(results, traced: written)
    try Files.write(Array(text.utf8), to: "\(path)/\(TraceIndex.fileName)")
  }

  /// The address of the page of a scenario relative to a report; nil if there is no page.
  func address(of result: ScenarioResult, from report: String) -> String? {
    guard state.withLock({ $0.written.contains(result.traceName) }) else { return nil }
    func parts(_ url: URL) -> [String] {
      url.standardizedFileURL.path.split(separator: "/").map(String.init)
    }
    let start = parts(URL(fileURLWithPath: report).deletingLastPathComponent())
    let end = parts(URL(fileURLWithPath: path))
    let common = zip(start, end).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: start.count - common)
    let names = (up.isEmpty ? ["."] : up) + end.dropFirst(common) + [result.traceName]
    let plain = CharacterSet(charactersIn: "-_.").union(.alphanumerics)
    return names.map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }
      .joined(separator: "/")
  }
}
