public import CaromDocuments

// Numbers are checked against the range of their declaration, in the units of files. Values that
// code sets are checked by `PropertyChecks`.

extension Reader {
  /// A number in range; nil, and a problem, otherwise.
  public mutating func number(_ json: JSON, _ info: PropertyInfo) -> Double? {
    guard let value = json.double else {
      fail(json, wants: info.noun("number", isQuoted: json.hasQuotedNumber))
      return nil
    }
    return checkRange(value, json, info) ? value : nil
  }

  /// A number in range, rounded once to a Float and converted to stored units; or nil.
  public mutating func float(_ json: JSON, _ info: PropertyInfo) -> Float? {
    guard let value = number(json, info) else { return nil }
    let stored = info.form == .degrees ? radians(fromDegrees: value) : json.float ?? Float(value)
    if stored.isFinite { return stored }
    fail(json, "\(json.numberText) is too large; up to 3.4028235e38 is accepted")
    return nil
  }

  /// An integer in range; nil, and a problem, otherwise.
  public mutating func integer<I: FixedWidthInteger>(
    _ json: JSON, _ info: PropertyInfo, _: I.Type = I.self
  ) -> I? {
    guard let value = json.double else {
      fail(json, wants: info.noun("whole number", isQuoted: json.hasQuotedNumber))
      return nil
    }
    guard let whole = json.integer(I.self) else {
      let why = value == value.rounded() ? "out of range" : "not whole"
      fail(json, "\(json.numberText) is \(why); a whole number of \(I.min)…\(I.max) is accepted")
      return nil
    }
    return checkRange(value, json, info) ? whole : nil
  }

  private mutating func checkRange(_ value: Double, _ json: JSON, _ info: PropertyInfo) -> Bool {
    guard let range = info.range, !range.contains(value) else { return true }
    fail(json, info.outOfRange(json.numberText))
    return false
  }
}

extension PropertyInfo {
  /// What is accepted, with its unit: `a number in kg`.
  fileprivate func noun(_ noun: String, isQuoted: Bool) -> String {
    let isMeasured = ![Unit.none, .ratio, .mask, .color].contains(unit)
    let measure = unit == .ticks ? " of ticks" : isMeasured ? " in \(unit.rawValue)" : ""
    return "a \(noun)\(measure)" + (isQuoted ? " without quotes" : "")
  }
}

extension JSON {
  /// Whether the value is a string that contains a number.
  fileprivate var hasQuotedNumber: Bool { string.flatMap { Double($0) }?.isFinite ?? false }
}
