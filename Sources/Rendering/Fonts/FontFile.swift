public import CaromDocuments
import CaromMaths
public import CaromProperties

/// A font file: glyphs as strokes of a round pen.
///
///     { "format": "carom.font/1", "name": "Carom", "glyphs": [
///       { "character": "L", "width": 8, "strokes": "M0 14L0 0L8 0" } ] }
///
/// A unit is 1/14 of the height of a capital. Strokes are `M x y`, which moves the pen, `L x y`, a
/// line, and `Q x y x y`, a quadratic Bézier curve by its control point and end. Coordinates are
/// right and up from the left end of the baseline. The pen is 2 units wide. Lines of text are 20
/// high, with the baseline 15.5 below the top, and glyphs are 4 apart.
public struct FontFile: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Characters as strokes of a round pen"

  /// The version of the file format.
  public enum Format: String, EnumName, Sendable {
    /// Version 1.
    case one = "carom.font/1"
  }

  /// The shape of one character.
  public struct Glyph: Part, Hashable, Sendable {
    /// The description in the schema.
    public static let summary = "The shape of a character"
    /// The character.
    public var character = ""
    /// The width, without the gap to the next glyph.
    public var width: Float = 0
    /// The strokes; empty for a space.
    public var strokes = ""
    /// Whether the outline is filled instead of stroked.
    public var isFilled = false

    /// Creates an empty glyph.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("character", \.character, "The character", in: .required)
      p.property(
        "width", \.width, "The width, without the gap to the next character", .none, 0...100,
        in: .required)
      p.property("strokes", \.strokes, "The strokes of the pen; empty for a space")
      p.property("isFilled", \.isFilled, "Whether the inside of its outline is filled")
    }

    /// A message when `character` is not a single character or `strokes` are invalid.
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

  /// The file format.
  public var format = Format.one
  /// The name of the font.
  public var name = ""
  /// The glyphs; other characters use Carom's font.
  public var glyphs: [Glyph] = []

  /// Creates a font without glyphs.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The format of the file", in: .required)
    p.property("name", \.name, "The name of the font")
    p.property("glyphs", \.glyphs, "The shapes of the characters", in: .required)
  }

  /// A message when a character is duplicated or a limit is exceeded.
  public var problem: String? {
    guard glyphs.count <= Self.maximumGlyphCount else {
      return
        "the font has \(glyphs.count) characters; at most \(Self.maximumGlyphCount) are accepted"
    }
    let strokes = glyphs.reduce(0) { sum, glyph in
      sum + glyph.strokes.utf8.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
    guard strokes <= Self.maximumStrokeCount else {
      return
        "the font has \(strokes) strokes; at most \(Self.maximumStrokeCount) are accepted"
    }
    var seen: Set<String> = []
    for glyph in glyphs where !seen.insert(glyph.character).inserted {
      return
        "the character \(glyph.character.debugDescription) is a duplicate; each character once is accepted"
    }
    return nil
  }

  /// The maximum number of glyphs in a font.
  public static let maximumGlyphCount = 5_000
  /// The maximum number of strokes in a font; a detailed curve takes half a kilobyte.
  public static let maximumStrokeCount = 50_000
  /// The size limits of a file.
  public static let limits = JSONLimits(bytes: 2 << 20, depth: 8, values: 100_000)

  /// Reads a font.
  ///
  /// - Throws: ``FontFileError`` with all problems, each with line and column.
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

  /// The JSON text, one glyph per line.
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

/// All problems of a font file.
public struct FontFileError: Error, Sendable, CustomStringConvertible {
  /// The problems in file order.
  public let problems: [Problem]

  /// One problem per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
