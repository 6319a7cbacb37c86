/// The rectangle of an image scaled to fit a window, centered, with its aspect ratio preserved.
public struct Letterbox: Hashable, Sendable {
  /// The left edge of the image, in window pixels.
  public var x: Int
  /// The top edge of the image, in window pixels, y down.
  public var y: Int
  /// The width of the image, in window pixels; at least 1.
  public var width: Int
  /// The height of the image, in window pixels; at least 1.
  public var height: Int

  /// Fits an image into a window.
  ///
  /// - Precondition: All sizes are positive.
  public init(picture: (width: Int, height: Int), window: (width: Int, height: Int)) {
    precondition(picture.width > 0 && picture.height > 0, "an image has at least one pixel")
    precondition(window.width > 0 && window.height > 0, "a window has at least one pixel")
    if window.width * picture.height >= window.height * picture.width {
      height = window.height
      width = max(1, window.height * picture.width / picture.height)
    } else {
      width = window.width
      height = max(1, window.width * picture.height / picture.width)
    }
    x = (window.width - width) / 2
    y = (window.height - height) / 2
  }

  /// Converts a position in the window to a position in the image, 0 to 1 from left to right and
  /// from top to bottom.
  ///
  /// Positions on the black bars are clamped to the nearest edge of the image.
  public func normalized(x windowX: Float, y windowY: Float) -> (x: Float, y: Float) {
    (
      min(1, max(0, (windowX - Float(x)) / Float(width))),
      min(1, max(0, (windowY - Float(y)) / Float(height)))
    )
  }
}
