import CaromRendering

/// Chooses how many pixels to draw: the window's shape, no more than can be drawn in time.
///
/// Pictures are scaled up to the window, so a slow machine shows the game softer, not slower.
public struct ResolutionScaler: Sendable {
  /// The most pixels a picture has.
  public let maximumPixelCount: Int
  /// The fewest pixels that it is reduced to: a sixteenth of the maximumPixelCount.
  public let minimumPixelCount: Int
  /// The time that drawing may take, in nanoseconds.
  public let frameBudget: UInt64
  /// The number of pixels that pictures have now; no more than the window's.
  public private(set) var pixelBudget: Int
  /// The share of the window's width and height that is drawn, if it does not follow the time.
  public var scale: Double?
  private var average: Double = 0
  private var framesSinceChange = 0

  /// Starts with a number of pixels, or else with the maximumPixelCount.
  ///
  /// - Precondition: `most` is positive.
  public init(maximumPixelCount: Int, start: Int? = nil, frameBudget: UInt64) {
    precondition(maximumPixelCount > 0, "a picture has at least one pixel")
    self.maximumPixelCount = maximumPixelCount
    self.minimumPixelCount = max(1, maximumPixelCount / 16)
    self.frameBudget = frameBudget
    pixelBudget = max(minimumPixelCount, min(maximumPixelCount, start ?? maximumPixelCount))
  }

  /// The size of a picture for a window, of the same shape as far as whole pixels allow; no side is
  /// longer than a `Renderer` draws.
  public func size(for window: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let (width, height) = (Double(window.width), Double(window.height))
    let wanted = scale ?? (Double(pixelBudget) / (width * height)).squareRoot()
    let bySide = Double(Renderer.maximumSide) / max(width, height)
    let share = min(wanted, bySide)
    guard share < 1 else { return window }
    return (max(1, Int(width * share)), max(1, Int(height * share)))
  }

  /// Learns how long a picture took.
  ///
  /// Half a second at a time it draws fewer pixels if they take too long, by as much as they do, and
  /// more if they take less than 60 % of the time.
  public mutating func record(nanoseconds: UInt64) {
    average += (Double(nanoseconds) - average) * (framesSinceChange == 0 ? 1 : 0.05)
    framesSinceChange += 1
    // One slow frame is no reason to change what people look at.
    guard framesSinceChange >= 30 else { return }
    let old = pixelBudget
    let share = Double(frameBudget) / max(1, average)
    if share < 1 {
      pixelBudget = max(minimumPixelCount, Int(Double(pixelBudget) * max(0.4, 0.9 * share)))
    } else if share > 1 / 0.6 {
      pixelBudget = min(maximumPixelCount, Int(Double(pixelBudget) * min(2, 0.85 * share)))
    }
    if pixelBudget != old { framesSinceChange = 0 }
  }
}
