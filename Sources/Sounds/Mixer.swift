import CaromMaths
public import CaromSceneGraph

/// Mixes the sounds of a session into stereo samples, bit for bit the same on every machine.
///
/// The samples depend only on the sounds, the ticks in which they were reported and the camera, so
/// a recording sounds the same each time. The mixer uses no audio device and no files.
public struct Mixer {
  /// The default sample rate, in samples per second.
  public static let defaultSampleRate = 44_100

  /// The sample rate of each channel, in samples per second.
  public let sampleRate: Int
  /// The maximum number of voices; beyond it the quietest are stopped.
  public let maximumVoiceCount: Int
  /// The master volume, 0 to 1.
  public var volume: Float = 1

  private var voices: [Voice] = []

  /// Creates a mixer without voices.
  ///
  /// - Precondition: `sampleRate` and `voices` are positive.
  public init(sampleRate: Int = Mixer.defaultSampleRate, voices: Int = 24) {
    precondition(
      sampleRate > 0 && voices > 0, "A mixer has a positive sample rate and at least one voice")
    self.sampleRate = sampleRate
    maximumVoiceCount = voices
  }

  /// The number of voices, without those that are fading out.
  public var voiceCount: Int { voices.reduce(0) { $0 + ($1.isEnding ? 0 : 1) } }

  /// Updates the voices with the sounds of a tick.
  ///
  /// - Parameters:
  ///   - events: The sounds that start, such as `Session.sounds`.
  ///   - sustained: The sounds that are sustained, such as `Session.sustainedSounds`; a sound that
  ///     is no longer in the list fades out.
  ///   - listener: The listener.
  ///   - bank: The sounds by name; unknown names are silent.
  public mutating func update(
    _ events: [SoundEvent], sustained: [SoundEvent] = [], listener: Listener, bank: SoundBank
  ) {
    for index in voices.indices {
      guard let key = voices[index].key else { continue }
      if let event = sustained.last(where: { Voice.Key($0) == key }) {
        voices[index].update(event, sampleRate: sampleRate)
      } else {
        voices[index].isEnding = true
      }
    }
    for event in sustained {
      let key = Voice.Key(event)
      if voices.contains(where: { $0.key == key && !$0.isEnding }) { continue }
      start(event, key: key, listener, bank)
    }
    for event in events { start(event, key: nil, listener, bank) }
    for index in voices.indices {
      let voice = voices[index]
      voices[index].targetGains =
        voice.isEnding ? (0, 0) : listener.gains(voice.gain, from: voice.source)
    }
  }

  private mutating func start(
    _ event: SoundEvent, key: Voice.Key?, _ listener: Listener, _ bank: SoundBank
  ) {
    guard let sound = bank[event.name], !sound.samples.isEmpty, event.gain > 0 else { return }
    var voice = Voice(event, sound, key: key, sampleRate: sampleRate)
    voice.targetGains = listener.gains(voice.gain, from: voice.source)
    // Sustained sounds fade in; other sounds start at full gain.
    if key == nil { voice.gains = voice.targetGains }
    if voiceCount >= maximumVoiceCount {
      var quietest = -1
      for index in voices.indices where !voices[index].isEnding {
        if quietest < 0 || voices[index].loudness < voices[quietest].loudness { quietest = index }
      }
      guard quietest >= 0, voices[quietest].loudness < voice.loudness else { return }
      voices[quietest].isEnding = true
      voices[quietest].targetGains = (0, 0)
    }
    voices.append(voice)
  }

  /// Mixes the next samples; changes of gain since the last call are interpolated.
  ///
  /// - Parameter frames: The number of samples per channel.
  /// - Returns: Interleaved left and right samples.
  public mutating func mix(frames: Int) -> [Int16] {
    precondition(frames >= 0, "The number of samples is not negative")
    var sums = [Float](repeating: 0, count: frames * 2)
    sums.withUnsafeMutableBufferPointer { sums in
      for index in voices.indices { voices[index].add(to: sums) }
    }
    voices.removeAll { $0.isEnding || $0.isOver }
    let volume = self.volume > 0 ? min(1, self.volume) : 0
    return sums.map { Int16((Self.compressed($0 * volume) * 32_767).rounded()) }
  }

  /// Compresses samples above three quarters, so that no sum reaches 1 and none is clipped.
  static func compressed(_ sample: Float) -> Float {
    let size = abs(sample)
    guard size > 0.75 else { return sample }
    let over = (size - 0.75) * 4
    let bent = 0.75 + 0.25 * (over / (1 + over))
    return sample < 0 ? -bent : bent
  }
}
