import CaromDocuments
import CaromMaths
import FoundationEssentials

extension Replay {
  /// The value of the `format` key in the head.
  static let format = "carom.replay/1"

  /// The complete text of the recording.
  public var text: String {
    var text = head.line
    for entry in entries { text += entry.line }
    if let end { text += end.endLine }
    return text
  }
}

extension ReplayHead {
  /// The first line of a file, including its line end.
  public var line: String {
    var json = JSONWriter()
    json.object {
      $0.member("head") { $0.value(1) }
      $0.member("format") { $0.value(Replay.format) }
      $0.member("engine") { $0.value(engine) }
      $0.member("game") { $0.value(game) }
      $0.member("scene") { $0.value(scene) }
      $0.member("sceneHash") { $0.value(hexadecimal(sceneHash)) }
      $0.member("seed") { $0.value(String(launch.seed)) }
      $0.member("tickLength") { $0.value(tickLength) }
      $0.member("start") { $0.value(launch.start.description) }
      $0.member("arguments") { json in
        json.object {
          for entry in launch.arguments.entries {
            $0.key(entry.name)
            switch entry.value {
            case .bool(let value): $0.value(value)
            case .number(let value): $0.value(value)
            case .text(let value): $0.value(value)
            }
          }
        }
      }
      $0.member("storage") { json in
        json.object {
          for entry in launch.storage.entries {
            $0.member(entry.name) { $0.value(String(entry.value)) }
          }
        }
      }
      if let snapshot {
        $0.member("tick") { $0.value(String(snapshot.tick)) }
        $0.member("layout") { $0.value(snapshot.layout) }
        $0.member("snapshot") { $0.value(Data(snapshot.bytes).base64EncodedString()) }
      }
    }
    return json.text + "\n"
  }
}

extension ReplayEntry {
  /// The line of a file, including its line end.
  public var line: String {
    var json = JSONWriter()
    switch content {
    case .event(let event):
      if let text = line(ofMotion: event) { return text }
      // The members of a ``TimedInput``, without a comparison with default values.
      return "{\"t\":\(tick),\(event.json.dropFirst())\n"
    case .check(let hash, let parts):
      json.object {
        $0.member("t") { $0.value(tick) }
        write(hash, parts, to: &$0)
      }
    case .note(let text):
      json.object {
        $0.member("t") { $0.value(tick) }
        $0.member("note") { $0.value(text) }
      }
    }
    return json.text + "\n"
  }

  /// The line of a tilt or pointer motion, which sensors and mice send every tick; nil for other
  /// events.
  ///
  /// Equivalent to writing the declared properties, whose generic traversal would take a tenth of a
  /// tick.
  private func line(ofMotion event: InputEvent) -> String? {
    var text = "{\"t\":"
    text += String(tick)
    let value: Vector2
    switch event {
    case .tilt(let tilt):
      text += ",\"tilt\":["
      value = tilt.direction
    case .pointer(let pointer) where pointer.isPlainMove:
      text += ",\"pointer\":["
      value = pointer.position
    case .pointer, .wheel, .text, .key, .axis, .button, .viewport, .command, .set: return nil
    }
    text += numberText(value.x)
    text += ","
    text += numberText(value.y)
    text += "]}\n"
    return text
  }
}

extension ReplayCheck {
  /// The last line of a file, including its line end.
  public var endLine: String {
    var json = JSONWriter()
    json.object {
      $0.member("t") { $0.value(tick) }
      $0.member("end") { $0.value(1) }
      write(hash, parts, to: &$0)
    }
    return json.text + "\n"
  }
}

private func write(_ hash: UInt64, _ parts: [PartHash], to json: inout JSONWriter) {
  json.member("check") { $0.value(hexadecimal(hash)) }
  guard !parts.isEmpty else { return }
  json.member("parts") { json in
    json.object {
      for part in parts { $0.member(part.name) { $0.value(hexadecimal(part.hash)) } }
    }
  }
}
