import CaromAutomation
import CaromDocuments
import CaromSceneGraph
import CaromSimulation

// Searches, with the implicit wait as simulated time.

extension WebDriverSession {
  /// Finds an element or all elements.
  ///
  /// Ticks run until there is a match, at most those of the implicit wait.
  ///
  /// - Parameters:
  ///   - body: The strategy and the value.
  ///   - start: The identifier of the element to start at; nil for the scene.
  ///   - all: Whether all matches are returned.
  /// - Returns: An element, or a list of elements.
  /// - Throws: `no such element`, or `invalid selector` with the column of the first error.
  func find(
    _ body: JSON, from start: String?, all: Bool
  ) throws(WebDriverError) -> String {
    let locator = try SelectorStrategy(body, isRelative: start != nil).locator
    let ticks = ticks(ofMilliseconds: timeouts.implicit)
    var found = try matches(locator, from: start)
    var waited = 0
    while found.isEmpty, waited < ticks, !driver.isCut {
      driver.step()
      waited += 1
      found = try matches(locator, from: start)
    }
    if found.isEmpty {
      defer { runClockAfterMiss() }
      if all { return "[]" }
      let origin = try start.map { (id) throws(WebDriverError) in try match(id).node } ?? nil
      let reason = (try? driver.finder.explain(locator, from: origin).description) ?? ""
      let time = waited > 0 ? " within \(waited) ticks" : ""
      throw WebDriverError(
        "no such element", 404,
        "\(locator): \(reason.isEmpty ? "nothing matches" : reason)\(time)", tick: driver.tick)
    }
    guard all else { return ElementTable.json(try elements.id(of: found[0])) }
    var list: [String] = []
    guard found.count <= runner.limits.matches else {
      throw WebDriverError(
        "invalid selector", 400,
        "\(found.count) elements match; at most \(runner.limits.matches) are returned")
    }
    for match in found { list.append(ElementTable.json(try elements.id(of: match))) }
    return "[" + list.joined(separator: ",") + "]"
  }

  private func matches(
    _ locator: Locator, from start: String?
  ) throws(WebDriverError) -> [Match] {
    let origin = try start.map { (id) throws(WebDriverError) in try elements.reference(id) }
    let found: [Match]?
    do throws(LocatorError) {
      if let origin {
        found = try driver.finder.all(locator, inside: origin)
      } else {
        found = try driver.finder.all(locator)
      }
    } catch {
      throw WebDriverError("invalid selector", 400, "\(error)", tick: driver.tick)
    }
    guard let found else { throw stale(start ?? "") }
    let isAttribute = found.first.map { $0.attribute != nil } ?? false
    guard !isAttribute else {
      throw WebDriverError(
        "invalid selector", 400,
        "\(locator) selects attributes; elements are accepted, whose attributes can be read",
        tick: driver.tick)
    }
    return found
  }

  private func stale(_ id: String) -> WebDriverError {
    WebDriverError(
      "stale element reference", 404, "the element '\(id)' is no longer in the scene",
      tick: driver.tick)
  }

  /// The element with an identifier, as it is now.
  ///
  /// - Throws: `no such element` for an unknown identifier, `stale element reference` for an
  ///   element that is gone.
  func match(_ id: String) throws(WebDriverError) -> Match {
    guard let match = try elements.reference(id).resolve(with: driver.finder) else {
      throw stale(id)
    }
    return match
  }

  /// The element that has the focus: a control of the overlay, or else the scene.
  func activeElement() throws(WebDriverError) -> String {
    let overlay = driver.session.scene.overlay
    let focus = overlay.focusIndex.map { Locator.control(overlay.controls[$0].name) }
    let locator = focus ?? .kind("scene")
    let found = try converting { () throws(DriverError) in try driver.findAll(locator) }
    guard let first = found.first else { throw .noElement("no element has the focus") }
    return ElementTable.json(try elements.id(of: first))
  }
}
