public import CaromAutomation
import CaromContent
import CaromGherkin
import Foundation
public import Testing

/// Feature files as cases of Swift Testing.
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
  /// The scenarios of feature files, for the arguments of a test.
  ///
  /// A file that cannot be read becomes a case that fails at the place of the mistake. Of a variable
  /// `TAGS` in the environment only the scenarios that it chooses are taken: `TAGS='not @slow'`.
  ///
  /// - Parameters:
  ///   - path: A file or a folder.
  ///   - file: The file that it is given from, or nothing for the working folder.
  /// - Returns: The scenarios in the order of files and lines.
  /// - Throws: that there is no such file, or what is wrong with `TAGS`.
  public static func load(_ path: String, near file: String = "") throws -> [FeatureScenario] {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let place = file.isEmpty ? path : folder.appendingPathComponent(path).path
    let tags = try TagExpression(parsing: ProcessInfo.processInfo.environment["TAGS"] ?? "")
    return try FeatureFile.load([place]).flatMap(\.scenarios).filter {
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

  /// Runs the scenario and records what went wrong at the line of its step in the feature file.
  ///
  /// - Parameter runner: What runs it.
  /// - Returns: What came of it, for further looks.
  @discardableResult
  public func check(with runner: FeatureRunner) -> ScenarioResult {
    let result = runner.run(self)
    guard result.isFailure else { return result }
    for step in result.steps where step.status != .passed && step.status != .skipped {
      let place = step.step?.location ?? location
      let file = path.split(separator: "/").suffix(2).joined(separator: "/")
      Issue.record(
        Comment(rawValue: TextReport.failure(of: step, in: result)),
        sourceLocation: SourceLocation(
          fileID: file.contains("/") ? file : "Features/\(file)",
          filePath: URL(fileURLWithPath: path).path, line: max(1, place.line),
          column: max(1, place.column)))
    }
    return result
  }
}
