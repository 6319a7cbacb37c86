public import CaromSimulation

extension Invariant {
  /// A selector that holds after every tick.
  ///
  /// A boolean must be true, a number neither 0 nor NaN, a string not empty, and a path must match
  /// an element, by the rules of XPath. The name of the invariant is the selector.
  ///
  /// ```swift
  /// let score = Invariant.selector(try Locator(xpath: "not(//game[@score < 0])"))
  /// ```
  ///
  /// An error of the evaluation, such as an unknown node in `g:distance()`, is a violation.
  ///
  /// - Complexity: One query per tick. Those of nodes and of the game take about as long as the
  ///   tick; those of components, such as `//light`, take a hundred times as long.
  public static func selector(_ locator: Locator) -> Invariant {
    Invariant(
      locator.text, "\(locator.text) holds",
      problem: { session in
        do throws(LocatorError) {
          return try Finder(session).evaluate(locator).violation
        } catch { return "\(error)" }
      })
  }
}

extension Locator {
  /// Whether the selector is true in a session, by the rules of XPath; an error is false.
  func isTrue(in session: Session) -> Bool {
    do throws(LocatorError) {
      return try Finder(session).evaluate(self).violation == nil
    } catch { return false }
  }
}

extension QueryResult {
  /// Why a result is false by the rules of XPath, or nil if it is true.
  fileprivate var violation: String? {
    switch self {
    case .boolean(let holds): holds ? nil : "the selector is false"
    case .matches(let found): found.isEmpty ? "the selector matches nothing" : nil
    case .number(let number): number == 0 || number.isNaN ? "the selector is \(text)" : nil
    case .string(let text): text.isEmpty ? "the selector is an empty string" : nil
    }
  }
}
