import CPlatform

/// Takes samples for two ears and plays them one after another: the system's, or a test's own.
public protocol SoundDevice: AnyObject {
  /// How many samples for each ear are not heard yet.
  var queued: Int { get }

  /// Puts samples at the end, left and right by turns.
  func queue(_ samples: [Int16])
}

/// The loudspeakers of the machine.
public final class SystemSound: SoundDevice {
  /// Opens them; nil where there are none, and ``problem`` then says why.
  public init?(rate: Int) {
    guard plat_audio_open(Int32(rate)) else { return nil }
  }

  deinit { plat_audio_close() }

  /// Why they could not be opened, as a sentence.
  public static var problem: String { "sound: " + String(cString: plat_error()) }

  /// How many samples for each ear are not heard yet.
  public var queued: Int { Int(plat_audio_queued()) }

  /// Puts samples at the end; a device that was unplugged is silent.
  public func queue(_ samples: [Int16]) {
    _ = plat_audio_queue(samples, Int32(samples.count / 2))
  }
}
