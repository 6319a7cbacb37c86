import CaromProperties
import CaromSceneGraph

/// The part of a session's state before its game: the clock and the launch options.
struct SessionHeader: Part {
  static let summary = "The clock and the launch of a session"

  var tick: UInt64 = 0
  /// The launch date, in milliseconds since 1970, as the bits of a signed number.
  var start: UInt64 = 0
  var arguments: [LaunchArguments.Entry] = []
  var storage: [Storage.Entry] = []

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("tick", \.tick, "The number of ticks", .ticks, in: .state)
    p.property("start", \.start, "The launch date", in: .state)
    p.property("arguments", \.arguments, "The launch arguments", in: .state)
    p.property("storage", \.storage, "The persistent numbers", in: .state)
  }
}
