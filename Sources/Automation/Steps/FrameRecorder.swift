import CaromImages

/// Keeps small pictures of a scenario while it is run: some of its ticks, and those around steps.
///
/// When there are too many, every other one is let go and half as many are made from then on, so that
/// a long scenario has as many as a short one.
final class FrameRecorder {
  private(set) var frames: [ScenarioResult.Frame] = []
  /// Why there are no pictures; told once.
  private(set) var problem: String?

  private static let most = 48
  private static let (width, height) = (240, 135)
  private var interval: UInt64 = 6
  /// The last picture, and of what.
  private var last: (tick: UInt64, events: Int, png: [UInt8])?

  func begin(_ driver: GameDriver) {
    keep(driver)
    driver.onTick = { [weak self] in self?.look($0) }
  }

  /// The picture of the state as it is.
  func picture(_ driver: GameDriver?) -> [UInt8]? {
    guard let driver else { return nil }
    if let last, last.tick == driver.tick, last.events == driver.events.count { return last.png }
    guard problem == nil else { return nil }
    do {
      let png = try driver.screenshot(width: Self.width, height: Self.height).coarse.encodedPNG()
      last = (driver.tick, driver.events.count, png)
      return png
    } catch {
      problem = "no pictures: \((error as? DriverError)?.message ?? "\(error)")"
      return nil
    }
  }

  private func look(_ driver: GameDriver) {
    guard driver.tick % interval == 0 else { return }
    keep(driver)
    guard frames.count > Self.most else { return }
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
  /// The same with 32 shades of each colour: half of the bytes, and hardly seen in a small picture.
  fileprivate var coarse: Image {
    let bytes = bytes.enumerated().map { index, byte in
      index % 4 == 3 ? byte : byte & 0xF8 | byte >> 5
    }
    return Image(width: width, height: height, bytes: bytes)
  }
}
