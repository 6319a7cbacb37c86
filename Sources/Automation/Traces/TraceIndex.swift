import CaromGherkin

/// Writes the page that lists the traces of a run, failures first.
public enum TraceIndex {
  /// The file name of the page.
  public static let fileName = "index.html"

  /// Writes the page.
  ///
  /// - Parameters:
  ///   - results: The results of the run, in order.
  ///   - traced: The file names of the traces that were written.
  /// - Returns: The text of the file.
  public static func text(_ results: [ScenarioResult], traced: Set<String>) -> String {
    let sorted = results.enumerated().sorted {
      ($1.element.status.rank, $0.offset) < ($0.element.status.rank, $1.offset)
    }.map(\.element)
    let policy = TracePage.policy(
      styles: [TracePage.style + indexStyle], scripts: [indexScript])
    let summary = escaped(TextReport.summary(results)).replacing("\n", with: "<br>")
    var page = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Traces</title>
      <style>\(TracePage.style + indexStyle)</style>
      </head>
      <body>
      <header>
      <h1>Traces</h1>
      <p>\(summary)</p>
      </header>
      <main class="index">
      <label for="filter">Filter</label>
      <input id="filter" type="search" placeholder="name, file, status or problem">
      <p id="count" role="status"></p>
      <ul>

      """
    for result in sorted { page += item(result, traced) }
    return page + "</ul>\n</main>\n<script>\(indexScript)</script>\n</body>\n</html>\n"
  }

  private static func item(_ result: ScenarioResult, _ traced: Set<String>) -> String {
    let scenario = result.scenario
    let status = result.status.rawValue
    let name = escaped(scenario.name + (scenario.row.map { " (row \($0))" } ?? ""))
    let file = result.traceName
    let title = traced.contains(file) ? "<a href=\"\(link(file))\">\(name)</a>" : name
    var text = "<li><span class=\"status \(status)\">\(status)</span> \(title)\n"
    text += "<span class=\"quiet\">\(escaped("\(scenario.path):\(scenario.location.line)"))"
    if let game = result.game { text += " · \(escaped(game)), \(result.ticks) ticks" }
    text += "</span>\n"
    if let problem = result.firstFailure?.problem {
      let first = problem.message.split(separator: "\n").first ?? ""
      text += "<p class=\"problem\">\(escaped(String(first)))</p>\n"
    }
    return text + "</li>\n"
  }

  /// A file name as a relative address; names have no other special characters.
  private static func link(_ file: String) -> String { escaped("./" + file) }

  private static let indexStyle = """

    .index { max-width: 70rem; padding: 0 1rem 2rem; }
    .index ul { list-style: none; padding: 0; }
    .index li { padding: .6rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    .index .quiet { display: block; }
    .index .problem { margin: .3rem 0 0; }
    .index input { width: 100%; max-width: 30rem; }

    """

  private static let indexScript = """
    'use strict';
    const filter = document.getElementById('filter');
    const items = [...document.querySelectorAll('li')];
    const show = () => {
      const words = filter.value.toLowerCase().split(/\\s+/);
      let shown = 0;
      for (const item of items) {
        const text = item.textContent.toLowerCase();
        item.hidden = !words.every(word => text.includes(word));
        if (!item.hidden) shown++;
      }
      document.getElementById('count').textContent = `${shown} of ${items.length} scenarios`;
    };
    filter.addEventListener('input', show);
    show();
    """
}

extension ScenarioResult {
  /// The file name of the trace of the scenario.
  package var traceName: String { Trace.fileName(ofRecording: recordingName) }
}
