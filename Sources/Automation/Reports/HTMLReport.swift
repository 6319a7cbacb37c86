import CaromGherkin
import CaromMaths
import FoundationEssentials

/// Writes results as a self-contained HTML page.
///
/// Steps are grouped by scenario, rule and feature, with the frames before and after each step. A
/// failed step shows the element found last with all its attributes. Each scenario has a slider
/// over its recorded frames and a link that saves its recording. All text is escaped, and the
/// content security policy of the page allows no external resources.
public enum HTMLReport {
  /// Writes the page.
  ///
  /// - Parameters:
  ///   - results: The results; those of one file must be adjacent.
  ///   - title: The title of the page.
  ///   - trace: The address of the trace of a scenario, relative to the page; nil without one.
  /// - Returns: The text of the file.
  public static func text(
    _ results: [ScenarioResult], title: String = "carom test",
    trace: (ScenarioResult) -> String? = { _ in nil }
  ) -> String {
    var page = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width">
      <title>\(escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(escaped(title))</h1>
      <p>\(escaped(TextReport.summary(results)).replacing("\n", with: "<br>"))</p>
      </header>
      <main>

      """
    let screenshots = Screenshots()
    for file in results.byFile {
      let first = file[0].scenario
      page += "<section>\n<h2>\(escaped(first.feature.isEmpty ? first.path : first.feature))</h2>\n"
      page += "<p class=\"location\">\(escaped(first.path))</p>\n"
      var rule: String?
      for (index, result) in file.enumerated() {
        if result.scenario.rule != rule || index == 0, let name = result.scenario.rule {
          page += "<h3>\(escaped(name))</h3>\n"
        }
        rule = result.scenario.rule
        page += scenario(result, screenshots, trace: trace(result))
      }
      page += "</section>\n"
    }
    page += "</main>\n<style>\n\(screenshots.style)</style>\n"
    return page + "<script>\n\(script)\n</script>\n</body>\n</html>\n"
  }

  // MARK: Scenarios

  private static func scenario(
    _ result: ScenarioResult, _ screenshots: Screenshots, trace: String?
  ) -> String {
    let scenario = result.scenario
    let row = scenario.row.map { " (row \($0))" } ?? ""
    var text =
      "<details class=\"scenario \(result.status.rawValue)\"\(result.isFailure ? " open" : "")>\n"
    text +=
      "<summary><b>\(result.status.rawValue)</b> \(escaped(scenario.name + row)) "
      + "<span class=\"location\">line \(scenario.location.line)</span></summary>\n"
    if let trace { text += "<p><a href=\"\(escaped(trace))\">trace of every tick</a></p>\n" }
    if !scenario.tags.isEmpty {
      text += "<p class=\"tags\">\(escaped(scenario.tags.joined(separator: " ")))</p>\n"
    }
    text += "<ol>\n"
    for step in result.steps { text += item(step, screenshots) }
    text += "</ol>\n"
    text += frameSlider(result.frames, screenshots)
    if let game = result.game {
      let hash = result.hash.map { ", hash <code>\(hexadecimal($0))</code>" } ?? ""
      text +=
        "<p class=\"location\">\(escaped(game)), seed \(result.seed), \(result.ticks) ticks\(hash)"
      if !result.replay.isEmpty {
        let name = result.recordingName
        text +=
          " · <a download=\"\(escaped(name))\" href=\"\(link(Array(result.replay.utf8), "application/jsonl"))\">"
          + "save the recording</a>, then <code>carom replay verify \(escaped(name))</code>"
      }
      text += "</p>\n"
    }
    return text + "</details>\n"
  }

  private static func item(_ step: StepResult, _ screenshots: Screenshots) -> String {
    var text = "<li class=\"\(step.status.rawValue)\">"
    text += step.step == nil ? "<i>\(escaped(step.title))</i>" : escaped(step.title)
    if let own = step.step {
      text += " <span class=\"location\">line \(own.location.line)"
    } else {
      text += " <span class=\"location\">hook"
    }
    if step.lastTick > step.firstTick { text += ", ticks \(step.firstTick) to \(step.lastTick)" }
    text += "</span>\n"
    if let table = step.step?.dataTable { text += self.table(table.values) }
    if let own = step.step?.docString { text += "<pre>\(escaped(own.content))</pre>\n" }
    for message in step.messages { text += "<p class=\"log\">\(escaped(message))</p>\n" }
    if let problem = step.problem { text += self.problem(problem, step) }
    text += pictures(step, screenshots)
    for attachment in step.attachments { text += self.attachment(attachment) }
    return text + "</li>\n"
  }

  private static func problem(_ problem: StepProblem, _ step: StepResult) -> String {
    var text = "<pre class=\"problem\">\(escaped(problem.message))</pre>\n"
    if let tick = problem.tick {
      let hash = problem.hash.map { ", hash <code>\(hexadecimal($0))</code>" } ?? ""
      text += "<p class=\"location\">at tick \(tick)\(hash)</p>\n"
    }
    if let snippet = problem.snippet { text += "<pre>\(escaped(snippet))</pre>\n" }
    if let location = step.definition {
      text += "<p class=\"location\">defined at \(escaped("\(location)"))</p>\n"
    }
    guard let subject = problem.subject else { return text }
    text += "<details><summary>last match: <code>\(escaped(subject.path))</code></summary>\n"
    return text + table(subject.attributes.map { [$0.name, $0.value] }) + "</details>\n"
  }

  private static func pictures(_ step: StepResult, _ screenshots: Screenshots) -> String {
    guard let after = step.frameAfter else { return "" }
    let isSame = step.frameBefore == after
    // A passed step that changed nothing needs no frames.
    if isSame, step.status == .passed { return "" }
    var text = "<div class=\"frames\">"
    if let before = step.frameBefore, !isSame { text += screenshots.figure(before, "before") }
    return text + screenshots.figure(after, "after") + "</div>\n"
  }

  /// A slider that selects the visible frame.
  private static func frameSlider(_ frames: [ScenarioResult.Frame], _ screenshots: Screenshots)
    -> String
  {
    guard frames.count > 1 else { return "" }
    var text = "<div class=\"frameSlider\">\n<div>"
    for frame in frames { text += screenshots.figure(frame.png, "tick \(frame.tick)") }
    return text
      + "</div>\n<input type=\"range\" min=\"0\" max=\"\(frames.count - 1)\" value=\"0\" "
      + "aria-label=\"tick\">\n</div>\n"
  }

  private static func attachment(_ attachment: Attachment) -> String {
    switch attachment.mediaType {
    case "image/png": image(attachment.bytes, attachment.name)
    case "text/plain":
      "<p>\(escaped(attachment.name))</p>\n"
        + "<pre>\(escaped(String(decoding: attachment.bytes, as: UTF8.self)))</pre>\n"
    default:
      "<p><a download=\"\(escaped(attachment.name))\" "
        + "href=\"\(link(attachment.bytes, "application/octet-stream"))\">"
        + "\(escaped(attachment.name))</a></p>\n"
    }
  }

  // MARK: Parts

  private static func table(_ rows: [[String]]) -> String {
    let lines = rows.map { row in
      "<tr>" + row.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>"
    }
    return "<table>\n\(lines.joined(separator: "\n"))\n</table>\n"
  }

  private static func image(_ png: [UInt8], _ caption: String) -> String {
    "<figure><img alt=\"\(escaped(caption))\" src=\"\(link(png, "image/png"))\">"
      + "<figcaption>\(escaped(caption))</figcaption></figure>"
  }

  static func link(_ bytes: [UInt8], _ mediaType: String) -> String {
    "data:\(mediaType);base64,\(Data(bytes).base64EncodedString())"
  }

  private static let policy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    + "base-uri 'none'; form-action 'none'"

  private static let style = """
    body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
      color: #1b1f24; background: #fff; }
    h2 { margin: 2rem 0 0; } h3 { margin: 1rem 0 .3rem; }
    .scenario { border-left: 5px solid #999; margin: .5rem 0; padding: .3rem .8rem; background: #f6f7f9; }
    .scenario.passed { border-color: #2c974b; } .scenario.failed { border-color: #cf222e; }
    .scenario.undefined, .scenario.pending, .scenario.ambiguous { border-color: #d4a017; }
    summary { cursor: pointer; } li { margin: .35rem 0; }
    li.passed::marker { color: #2c974b; } li.failed { color: #a40e26; }
    li.skipped { color: #888; } li.undefined, li.pending, li.ambiguous { color: #8a6100; }
    .location, .tags, figcaption { color: #667; font-size: .85em; }
    .log { margin: .2rem 0; font-style: italic; }
    pre { background: #fff; border: 1px solid #d8dce2; padding: .5rem; overflow-x: auto; color: #1b1f24; }
    .problem { border-color: #cf222e; }
    table { border-collapse: collapse; font-size: .9em; color: #1b1f24; }
    td { border: 1px solid #d8dce2; padding: .1rem .5rem; background: #fff; }
    figure { display: inline-block; margin: .3rem .5rem .3rem 0; } img { display: block; width: 240px; }
    .picture { width: 240px; height: 135px; background-size: cover; }
    .frameSlider input { width: 240px; } .frameSlider figure[hidden] { display: none; }
    """

  private static let script = """
    for (const frameSlider of document.querySelectorAll('.frameSlider')) {
      const frames = frameSlider.querySelectorAll('figure');
      const slider = frameSlider.querySelector('input');
      const show = () => frames.forEach((frame, i) => { frame.hidden = i !== Number(slider.value); });
      slider.addEventListener('input', show);
      show();
    }
    """
}
