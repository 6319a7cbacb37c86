import CaromDocuments
import CaromGherkin
import CaromMaths
import CaromSimulation
import FoundationEssentials

/// Everything that happened in a scenario or a recording, tick by tick, as an offline page.
///
/// The page has each change of the state, frames, steps, selectors and what they matched, input,
/// contacts, sounds and messages; see <doc:Traces>. The same run gives the same bytes.
///
/// - Source: The trace viewer of Playwright shows a test in the same way, as a film.
public struct Trace: Sendable {
  /// The title: the name of the scenario, or the path of the recording.
  public var title: String
  /// The status.
  public var status: StepStatus
  /// The path and the line of the scenario; nil for a recording.
  public var location: String?
  /// The tick of the first failure; nil if there is none.
  public var failureTick: UInt64?
  /// The number of ticks that are recorded.
  public var tickCount: Int { recording.tickCount }
  /// The file name of the page, such as `levels__maze-feature-12.trace.html`.
  public var fileName: String
  /// The page that lists all traces, relative to this one; nil without one.
  public var index: String?

  let details: String
  let steps: [Step]
  let recording: Recording
  let replay: (name: String, text: String)?

  /// What a recorder collected.
  struct Recording: Sendable {
    var encoder: TraceEncoder
    var lines: [TraceLine]
    var frames: TraceFrames
    var firstTick: UInt64
    var tickCount: Int
    var tickLength: Double
  }

  /// A step and the selectors that it evaluated.
  struct Step: Sendable {
    var result: StepResult
    var queries: [String]

    init(_ result: StepResult, queries: [String]) {
      (self.result, self.queries) = (result, queries)
      // The trace has frames of its own.
      (self.result.frameBefore, self.result.frameAfter) = (nil, nil)
    }
  }

  /// Creates the trace of a scenario.
  init(_ result: ScenarioResult, steps: [Step], recording: Recording) {
    let scenario = result.scenario
    title = scenario.name + (scenario.row.map { " (row \($0))" } ?? "")
    status = result.status
    location = "\(scenario.path):\(scenario.location.line)"
    failureTick = result.firstFailure.map { $0.problem?.tick ?? $0.lastTick }
    let name = result.recordingName
    fileName = Self.fileName(ofRecording: name)
    index = TraceIndex.fileName
    details = Self.details(
      result.game, seed: result.seed, ticks: result.ticks, hash: result.hash,
      feature: scenario.feature)
    self.steps = steps
    self.recording = recording
    replay = result.replay.isEmpty ? nil : (name, result.replay)
  }

  /// Creates the trace of a recording.
  init(
    replaying path: String, steps: [Step], recording: Recording, details: String,
    replay: (name: String, text: String)
  ) {
    title = path
    let failed = steps.first { $0.result.status != .passed }
    status = failed?.result.status ?? .passed
    failureTick = failed.map { $0.result.problem?.tick ?? $0.result.lastTick }
    fileName = Self.fileName(ofRecording: replay.name)
    self.details = details
    (self.steps, self.recording, self.replay) = (steps, recording, replay)
  }

  /// The name of the page for the name of a recording: `bug.replay.jsonl` has `bug.trace.html`.
  package static func fileName(ofRecording name: String) -> String {
    let ending = [".replay.jsonl", ".jsonl"].first { name.hasSuffix($0) } ?? ""
    return name.dropLast(ending.count) + ".trace.html"
  }

  static func details(
    _ game: String?, seed: UInt64, ticks: UInt64, hash: UInt64?, feature: String = ""
  ) -> String {
    guard let game else { return feature }
    let hash = hash.map { ", hash \(hexadecimal($0))" } ?? ""
    return (feature.isEmpty ? "" : "\(feature) · ") + "\(game), seed \(seed), \(ticks) ticks\(hash)"
  }
}

extension Trace {
  /// The data of the page as JSON.
  var json: String {
    var encoder = recording.encoder
    let subjects = encoder.coded()
    let lines = recording.lines.enumerated().sorted {
      ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
    }.map(\.element)
    let log = encoder.code(lines)
    var images = TraceImages()
    var json = JSONWriter()
    json.object { json in
      json.member("status", status.rawValue)
      json.member("first", recording.firstTick)
      json.member("count", recording.tickCount)
      json.member("tickLength") { $0.value(recording.tickLength) }
      if let failureTick { json.member("failure", failureTick) }
      if let problem = recording.frames.problem { json.member("noFrames", problem) }
      json.member("steps") { $0.array(steps) { Self.write($1, &images, &$0) } }
      json.member("frames") { json in
        json.array(recording.frames.frames) {
          $0.value($1.tick)
          $0.value(images.index(of: $1.png))
        }
      }
      json.member("images") { $0.array(images.texts) { $0.value($1) } }
      json.member("properties") { $0.array(encoder.properties) { $0.value($1) } }
      json.member("templates") { $0.array(encoder.templates) { $0.value($1) } }
      json.member("subjects") { $0.array(subjects) { Self.write($1, &$0) } }
      json.member("log", log)
      if let replay {
        json.member("recordingName", replay.name)
        json.member("recording", replay.text)
      }
    }
    return json.text
  }

  private static func write(_ subject: TraceEncoder.Coded, _ json: inout JSONWriter) {
    json.array { json in
      json.value(subject.name)
      json.value(subject.constants)
      for change in subject.changes {
        json.value(change.property)
        json.value(change.order)
        json.value(change.entries)
      }
    }
  }

  private static func write(
    _ step: Step, _ images: inout TraceImages, _ json: inout JSONWriter
  ) {
    let result = step.result
    json.object { json in
      json.member("title", result.title)
      json.member("status", result.status.rawValue)
      json.member("from", result.firstTick)
      json.member("to", result.lastTick)
      if let line = result.step?.location.line { json.member("line", line) }
      if let table = result.step?.dataTable {
        json.member("table") { json in
          json.array(table.values) { json, row in json.array(row) { $0.value($1) } }
        }
      }
      if let text = result.step?.docString?.content { json.member("text", text) }
      if let definition = result.definition { json.member("definition", "\(definition)") }
      if let problem = result.problem { write(problem, &json) }
      if !step.queries.isEmpty {
        json.member("selectors") { $0.array(step.queries) { $0.value($1) } }
      }
      if !result.messages.isEmpty {
        json.member("messages") { $0.array(result.messages) { $0.value($1) } }
      }
      let pictures = result.attachments.filter { $0.mediaType == "image/png" }
      if !pictures.isEmpty {
        json.member("pictures") { json in
          json.array(pictures) {
            $0.value($1.name)
            $0.value(images.index(of: $1.bytes))
          }
        }
      }
    }
  }

  private static func write(_ problem: StepProblem, _ json: inout JSONWriter) {
    json.member("problem", problem.message)
    if let tick = problem.tick { json.member("tick", tick) }
    if let snippet = problem.snippet { json.member("snippet", snippet) }
    if let subject = problem.subject { json.member("subject", subject.path) }
  }
}

/// The images of a page, each embedded once.
private struct TraceImages {
  private(set) var texts: [String] = []
  private var indices: [[UInt8]: Int] = [:]

  mutating func index(of png: [UInt8]) -> Int {
    if let known = indices[png] { return known }
    indices[png] = texts.count
    texts.append(Data(png).base64EncodedString())
    return texts.count - 1
  }
}
