import CaromAutomation
import CaromDocuments

/// The elements that were returned to a client, by their identifiers.
struct ElementTable {
  /// The key of an element in JSON, which the specification defines.
  static let key = "element-6066-11e4-a52e-4f735466cecf"

  private let capacity: Int
  private var references: [ElementReference] = []
  private var ids: [ElementReference: Int] = [:]
  /// The number of elements of earlier games, whose identifiers are stale.
  private var staleCount = 0

  init(capacity: Int) { self.capacity = capacity }

  /// The identifier of an element, which is the same each time.
  ///
  /// - Throws: An error if the client holds too many.
  mutating func id(of match: Match) throws(WebDriverError) -> String {
    let reference = ElementReference(match)
    if let known = ids[reference] { return "n\(staleCount + known + 1)" }
    guard references.count < capacity else {
      throw .unsupported("the session has returned \(capacity) elements; no more are accepted")
    }
    ids[reference] = references.count
    references.append(reference)
    return "n\(staleCount + references.count)"
  }

  /// Makes all elements stale, because another game was loaded.
  mutating func invalidate() {
    staleCount += references.count
    (references, ids) = ([], [:])
  }

  /// The reference with an identifier.
  ///
  /// - Throws: `no such element` for an unknown one, `stale element reference` for one of an
  ///   earlier game.
  func reference(_ id: String) throws(WebDriverError) -> ElementReference {
    guard id.hasPrefix("n"), let number = Int(id.dropFirst()), number > 0,
      number <= staleCount + references.count, id == "n\(number)"
    else { throw .noElement("the session has returned no element '\(id.prefix(60))'") }
    guard number > staleCount else {
      throw .staleElement("the element '\(id)' belongs to a game that was loaded before")
    }
    return references[number - staleCount - 1]
  }

  /// An element in JSON.
  static func json(_ id: String) -> String { "{\"\(key)\":\(quoted(id))}" }

  /// The identifier of an element in JSON; nil for another value.
  static func id(in json: JSON) -> String? { json[key]?.string }
}
