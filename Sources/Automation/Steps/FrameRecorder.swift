import CaromImages

/// Records small frames while a scenario runs: at regular ticks and around steps.
///
/// When there are too many, every other frame is dropped and the interval doubles, so that a long
/// scenario has as many frames as a short one.
final class FrameRecorder {
  private(set) var frames: [ScenarioResult.Frame] = []
  /// The reason why there are no frames, if any.
  private(set) var problem: String?

  private static let maximumCount = 48
  private static let (width, height) = (240, 135)
  private var interval: UInt64 = 6
  /// The last frame, with the tick and the number of events it belongs to.
  private var last: (tick: UInt64, events: Int, png: [UInt8])?

  func begin(_ driver: GameDriver) {
    keep(driver)
    driver.onTick = { [weak self] in self?.recordIfDue($0) }
  }

  /// The frame of the current state.
  func picture(_ driver: GameDriver?) -> [UInt8]? {
    guard let driver else { return nil }
    if let last, last.tick == driver.tick, last.events == driver.events.count { return last.png }
    guard problem == nil else { return nil }
    do {
      let png = try driver.screenshot(width: Self.width, height: Self.height).coarse.encodedPNG()
      last = (driver.tick, driver.events.count, png)
      return png
    } catch {
      problem = "no frames: \((error as? DriverError)?.message ?? "\(error)")"
      return nil
    }
  }

  private func recordIfDue(_ driver: GameDriver) {
    guard driver.tick % interval == 0 else { return }
    keep(driver)
    guard frames.count > Self.maximumCount else { return }
    interval *= 2
    let (first, kept) = (frames.first?.tick ?? 0, interval)
    frames.removeAll { $0.tick != first && $0.tick % kept != 0 }
  }

  private func keep(_ driver: GameDriver) {
    guard let png = picture(driver) else { return }
    frames.append(ScenarioResult.Frame(tick: driver.tick, png: png))
  }
}

extension Image {
  /// The image with 32 levels per channel: half the bytes, and hardly visible in a small image.
  var coarse: Image {
    let bytes = bytes.enumerated().map { index, byte in
      index % 4 == 3 ? byte : byte & 0xF8 | byte >> 5
    }
    return Image(width: width, height: height, bytes: bytes)
  }
}
