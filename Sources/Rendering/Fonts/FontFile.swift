public import CaromDocuments
import CaromMaths
public import CaromProperties

/// A font as a file has it: characters as strokes of a round pen.
///
///     { "format": "carom.font/1", "name": "Carom", "glyphs": [
///       { "character": "L", "width": 8, "strokes": "M0 14L0 0L8 0" } ] }
///
/// A unit is 1/14 of the height of a capital. Strokes are `M x y`, which sets the pen down, `L x y`, a
/// line, and `Q x y x y`, a quadratic curve by its control point and end: right and up from the left end
/// of the line that characters stand on. The pen is 2 wide, lines of text are 20 high, of which 15.5 are
/// above that line, and 4 lie between characters.
public struct FontFile: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Characters as strokes of a round pen"

  /// Which format a font has.
  public enum Format: String, EnumName, Sendable {
    /// The only one there is.
    case one = "carom.font/1"
  }

  /// The shape of one character.
  public struct Glyph: Part, Hashable, Sendable {
    /// What the schema says of it.
    public static let summary = "The shape of a character"
    /// The character.
    public var character = ""
    /// The place it takes in a line, without the gap to the next.
    public var width: Float = 0
    /// Its strokes; none is a space.
    public var strokes = ""
    /// Whether the inside of its outline is filled, in place of what a pen writes.
    public var isFilled = false

    /// Makes no character.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("character", \.character, "The character", in: .required)
      p.property("width", \.width, "The place it takes in a line", .none, 0...100, in: .required)
      p.property("strokes", \.strokes, "What the pen does; none is a space")
      p.property("isFilled", \.isFilled, "Whether the inside of its outline is filled")
    }

    /// That it is no character, or that its strokes are none.
    public var problem: String? {
      guard character.count == 1, character.utf8.count <= 32 else {
        return "the character is \(character.count) long; one is accepted"
      }
      do throws(StrokeProblem) {
        _ = try PenStroke.parse(strokes)
        return nil
      } catch { return error.message }
    }
  }

  /// Which format the file has.
  public var format = Format.one
  /// What the font is called.
  public var name = ""
  /// Its characters; those that it does not have are of Carom's font.
  public var glyphs: [Glyph] = []

  /// Makes a font without characters.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The format of the file", in: .required)
    p.property("name", \.name, "What the font is called")
    p.property("glyphs", \.glyphs, "The shapes of the characters", in: .required)
  }

  /// That a character is there twice, or that they are too many.
  public var problem: String? {
    guard glyphs.count <= Self.mostGlyphs else {
      return "the font has \(glyphs.count) characters; at most \(Self.mostGlyphs) are accepted"
    }
    let strokes = glyphs.reduce(0) { sum, glyph in
      sum + glyph.strokes.utf8.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
    guard strokes <= Self.mostStrokes else {
      return "the font has \(strokes) strokes; at most \(Self.mostStrokes) are accepted"
    }
    var seen: Set<String> = []
    for glyph in glyphs where !seen.insert(glyph.character).inserted {
      return "the character \(glyph.character.debugDescription) is there twice; once is accepted"
    }
    return nil
  }

  /// How many characters a font may have.
  public static let mostGlyphs = 5_000
  /// How many strokes all of them may have: a curve that is drawn large takes half a kilobyte.
  public static let mostStrokes = 50_000
  /// How much a file may take.
  public static let limits = JSONLimits(bytes: 2 << 20, depth: 8, values: 100_000)

  /// Reads a font.
  ///
  /// - Throws: ``FontFileError`` with everything that is wrong, each with line and column.
  public init(reading source: SourceText) throws(FontFileError) {
    self.init()
    var reader = Reader()
    do throws(Problem) {
      let document = try JSONParser.parse(source, limits: Self.limits)
      for problem in document.duplicateKeys { reader.report(problem) }
      read(document.root, PropertyInfo("font"), &reader)
    } catch { reader.report(error) }
    guard reader.problems.isEmpty else { throw FontFileError(problems: reader.problems) }
  }

  /// The file, a character a line.
  public var text: String {
    var lines = ["{", "  \"format\": \"\(format.rawValue)\",", "  \"name\": \(Self.quoted(name)),"]
    lines.append("  \"glyphs\": [")
    for (number, glyph) in glyphs.enumerated() {
      var line = "    { \"character\": \(Self.quoted(glyph.character)), "
      line += "\"width\": \(PenStroke.text(glyph.width)), "
      line += "\"strokes\": \(Self.quoted(glyph.strokes))"
      if glyph.isFilled { line += ", \"isFilled\": true" }
      lines.append(line + " }" + (number + 1 < glyphs.count ? "," : ""))
    }
    return (lines + ["  ]", "}"]).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 32:
        quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// What is wrong with a font, all of it at once.
public struct FontFileError: Error, Sendable, CustomStringConvertible {
  /// The problems in the order of the file.
  public let problems: [Problem]

  /// One line for each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
