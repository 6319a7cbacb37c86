import CaromDocuments
import CaromGherkin
import CaromSimulation
import FoundationEssentials

/// Writes results as Cucumber Messages: one JSON object per line.
///
/// Timestamps count game time from 1970, so that two runs produce the same file.
///
/// - Source: The JSON schemas of github.com/cucumber/messages, version 34.2.
public enum MessagesReport {
  /// Writes the messages.
  ///
  /// - Parameters:
  ///   - files: The feature files.
  ///   - results: The results of their scenarios.
  ///   - steps: The step definitions.
  /// - Returns: The text of the file.
  public static func text(
    _ files: [FeatureFile], _ results: [ScenarioResult], steps: StepDefinitions
  ) -> String {
    var text = message("meta") {
      $0.member("implementation") { json in
        json.object {
          $0.member("name") { $0.value("carom") }
          $0.member("version") { $0.value(Engine.version) }
        }
      }
      $0.member("protocolVersion") { $0.value("34.2.0") }
      for (key, name) in [("cpu", processor), ("os", system), ("runtime", "swift")] {
        $0.member(key) { json in json.object { $0.member("name") { $0.value(name) } } }
      }
    }
    for file in files { add(file, to: &text) }
    for (number, definition) in steps.registry.definitions.enumerated() {
      text += message("stepDefinition") {
        $0.member("id") { $0.value("definition-\(number)") }
        $0.member("pattern") { json in
          json.object {
            $0.member("source") { $0.value(definition.expression.source) }
            let isRegular = definition.expression.isRegularExpression
            $0.member("type") {
              $0.value(isRegular ? "REGULAR_EXPRESSION" : "CUCUMBER_EXPRESSION")
            }
          }
        }
        $0.source(definition.location)
      }
    }
    for (number, hook) in steps.hooks.hooks.enumerated() { text += message(hook, number) }
    text += message("testRunStarted") {
      $0.member("id") { $0.value(run) }
      $0.time("timestamp", 0)
    }
    var seconds = 0.0
    for (number, result) in results.enumerated() {
      add(result, number, steps, from: seconds, to: &text)
      seconds += result.seconds
    }
    return text
      + message("testRunFinished") {
        if results.contains(where: \.isInterrupted) {
          $0.member("message") { $0.value("interrupted") }
        }
        $0.member("success") {
          $0.value(!results.contains { $0.isFailure || $0.isInterrupted })
        }
        $0.member("testRunStartedId") { $0.value(run) }
        $0.time("timestamp", seconds)
      }
  }

  /// The identifier of the single run of a file.
  private static let run = "run"

  // The platform that the program was built for, so that two runs produce the same file.
  #if arch(x86_64)
    private static let processor = "x64"
  #elseif arch(arm64)
    private static let processor = "arm64"
  #else
    private static let processor = "unknown"
  #endif
  #if os(Linux)
    private static let system = "linux"
  #elseif os(macOS)
    private static let system = "darwin"
  #else
    private static let system = "unknown"
  #endif

  private static func message(
    _ hook: HookRegistry<StepDefinitions.HookBody>.Hook, _ number: Int
  ) -> String {
    message("hook") {
      $0.member("id") { $0.value("hook-\(number)") }
      if !hook.name.isEmpty { $0.member("name") { $0.value(hook.name) } }
      $0.source(hook.location)
      let tags = "\(hook.tags)"
      if !tags.isEmpty { $0.member("tagExpression") { $0.value(tags) } }
      let type =
        switch hook.phase {
        case .beforeAll: "BEFORE_TEST_RUN"
        case .before: "BEFORE_TEST_CASE"
        case .beforeStep: "BEFORE_TEST_STEP"
        case .afterStep: "AFTER_TEST_STEP"
        case .after: "AFTER_TEST_CASE"
        case .afterAll: "AFTER_TEST_RUN"
        }
      $0.member("type") { $0.value(type) }
    }
  }

  private static func add(_ file: FeatureFile, to text: inout String) {
    text += message("source") {
      $0.member("data") { $0.value(file.text) }
      $0.member("mediaType") { $0.value("text/x.cucumber.gherkin+plain") }
      $0.member("uri") { $0.value(file.path) }
    }
    if let document = file.document {
      let tree = document.message.dropLast()
      text += "{\"gherkinDocument\":\(tree),\"uri\":\(quoted(file.path))}}\n"
    }
    for scenario in file.scenarios {
      if let pickle = scenario.pickle { text += "{\"pickle\":\(pickle.message)}\n" }
      for problem in scenario.problems {
        text += message("parseError") {
          $0.member("message") { $0.value("\(problem)") }
          $0.member("source") { json in
            json.object {
              $0.member("location") { json in
                json.object {
                  if problem.location.column > 0 {
                    $0.member("column") { $0.value(problem.location.column) }
                  }
                  $0.member("line") { $0.value(problem.location.line) }
                }
              }
              $0.member("uri") { $0.value(file.path) }
            }
          }
        }
      }
    }
  }

