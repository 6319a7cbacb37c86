import CPlatform

/// Plays stereo samples from a queue: an audio device, or a test double.
public protocol SoundDevice: AnyObject {
  /// The number of queued sample frames that have not been played.
  var queued: Int { get }

  /// Appends samples, left and right interleaved.
  func queue(_ samples: [Int16])
}

/// The audio device of the system.
public final class SystemSound: SoundDevice {
  /// Opens the device; nil on failure, with the reason in ``problem``.
  public init?(rate: Int) {
    guard plat_audio_open(Int32(rate)) else { return nil }
  }

  deinit { plat_audio_close() }

  /// The reason why the device could not be opened, as a sentence.
  public static var problem: String { "Sound: " + String(cString: plat_error()) }

  /// The number of queued sample frames that have not been played.
  public var queued: Int { Int(plat_audio_queued()) }

  /// Appends samples; a disconnected device is silent.
  public func queue(_ samples: [Int16]) {
    _ = plat_audio_queue(samples, Int32(samples.count / 2))
  }
}
