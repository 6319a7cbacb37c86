extension Image {
  /// The part of the image in a rectangle.
  ///
  /// - Parameters:
  ///   - columns: The columns, inside the image.
  ///   - rows: The rows, inside the image.
  /// - Returns: An image of the size of the rectangle.
  /// - Precondition: Both ranges are inside the image and not empty.
  public func cropped(columns: Range<Int>, rows: Range<Int>) -> Image {
    precondition(
      !columns.isEmpty && !rows.isEmpty && columns.lowerBound >= 0 && columns.upperBound <= width
        && rows.lowerBound >= 0 && rows.upperBound <= height, "The rectangle is inside the image")
    var part: [UInt8] = []
    part.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let start = (row * width + columns.lowerBound) * 4
      part += bytes[start..<start + columns.count * 4]
    }
    return Image(width: columns.count, height: rows.count, bytes: part)
  }
}
