/// How far a long job is, shown to a person at a terminal once it takes more than a second.
struct Progress {
  private let total: Int
  private let unit: String
  private var shownAt = Duration.zero

  /// Counts up to `total`.
  init(of total: Int, unit: String) { (self.total, self.unit) = (total, unit) }

  /// Shows the count, ten times a second at most.
  mutating func show(_ count: Int, at time: Duration) {
    guard Terminal.isInteractive, time > .seconds(1), time - shownAt > .milliseconds(100) else {
      return
    }
    shownAt = time
    Terminal.showProgress("\(count) of \(total) \(unit)")
  }

  /// Takes the line away.
  func end() {
    if shownAt > .zero { Terminal.showProgress("") }
  }
}
