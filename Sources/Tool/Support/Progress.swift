/// The progress of a long operation, shown on a terminal after one second.
struct Progress {
  private let total: Int
  private let unit: String
  private var shownAt = Duration.zero

  /// Creates a progress indicator with a total count.
  init(of total: Int, unit: String) { (self.total, self.unit) = (total, unit) }

  /// Shows the count, at most ten times a second.
  mutating func show(_ count: Int, at time: Duration) {
    guard Terminal.isInteractive, time > .seconds(1), time - shownAt > .milliseconds(100) else {
      return
    }
    shownAt = time
    Terminal.showProgress("\(count) of \(total) \(unit)")
  }

  /// Removes the progress line.
  func end() {
    if shownAt > .zero { Terminal.showProgress("") }
  }
}
