import CaromDocuments
import CaromProperties

/// A number of an action or of an observation: its name, unit and limits.
struct NumberBounds {
  var name: String
  var summary = ""
  var unit = Unit.none
  /// The range to which values are clamped.
  var range: ClosedRange<Double> = NumberBounds.wide
  /// Whether it is a key or a button, which is pressed above one half.
  var isPress = false

  /// The range of a number without limits: that of positions in scene files.
  static let wide = -1e6...1e6

  /// Writes an object.
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("summary", summary)
      json.member("unit", unit.rawValue)
      json.member("minimum") { $0.value(range.lowerBound) }
      json.member("maximum") { $0.value(range.upperBound) }
      if isPress { json.member("isPress") { $0.value(true) } }
    }
  }
}
