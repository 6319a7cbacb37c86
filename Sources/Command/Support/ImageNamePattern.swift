import CaromSceneGraph

/// The name of files that many pictures are written to: `%d` is the tick, `%05d` the tick with at least
/// five digits, `%c` the name of the camera, and `%%` a percent sign.
struct ImageNamePattern: Equatable {
  private enum Part: Equatable {
    case text(String)
    case tick(digits: Int)
    case camera
  }

  private var parts: [Part] = []

  /// True when the files of different ticks have different names.
  var namesTicks: Bool { parts.contains { if case .tick = $0 { true } else { false } } }
  /// True when the files of different cameras have different names.
  var namesCameras: Bool { parts.contains(.camera) }

  /// Reads a name.
  ///
  /// - Throws: ``CommandFailure`` with what is accepted after a percent sign.
  init(parsing text: String) throws {
    var plain = ""
    var rest = Substring(text)
    func part() -> Part? {
      if rest.first == "c" {
        rest.removeFirst()
        return .camera
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard digits.count <= 3, rest.dropFirst(digits.count).first == "d" else { return nil }
      guard digits.isEmpty || digits.first == "0", Int(digits) ?? 0 <= 20 else { return nil }
      rest = rest.dropFirst(digits.count + 1)
      return .tick(digits: Int(digits) ?? 0)
    }
    while let character = rest.popFirst() {
      if character != "%" {
        plain.append(character)
      } else if rest.first == "%" {
        rest.removeFirst()
        plain.append("%")
      } else if let part = part() {
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(part)
      } else {
        throw CommandFailure.wrongUse(
          "--output: '\(text)' has a % that names nothing; %d or %05d for the tick, %c for the "
            + "camera and %% are accepted")
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
  }

  /// The name of one file; the camera's is one of ``fileName(_:)``.
  func name(tick: Int, camera: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .tick(let digits):
        let number = String(tick)
        return String(repeating: "0", count: max(0, digits - number.count)) + number
      case .camera: return camera
      }
    }.joined()
  }

  /// The name of a camera as a part of a file's name: it leads to no other folder, and to no other
  /// line on a terminal.
  static func fileName(_ camera: String) -> String {
    // Empty, this folder and the one above.
    if ["", ".", ".."].contains(camera) {
      return String(repeating: "-", count: max(camera.count, 1))
    }
    var name = ""
    for scalar in camera.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: name += "-"
      default: name.unicodeScalars.append(scalar == "/" ? "-" : scalar)
      }
    }
    return name
  }
}
