public import CaromAutomation
import CaromContent
import CaromGherkin
import Foundation
public import Testing

/// Runs feature files as test cases of Swift Testing.
///
/// ```swift
/// @Suite struct MazeFeatures {
///   @Test(arguments: try Features.load("Features", near: #filePath))
///   func scenario(_ scenario: FeatureScenario) {
///     scenario.check(with: runner)
///   }
/// }
/// ```
public enum Features {
  /// Loads the scenarios of feature files, for the arguments of a test.
  ///
  /// A file that cannot be parsed becomes a case that fails at the location of the error. If the
  /// environment variable `TAGS` is set, only matching scenarios are returned: `TAGS='not @slow'`.
  ///
  /// - Parameters:
  ///   - path: A file or a folder.
  ///   - file: The file that the path is relative to, or an empty string for the working directory.
  /// - Returns: The scenarios, in the order of files and lines.
  /// - Throws: An error if the file does not exist, or if `TAGS` is invalid.
  public static func load(_ path: String, near file: String = "") throws -> [FeatureScenario] {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let fullPath = file.isEmpty ? path : folder.appendingPathComponent(path).path
    let tags = try TagExpression(parsing: ProcessInfo.processInfo.environment["TAGS"] ?? "")
    return try FeatureFile.load([fullPath]).flatMap(\.scenarios).filter {
      $0.pickle == nil || tags.matches($0.tags)
    }
  }
}

extension FeatureScenario: CustomTestStringConvertible {
  /// The file, the line and the name.
  public var testDescription: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return description.replacing(path, with: name, maxReplacements: 1)
  }

  /// Runs the scenario and records failures at the lines of the steps in the feature file.
  ///
  /// - Parameter runner: The runner.
  /// - Returns: The result.
  @discardableResult
  public func check(with runner: FeatureRunner) -> ScenarioResult {
    let result = runner.run(self)
    guard result.isFailure else { return result }
    for step in result.steps where step.status != .passed && step.status != .skipped {
      let location = step.step?.location ?? self.location
      let file = path.split(separator: "/").suffix(2).joined(separator: "/")
      Issue.record(
        Comment(rawValue: TextReport.failure(of: step, in: result)),
        sourceLocation: SourceLocation(
          fileID: file.contains("/") ? file : "Features/\(file)",
          filePath: URL(fileURLWithPath: path).path, line: max(1, location.line),
          column: max(1, location.column)))
    }
    return result
  }
}
