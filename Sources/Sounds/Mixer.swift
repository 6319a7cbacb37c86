import CaromMaths
public import CaromSceneGraph

/// Turns the sounds that a session tells of into samples for two ears, bit for bit the same anywhere.
///
/// The samples depend on the sounds, the ticks in which they were told and where the camera was, and
/// on nothing else: a recording sounds the same each time. Knows no device and no file.
public struct Mixer {
  /// The rate that loudspeakers are made for, in samples a second.
  public static let defaultSampleRate = 44_100

  /// Samples a second for each ear.
  public let rate: Int
  /// The most sounds that are heard at once; of more, the quietest give way.
  public let maximumVoiceCount: Int
  /// How loud everything is, 0 to 1.
  public var volume: Float = 1

  private var voices: [Voice] = []

  /// Makes a mixer in which nothing sounds.
  ///
  /// - Precondition: `rate` and `voices` are positive.
  public init(rate: Int = Mixer.defaultSampleRate, voices: Int = 24) {
    precondition(rate > 0 && voices > 0, "a mixer has a rate and at least one voice")
    self.rate = rate
    maximumVoiceCount = voices
  }

  /// How many sounds are heard now, without those that fade away within the next samples.
  public var voiceCount: Int { voices.reduce(0) { $0 + ($1.isEnding ? 0 : 1) } }

  /// Takes what a tick told: sounds that begin, and those that go on for as long as they are told.
  ///
  /// - Parameters:
  ///   - events: The sounds that began, such as `Session.sounds`.
  ///   - sustained: The sounds that go on, such as `Session.sustainedSounds`; one that was told before
  ///     and is not now fades away.
  ///   - listener: Where they are heard.
  ///   - bank: The sounds by name; names that it lacks are silent.
  public mutating func take(
    _ events: [SoundEvent], sustained: [SoundEvent] = [], listener: Listener, bank: SoundBank
  ) {
    for index in voices.indices {
      guard let key = voices[index].key else { continue }
      if let event = sustained.last(where: { Voice.Key($0) == key }) {
        voices[index].follow(event, rate: rate)
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
      voices[index].goal =
        voice.isEnding ? (0, 0) : listener.gains(voice.gain, from: voice.place)
    }
  }

  private mutating func start(
    _ event: SoundEvent, key: Voice.Key?, _ listener: Listener, _ bank: SoundBank
  ) {
    guard let sound = bank[event.name], !sound.samples.isEmpty, event.gain > 0 else { return }
    var voice = Voice(event, sound, key: key, rate: rate)
    voice.goal = listener.gains(voice.gain, from: voice.place)
    // What goes on swells from nothing; a knock begins with its full strength.
    if key == nil { voice.ears = voice.goal }
    if voiceCount >= maximumVoiceCount {
      var quietest = -1
      for index in voices.indices where !voices[index].isEnding {
        if quietest < 0 || voices[index].loudness < voices[quietest].loudness { quietest = index }
      }
      guard quietest >= 0, voices[quietest].loudness < voice.loudness else { return }
      voices[quietest].isEnding = true
      voices[quietest].goal = (0, 0)
    }
    voices.append(voice)
  }

  /// Mixes the next samples; changes of loudness since the last call are spread over them.
  ///
  /// - Parameter frames: How many samples for each ear.
  /// - Returns: Left and right by turns, never beyond what 16 bits hold.
  public mutating func mix(frames: Int) -> [Int16] {
    precondition(frames >= 0, "samples are counted from zero")
    var sums = [Float](repeating: 0, count: frames * 2)
    sums.withUnsafeMutableBufferPointer { sums in
      for index in voices.indices { voices[index].add(to: sums) }
    }
    voices.removeAll { $0.isEnding || $0.isOver }
    let volume = self.volume > 0 ? min(1, self.volume) : 0
    return sums.map { Int16((Self.limited($0 * volume) * 32_767).rounded()) }
  }

  /// Bends what is louder than three quarters, so that no sum reaches 1 and none is cut off.
  static func limited(_ sample: Float) -> Float {
    let size = abs(sample)
    guard size > 0.75 else { return sample }
    let over = (size - 0.75) * 4
    let bent = 0.75 + 0.25 * (over / (1 + over))
    return sample < 0 ? -bent : bent
  }
}