  private static func add(
    _ result: ScenarioResult, _ number: Int, _ steps: StepDefinitions, from start: Double,
    to text: inout String
  ) {
    guard result.scenario.pickle != nil, !(result.isInterrupted && result.steps.isEmpty) else {
      return
    }
    addTestCase(result, number, steps, to: &text)
    addSuggestions(result, number, to: &text)
    let attempt = "attempt-\(number)"
    text += message("testCaseStarted") {
      $0.member("attempt") { $0.value(0) }
      $0.member("id") { $0.value(attempt) }
      $0.member("testCaseId") { $0.value("case-\(number)") }
      $0.time("timestamp", start)
    }
    let length = result.ticks == 0 ? 0 : result.seconds / Double(result.ticks)
    for (index, step) in result.steps.enumerated() {
      let begin = start + Double(step.firstTick) * length
      let end = start + Double(step.lastTick) * length
      text += message("testStepStarted") {
        $0.member("testCaseStartedId") { $0.value(attempt) }
        $0.member("testStepId") { $0.value(stepID(number, index)) }
        $0.time("timestamp", begin)
      }
      addAttachments(step, stepID(number, index), attempt, to: &text)
      text += message("testStepFinished") {
        $0.member("testCaseStartedId") { $0.value(attempt) }
        $0.member("testStepId") { $0.value(stepID(number, index)) }
        $0.member("testStepResult") { json in
          json.object {
            $0.time("duration", max(0, end - begin))
            if let problem = step.problem { $0.member("message") { $0.value(problem.message) } }
            $0.member("status") { $0.value(step.status.rawValue.uppercased()) }
          }
        }
        $0.time("timestamp", end)
      }
    }
    text += message("testCaseFinished") {
      $0.member("testCaseStartedId") { $0.value(attempt) }
      $0.time("timestamp", start + result.seconds)
      $0.member("willBeRetried") { $0.value(false) }
    }
  }

  private static func stepID(_ number: Int, _ step: Int) -> String { "step-\(number)-\(step)" }

  /// Writes which step definitions and hooks run a scenario.
  private static func addTestCase(
    _ result: ScenarioResult, _ number: Int, _ steps: StepDefinitions, to text: inout String
  ) {
    guard let pickle = result.scenario.pickle else { return }
    let locations = steps.registry.definitions.map(\.location)
    let hooks = steps.hooks.hooks.map(\.location)
    text += message("testCase") {
      $0.member("id") { $0.value("case-\(number)") }
      $0.member("pickleId") { $0.value("\(pickle.id)") }
      $0.member("testRunStartedId") { $0.value(run) }
      $0.member("testSteps") { json in
        json.array {
          for (index, step) in result.steps.enumerated() {
            $0.object {
              $0.member("id") { $0.value(stepID(number, index)) }
              guard let own = step.step else {
                let hook = step.definition.flatMap { hooks.firstIndex(of: $0) }
                if let hook { $0.member("hookId") { $0.value("hook-\(hook)") } }
                return
              }
              $0.member("pickleStepId") { $0.value("\(own.id)") }
              let known = step.definition.flatMap { locations.firstIndex(of: $0) }
              $0.member("stepDefinitionIds") { json in
                json.array { if let known { $0.value("definition-\(known)") } }
              }
            }
          }
        }
      }
    }
  }

  /// Writes the suggested definitions of a scenario's undefined steps.
  private static func addSuggestions(
    _ result: ScenarioResult, _ number: Int, to text: inout String
  ) {
    for (index, step) in result.steps.enumerated() {
      guard let snippet = step.problem?.snippet, let own = step.step else { continue }
      text += message("suggestion") {
        $0.member("id") { $0.value("suggestion-\(number)-\(index)") }
        $0.member("pickleStepId") { $0.value("\(own.id)") }
        $0.member("snippets") { json in
          json.array {
            $0.object {
              $0.member("code") { $0.value(snippet) }
              $0.member("language") { $0.value("swift") }
            }
          }
        }
      }
    }
  }

  private static func addAttachments(
    _ step: StepResult, _ stepID: String, _ attempt: String, to text: inout String
  ) {
    for line in step.messages {
      text += message("attachment") {
        $0.member("body") { $0.value(line) }
        $0.member("contentEncoding") { $0.value("IDENTITY") }
        $0.member("mediaType") { $0.value("text/x.cucumber.log+plain") }
        $0.member("testCaseStartedId") { $0.value(attempt) }
        $0.member("testStepId") { $0.value(stepID) }
      }
    }
    for attachment in step.attachments {
      text += message("attachment") {
        $0.member("body") { $0.value(Data(attachment.bytes).base64EncodedString()) }
        $0.member("contentEncoding") { $0.value("BASE64") }
        $0.member("fileName") { $0.value(attachment.name) }
        $0.member("mediaType") { $0.value(attachment.mediaType) }
        $0.member("testCaseStartedId") { $0.value(attempt) }
        $0.member("testStepId") { $0.value(stepID) }
      }
    }
  }

  /// A message: an object with one member, on a line.
  private static func message(_ name: String, _ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object { $0.member(name) { $0.object(body) } }
    return json.text + "\n"
  }
}

extension JSONWriter {
  /// Writes the location of a definition or hook.
  fileprivate mutating func source(_ location: DefinitionLocation) {
    member("sourceReference") { json in
      json.object {
        $0.member("location") { json in
          json.object { $0.member("line") { $0.value(location.line) } }
        }
        $0.member("uri") { $0.value(location.file) }
      }
    }
  }

  /// Writes a timestamp or duration: seconds and nanoseconds.
  fileprivate mutating func time(_ key: String, _ seconds: Double) {
    member(key) { json in
      json.object {
        let whole = seconds.rounded(.down)
        $0.member("nanos") { $0.value(Int(((seconds - whole) * 1e9).rounded(.down))) }
        $0.member("seconds") { $0.value(Int(whole)) }
      }
    }
  }
}
