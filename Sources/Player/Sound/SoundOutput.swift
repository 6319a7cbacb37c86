import CaromSceneGraph
public import CaromSimulation
public import CaromSounds

/// Lets a session be heard: mixes what each tick tells and keeps the loudspeakers supplied.
///
/// About 60 ms are queued ahead. When ticks come late, what already sounds goes on without news;
/// when they come too fast, as after a hitch, their samples are left out. Neither feeds back.
public final class SoundOutput {
  /// How much everything is turned down, 0 to 1; 0 is silent.
  public var volume: Float {
    didSet { apply() }
  }
  /// Whether nothing is to be heard.
  public var isMuted = false {
    didSet { apply() }
  }
  /// Whether the music plays.
  public var playsMusic = false

  private let device: any SoundDevice
  private let bank: SoundBank
  private var mixer: Mixer
  private let least: Int
  private let most: Int
  private var listener = Listener()
  /// The part of a sample that the ticks so far are longer than their samples.
  private var rest: Double = 0
  private var pendingSounds: [SoundEvent] = []

  /// Plays sounds of a bank on a device.
  public init(device: any SoundDevice, bank: SoundBank, volume: Float = 1) {
    self.device = device
    self.bank = bank
    self.volume = volume
    mixer = Mixer()
    least = mixer.sampleRate * 6 / 100
    most = mixer.sampleRate * 15 / 100
    apply()
  }

  private func apply() { mixer.volume = isMuted ? 0 : max(0, min(1, volume)) }

  /// Plays a sound of the player's own, such as that of a menu, with the next tick.
  public func play(_ name: String, gain: Float = 1) {
    pendingSounds.append(SoundEvent(name: name, gain: gain))
  }

  /// Mixes what the tick told that a session ran last.
  public func tick(_ session: Session) {
    listener = Listener(session.scene)
    take(session.sounds, session.sustainedSounds)
    let exact = session.tickLength * Double(mixer.sampleRate) + rest
    let frames = max(0, min(mixer.sampleRate, Int(exact.rounded(.down))))
    rest = max(0, min(1, exact - Double(frames)))
    let samples = mixer.mix(frames: frames)
    if device.queued < most { device.queue(samples) }
  }

  /// Keeps what sounds from breaking off; to be called once a frame.
  ///
  /// - Parameter isRunning: False while no session runs, so that what goes on ends.
  public func supply(isRunning: Bool) {
    if !isRunning { take([], []) }
    while device.queued < least {
      let before = device.queued
      device.queue(mixer.mix(frames: mixer.sampleRate / 100))
      // A device that takes nothing is gone.
      if device.queued <= before { break }
    }
  }

  private func take(_ events: [SoundEvent], _ sustained: [SoundEvent]) {
    let music = playsMusic ? [SoundEvent(name: "music", gain: 0.35)] : []
    mixer.update(events + pendingSounds, sustained: sustained + music, listener: listener, bank: bank)
    pendingSounds.removeAll()
  }
}
