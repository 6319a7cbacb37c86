import CaromDocuments

/// The timeouts of a session, in milliseconds.
struct Timeouts: Hashable, Sendable {
  /// The simulated time that finds wait for a match.
  var implicit: Double = 0
  /// Has no effect: scenes are loaded before a command ends.
  var pageLoad: Double = 300_000
  /// The time that a command of the engine may take; nil for that of the server.
  var script: Double? = 30_000

  /// The timeouts with those of an object in place of their own.
  ///
  /// - Throws: `invalid argument` if a value is not a whole number of milliseconds.
  func merging(_ json: JSON) throws(WebDriverError) -> Timeouts {
    guard let members = json.members else {
      throw .invalidArgument("timeouts: an object is expected")
    }
    var result = self
    for member in members {
      let value = member.value
      if member.key == "script", value.isNull {
        result.script = nil
        continue
      }
      guard ["implicit", "pageLoad", "script"].contains(member.key) else {
        throw .invalidArgument("\(member.key): implicit, pageLoad and script are accepted")
      }
      guard let number = value.double, number.rounded() == number,
        (0...9_007_199_254_740_991).contains(number)
      else {
        throw .invalidArgument("\(member.key): a whole number of milliseconds is expected")
      }
      switch member.key {
      case "implicit": result.implicit = number
      case "pageLoad": result.pageLoad = number
      default: result.script = number
      }
    }
    return result
  }

  /// Writes the timeouts.
  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("implicit")
      writer.value(implicit)
      writer.key("pageLoad")
      writer.value(pageLoad)
      writer.key("script")
      if let script { writer.value(script) } else { writer.null() }
    }
  }
}
