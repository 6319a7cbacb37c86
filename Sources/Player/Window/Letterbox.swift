/// Where a picture lies in a window when it is scaled as large as fits, centred, shape kept.
public struct Letterbox: Hashable, Sendable {
  /// The left edge of the picture, in window pixels.
  public var x: Int
  /// The upper edge of the picture, in window pixels, y down.
  public var y: Int
  /// The width of the picture, in window pixels; at least 1.
  public var width: Int
  /// The height of the picture, in window pixels; at least 1.
  public var height: Int

  /// Fits a picture of one size into a window of another.
  ///
  /// - Precondition: all sizes are positive.
  public init(picture: (width: Int, height: Int), window: (width: Int, height: Int)) {
    precondition(picture.width > 0 && picture.height > 0, "a picture has at least one pixel")
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

  /// A place in the window as a place in the picture: 0 to 1 from left to right and from top to
  /// bottom.
  ///
  /// Places on the black bars are clamped to the picture's nearest edge.
  public func normalized(x windowX: Float, y windowY: Float) -> (x: Float, y: Float) {
    (
      min(1, max(0, (windowX - Float(x)) / Float(width))),
      min(1, max(0, (windowY - Float(y)) / Float(height)))
    )
  }
}
