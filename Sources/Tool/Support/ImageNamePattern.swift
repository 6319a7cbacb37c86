import CaromSceneGraph

/// A file name pattern for image series: `%d` is the tick, `%05d` the tick with at least five
/// digits, `%c` the name of the camera, and `%%` a percent sign.
struct ImageNamePattern: Equatable {
  private enum Part: Equatable {
    case text(String)
    case tick(digits: Int)
    case camera
  }

  private var parts: [Part] = []

  /// Whether the file names of different ticks differ.
  var namesTicks: Bool { parts.contains { if case .tick = $0 { true } else { false } } }
  /// Whether the file names of different cameras differ.
  var namesCameras: Bool { parts.contains(.camera) }

  /// Parses a pattern.
  ///
  /// - Throws: ``CommandFailure`` for an invalid placeholder.
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
          "--output: '\(text)' has an invalid placeholder; %d or %05d for the tick, %c for the camera, "
            + "and %% are accepted")
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
  }

  /// The name of a file; the camera is one of ``fileName(_:)``.
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

  /// The name of a camera as part of a file name, without path separators and control characters.
  static func fileName(_ camera: String) -> String {
    // Empty, the current folder, and the parent folder.
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
