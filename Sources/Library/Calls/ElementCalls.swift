public import CCarom
import CaromAutomation
import CaromDocuments
import CaromSimulation

// Calls about elements and their properties.

/// Finds elements by a selector.
@c @implementation
public func carom_find(
  _ session: carom_session, _ selector: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> carom_status {
  call { () throws(CallFailure) in
    let output = try Output(text, capacity, length)
    let locator = try ObservedNumbers.locator(try string(selector, "selector"))
    let found = try SessionTable.with(session) { (opened) throws(CallFailure) in
      try matches(locator, opened.session)
    }
    try output.write(found)
  }
}

private func matches(_ locator: Locator, _ session: Session) throws(CallFailure) -> String {
  let found: [Match]
  do throws(LocatorError) { found = try Finder(session).all(locator) } catch {
    throw CallFailure(.refused, "selector: \(error)")
  }
  let limit = CommandLimits().matches
  guard found.count <= limit else {
    throw CallFailure(.refused, "selector: \(found.count) elements match; \(limit) are accepted")
  }
  var json = JSONWriter()
  json.array { json in
    for match in found {
      json.object { json in
        json.member("path", match.path)
        json.member("kind", match.kind)
        json.key("attributes")
        json.object { json in
          for (name, value) in match.attributes { json.member(name, value) }
        }
      }
    }
  }
  return json.text
}

/// Reads an attribute or a property as text.
@c @implementation
public func carom_get(
  _ session: carom_session, _ selector: UnsafePointer<CChar>?,
  _ property: UnsafePointer<CChar>?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> carom_status {
  call { () throws(CallFailure) in
    let output = try Output(text, capacity, length)
    let locator = try ObservedNumbers.locator(try string(selector, "selector"))
    let name = try string(property, "property")
    let value = try SessionTable.with(session) { (opened) throws(CallFailure) in
      do throws(DriverError) { return try GameDriver(opened.session).get(name, of: locator) } catch
      {
        throw CallFailure(.refused, error.message)
      }
    }
    try output.write(value)
  }
}

/// Sets a property in the next tick.
@c @implementation
public func carom_set(
  _ session: carom_session, _ selector: UnsafePointer<CChar>?,
  _ property: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> carom_status {
  call { () throws(CallFailure) in
    let locator = try ObservedNumbers.locator(try string(selector, "selector"))
    let name = try string(property, "property")
    let json = try string(value, "value")
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      let match: Match
      do throws(LocatorError) { match = try Finder(opened.session).one(locator) } catch {
        throw CallFailure(.refused, "selector: \(error)")
      }
      guard ["node", "game", "scene"].contains(match.kind), match.attribute == nil else {
        throw CallFailure(
          .refused, "selector: \(match.path) is a \(match.kind); a node, game or scene is accepted")
      }
      let target = match.kind == "node" ? match.path : match.kind
      let change = SetInput(name, of: target, to: json)
      if let problem = opened.session.problem(with: [change]) {
        throw CallFailure(.refused, problem)
      }
      opened.session.send(.set(change))
    }
  }
}
