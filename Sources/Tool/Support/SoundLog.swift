import CaromAutomation
import CaromDocuments
import CaromMaths
import CaromSimulation

/// The sounds of a session: every parameter sent to the mixer, tick by tick.
struct SoundLog {
  /// A sound that was sustained without interruption.
  struct Span {
    var name: String
    var path: String?
    /// The number of ticks that had run at the end of its first and of its last tick.
    var ticks: ClosedRange<UInt64>
  }

  /// Whether each tick is logged as well.
  let keepsTicks: Bool
  /// The sounds that started, in order.
  private(set) var sounds: [DriverLog.Sound] = []
  /// The sustained sounds, in the order in which they started.
  private(set) var spans: [Span] = []
  /// One JSON object per line for every sound of every tick, if ticks are logged.
  private(set) var lines = ""
  /// The indices of the sounds sustained in the last tick.
  private var open: [Int] = []

  init(keepsTicks: Bool) { self.keepsTicks = keepsTicks }

  /// Appends the sounds of the last tick of a session.
  mutating func record(_ session: Session) {
    let began = DriverLog.sounds(of: session)
    let sustained = DriverLog.sustainedSounds(of: session)
    sounds += began
    var going: [Int] = []
    for sound in sustained {
      let span = open.first { spans[$0].name == sound.name && spans[$0].path == sound.path }
      if let span {
        spans[span].ticks = spans[span].ticks.lowerBound...sound.tick
      } else {
        spans.append(
          Span(name: sound.name, path: sound.path, ticks: sound.tick...sound.tick))
      }
      going.append(span ?? spans.count - 1)
    }
    open = going
    guard keepsTicks else { return }
    for sound in began { lines += Self.line(sound, goesOn: false) }
    for sound in sustained { lines += Self.line(sound, goesOn: true) }
  }

  private static func line(_ sound: DriverLog.Sound, goesOn: Bool) -> String {
    var json = JSONWriter()
    write(sound, goesOn: goesOn, &json)
    return json.text + "\n"
  }

  private static func write(_ sound: DriverLog.Sound, goesOn: Bool, _ json: inout JSONWriter) {
    json.object { json in
      json.member("tick") { $0.value(sound.tick) }
      json.member("name") { $0.value(sound.name) }
      if goesOn { json.member("goesOn") { $0.value(true) } }
      if let path = sound.path { json.member("node") { $0.value(path) } }
      if let position = sound.position {
        json.member("position") { json in
          json.array { for index in 0..<3 { $0.value(position[index]) } }
        }
      }
      json.member("gain") { $0.value(sound.gain) }
      json.member("pitch") { $0.value(sound.pitch) }
    }
  }

  /// Writes the sounds as members of an object.
  func writeMembers(_ json: inout JSONWriter) {
    json.member("sounds") { json in
      json.array { for sound in sounds { Self.write(sound, goesOn: false, &$0) } }
    }
    json.member("sustainedSounds") { json in
      json.array { json in
        for span in spans {
          json.object { json in
            json.member("name") { $0.value(span.name) }
            if let path = span.path { json.member("node") { $0.value(path) } }
            json.member("from") { $0.value(span.ticks.lowerBound) }
            json.member("to") { $0.value(span.ticks.upperBound) }
          }
        }
      }
    }
  }
}
