/// How two pictures of the same size differ, pixel by pixel.
public struct ImageDifference: Sendable {
  /// The number of pixels that are not equal in all four bytes.
  public let pixelCount: Int
  /// The greatest difference of two bytes, 0 to 255.
  public let greatest: Int
  /// The columns and rows that hold all different pixels; nil when there are none.
  public let bounds: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?
  /// How often each answer of `ask` is given for the different pixels, the most frequent first; answers
  /// as frequent in the order of their first pixels.
  ///
  /// Meant for what is seen there: `ask` names it, by column and row, or nil.
  public func counts(_ ask: (Int, Int) -> String?) -> [(name: String, count: Int)] {
    guard let bounds else { return [] }
    var found: [(name: String, count: Int)] = []
    for y in bounds.rows {
      for x in bounds.columns where highlighted[x, y] == Self.mark {
        guard let name = ask(x, y) else { continue }
        if let i = found.firstIndex(where: { $0.name == name }) {
          found[i].count += 1
        } else {
          found.append((name, 1))
        }
      }
    }
    // The order of the first pixels decides between equals.
    return found.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
  }

  /// The colour of different pixels, which no grey is.
  private static let mark = Pixel(255, 0, 255)

  /// The expected picture dimmed, with every different pixel in full magenta.
  public let highlighted: Image

  /// Compares two pictures, or returns nil when they are not of the same size.
  public init?(expected: Image, actual: Image) {
    guard expected.width == actual.width, expected.height == actual.height else { return nil }
    var image = expected
    var (count, greatest) = (0, 0)
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    for y in 0..<expected.height {
      for x in 0..<expected.width {
        let (a, b) = (expected[x, y], actual[x, y])
        if a == b {
          let grey = UInt8((Int(a.red) + Int(a.green) + Int(a.blue)) / 9)
          image[x, y] = Pixel(grey, grey, grey)
          continue
        }
        image[x, y] = Self.mark
        count += 1
        greatest = max(greatest, Self.distance(a, b))
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    pixelCount = count
    self.greatest = greatest
    bounds = count == 0 ? nil : (left...right, top...bottom)
    highlighted = image
  }

  private typealias Pixel = Image.Pixel

  private static func distance(_ a: Pixel, _ b: Pixel) -> Int {
    max(
      max(abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green))),
      max(abs(Int(a.blue) - Int(b.blue)), abs(Int(a.alpha) - Int(b.alpha))))
  }
}
