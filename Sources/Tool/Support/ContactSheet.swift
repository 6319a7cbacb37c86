import CaromImages
import CaromRendering

/// Arranges images of the same size in rows.
enum ContactSheet {
  /// The gap between and around images, in pixels.
  private static let gap = 4

  /// The number of columns and rows for a number of images; as many columns as rows, or one more.
  private static func grid(_ count: Int) -> (columns: Int, rows: Int) {
    var columns = 1
    while columns * columns < count { columns += 1 }
    return (columns, (count + columns - 1) / columns)
  }

  /// The size of the sheet for a number of images.
  static func size(_ count: Int, of picture: ImageSize) -> (width: Int, height: Int) {
    let (columns, rows) = grid(count)
    return (columns * (picture.width + gap) + gap, rows * (picture.height + gap) + gap)
  }

  /// Arranges the images.
  static func image(_ pictures: [Image], of size: ImageSize) -> Image {
    let (width, height) = self.size(pictures.count, of: size)
    let columns = grid(pictures.count).columns
    var sheet = Image(width: width, height: height, filledWith: Image.Pixel(24, 24, 28))
    for (i, picture) in pictures.enumerated() {
      let left = gap + i % columns * (size.width + gap)
      let top = gap + i / columns * (size.height + gap)
      for y in 0..<picture.height {
        for x in 0..<picture.width { sheet[left + x, top + y] = picture[x, y] }
      }
    }
    return sheet
  }
}
