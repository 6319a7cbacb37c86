/// A pixel-by-pixel comparison of two images of the same size.
public struct ImageDifference: Sendable {
  /// The number of pixels that differ in any component.
  public let pixelCount: Int
  /// The maximum difference of two components, 0 to 255.
  public let greatest: Int
  /// The bounding columns and rows of the different pixels; nil when there are none.
  public let bounds: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?
  /// Counts the names of the different pixels, the most frequent first.
  ///
  /// `name` returns the name of the pixel at a column and row, such as that of a node, or nil.
  /// Equally frequent names are in the order of their first pixels.
  public func counts(_ name: (Int, Int) -> String?) -> [(name: String, count: Int)] {
    guard let bounds else { return [] }
    var counts: [(name: String, count: Int)] = []
    for y in bounds.rows {
      for x in bounds.columns where highlighted[x, y] == Self.mark {
        guard let name = name(x, y) else { continue }
        if let i = counts.firstIndex(where: { $0.name == name }) {
          counts[i].count += 1
        } else {
          counts.append((name, 1))
        }
      }
    }
    // Ties are broken by the order of the first pixels.
    return counts.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
  }

  /// The color of different pixels; the others are gray.
  private static let mark = Pixel(255, 0, 255)

  /// The expected image, dimmed to gray, with different pixels in magenta.
  public let highlighted: Image

  /// Compares two images; nil when their sizes differ.
  public init?(expected: Image, actual: Image) {
    guard expected.width == actual.width, expected.height == actual.height else { return nil }
    var image = expected
    var (count, greatest) = (0, 0)
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    for y in 0..<expected.height {
      for x in 0..<expected.width {
        let (a, b) = (expected[x, y], actual[x, y])
        if a == b {
          let gray = UInt8((Int(a.red) + Int(a.green) + Int(a.blue)) / 9)
          image[x, y] = Pixel(gray, gray, gray)
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
