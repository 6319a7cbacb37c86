import CaromRendering

/// Chooses how many pixels to draw: the window's shape, no more than can be drawn in time.
///
/// Pictures are scaled up to the window, so a slow machine shows the game softer, not slower.
public struct PictureSizer: Sendable {
  /// The most pixels a picture has.
  public let most: Int
  /// The fewest pixels that it is reduced to.
  public let least: Int
  /// The time that drawing may take, in nanoseconds.
  public let allowance: UInt64
  /// The number of pixels that pictures have now; no more than the window's.
  public private(set) var budget: Int
  private var average: Double = 0
  private var framesSinceChange = 0

  /// Starts with the most pixels.
  ///
  /// - Precondition: `most` is positive.
  public init(most: Int, allowance: UInt64) {
    precondition(most > 0, "a picture has at least one pixel")
    self.most = most
    self.least = max(1, most / 4)
    self.allowance = allowance
    budget = most
  }

  /// The size of a picture for a window, of the same shape as far as whole pixels allow; no side is
  /// longer than a `Renderer` draws.
  public func size(for window: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let (width, height) = (Double(window.width), Double(window.height))
    let byPixels = (Double(budget) / (width * height)).squareRoot()
    let bySide = Double(Renderer.maximumSide) / max(width, height)
    let scale = min(byPixels, bySide)
    guard scale < 1 else { return window }
    return (max(1, Int(width * scale)), max(1, Int(height * scale)))
  }

  /// Learns how long a picture took; a fifth fewer pixels when it is too long for a while, a quarter
  /// more when there is twice the time.
  public mutating func note(nanoseconds: UInt64) {
    average += (Double(nanoseconds) - average) * (framesSinceChange == 0 ? 1 : 0.05)
    framesSinceChange += 1
    // Half a second at 60 frames: one slow frame is no reason to change what people look at.
    guard framesSinceChange >= 30 else { return }
    let old = budget
    if average > Double(allowance) {
      budget = max(least, budget * 4 / 5)
    } else if average < Double(allowance) / 2 {
      budget = min(most, budget * 5 / 4)
    }
    if budget != old { framesSinceChange = 0 }
  }
}
