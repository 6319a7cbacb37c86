import CaromRendering

/// Dynamic resolution: chooses the number of pixels to render so that frames finish in time.
///
/// Frames are scaled up to the window, so on a slow machine the game is less sharp, not slower. On
/// a fast one, edges are antialiased once every pixel of the window is rendered.
public struct ResolutionScaler: Sendable {
  /// The maximum number of pixels.
  public let maximumPixelCount: Int
  /// The minimum number of pixels: a sixteenth of the maximum.
  public let minimumPixelCount: Int
  /// The time available for rendering a frame, in nanoseconds.
  public let frameBudget: UInt64
  /// The current number of pixels, before it is limited to the window's.
  public private(set) var pixelBudget: Int
  /// The fraction of the window's width and height to render, if it does not adapt.
  public var scale: Double?
  /// The number of samples per pixel, 1 or 4; see `Renderer.samples`.
  public private(set) var samples = 1
  /// The fraction of the time that frames may take before they are antialiased, which they
  /// multiply by at most two.
  private var antialiasingShare = 0.4
  /// The number of frames after which the resolution is increased for a small gain, too.
  private static let patience = 120
  private var average: Double = 0
  private var framesSinceChange = 0

  /// Creates a scaler with an initial number of pixels, the maximum by default.
  ///
  /// - Precondition: `maximumPixelCount` is positive.
  public init(maximumPixelCount: Int, start: Int? = nil, frameBudget: UInt64) {
    precondition(maximumPixelCount > 0, "an image has at least one pixel")
    self.maximumPixelCount = maximumPixelCount
    self.minimumPixelCount = max(1, maximumPixelCount / 16)
    self.frameBudget = frameBudget
    pixelBudget = max(minimumPixelCount, min(maximumPixelCount, start ?? maximumPixelCount))
  }

  /// The render size for a window: its aspect ratio as far as whole pixels allow, within the limits
  /// of `Renderer`.
  public func size(for window: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let (width, height) = (Double(window.width), Double(window.height))
    let wanted = scale ?? (Double(pixelBudget) / (width * height)).squareRoot()
    let bySide = Double(Renderer.maximumSide) / max(width, height)
    let share = min(wanted, bySide)
    guard share < 1 else { return window }
    return (max(1, Int(width * share)), max(1, Int(height * share)))
  }

  /// Records the render time of a frame.
  ///
  /// After at least 30 frames, the number of pixels is reduced in proportion if frames take too
  /// long, and increased if they take less than 60 % of the time, or less than 80 % for 120 frames:
  /// otherwise a load that has ended would leave the game less sharp than it was. Frames that have
  /// all pixels of the window and take less than 40 % of the time are antialiased; if that takes
  /// too long, the next attempt needs twice as fast a machine.
  ///
  /// - Parameters:
  ///   - nanoseconds: The render time.
  ///   - isComplete: Whether every pixel of the window was rendered.
  public mutating func record(nanoseconds: UInt64, isComplete: Bool = false) {
    average += (Double(nanoseconds) - average) * (framesSinceChange == 0 ? 1 : 0.05)
    framesSinceChange += 1
    // A single slow frame is no reason to change the resolution.
    guard framesSinceChange >= 30 else { return }
    let old = (pixelBudget, samples)
    let share = Double(frameBudget) / max(1, average)
    if share < 1, samples > 1 {
      samples = 1
      antialiasingShare *= 0.5
    } else if share < 1 {
      pixelBudget = max(minimumPixelCount, Int(Double(pixelBudget) * max(0.4, 0.9 * share)))
    } else if isComplete, samples == 1, share > 1 / antialiasingShare {
      samples = 4
    } else if !isComplete, share > 1 / 0.6 {
      pixelBudget = min(maximumPixelCount, Int(Double(pixelBudget) * min(2, 0.85 * share)))
    } else if !isComplete, share > 1 / 0.8, framesSinceChange >= Self.patience {
      pixelBudget = min(maximumPixelCount, Int(Double(pixelBudget) * 0.9 * share))
    }
    if (pixelBudget, samples) != old { framesSinceChange = 0 }
  }
}
