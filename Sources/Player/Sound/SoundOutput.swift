import CaromSceneGraph
public import CaromSimulation
public import CaromSounds

/// Plays the sounds of a session: mixes the events of each tick and keeps the audio queue filled.
///
/// About 60 ms are queued ahead. When ticks are late, playing sounds continue without new events;
/// when they are early, as after a hitch, their samples are dropped. Neither affects the session.
public final class SoundOutput {
  /// The master volume, 0 to 1.
  public var volume: Float {
    didSet { apply() }
  }
  /// Whether the output is muted.
  public var isMuted = false {
    didSet { apply() }
  }
  /// Whether music plays.
  public var playsMusic = false

  private let device: any SoundDevice
  private var bank: SoundBank
  private var mixer: Mixer
  private let minimumQueued: Int
  private let maximumQueued: Int
  private var listener = Listener()
  /// The fraction of a sample by which the ticks so far exceed their samples.
  private var rest: Double = 0
  private var pendingSounds: [SoundEvent] = []

  /// Creates an output for the sounds of a bank on a device.
  public init(device: any SoundDevice, bank: SoundBank, volume: Float = 1) {
    self.device = device
    self.bank = bank
    self.volume = volume
    mixer = Mixer()
    minimumQueued = mixer.sampleRate * 6 / 100
    maximumQueued = mixer.sampleRate * 15 / 100
    apply()
  }

  /// Uses other sounds from the next tick on; sounds that are already playing end unchanged.
  public func replaceBank(by bank: SoundBank) { self.bank = bank }

  private func apply() { mixer.volume = isMuted ? 0 : max(0, min(1, volume)) }

  /// Plays a sound of the player, such as that of a menu, with the next tick.
  public func play(_ name: String, gain: Float = 1) {
    pendingSounds.append(SoundEvent(name: name, gain: gain))
  }

  /// Mixes the events of the last tick of a session.
  public func tick(_ session: Session) {
    listener = Listener(session.scene)
    send(session.sounds, session.sustainedSounds)
    let exact = session.tickLength * Double(mixer.sampleRate) + rest
    let frames = max(0, min(mixer.sampleRate, Int(exact.rounded(.down))))
    rest = max(0, min(1, exact - Double(frames)))
    let samples = mixer.mix(frames: frames)
    if device.queued < maximumQueued { device.queue(samples) }
  }

  /// Keeps the queue from running empty; call it once per frame.
  ///
  /// - Parameter isRunning: False while no session runs, which ends sustained sounds.
  public func fillBuffer(isRunning: Bool) {
    if !isRunning { send([], []) }
    while device.queued < minimumQueued {
      let before = device.queued
      device.queue(mixer.mix(frames: mixer.sampleRate / 100))
      // The device accepts no samples: it is disconnected.
      if device.queued <= before { break }
    }
  }

  private func send(_ events: [SoundEvent], _ sustained: [SoundEvent]) {
    let music = playsMusic ? [SoundEvent(name: "music", gain: 0.35)] : []
    mixer.update(
      events + pendingSounds, sustained: sustained + music, listener: listener, bank: bank)
    pendingSounds.removeAll()
  }
}
