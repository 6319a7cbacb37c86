extension Scene {
  /// Plays a sound once, at the position of a node or without a position.
  ///
  /// - Parameters:
  ///   - name: The name of the sound.
  ///   - gain: The loudness, 0 to 1.
  ///   - pitch: The playback speed; 2 is an octave higher and half as long.
  ///   - node: The source of the sound; nil plays it without a position.
  public func playSound(
    _ name: String, gain: Float = 1, pitch: Float = 1, at node: Node? = nil
  ) {
    soundEvents.append(Self.event(name, gain, pitch, node))
  }

  /// Sustains a looping sound through this tick, such as the rolling of a ball.
  ///
  /// The sound continues as long as every tick calls this again, with a gain and pitch that may
  /// change. In the first tick without a call it fades out. Call it within a tick, not from an
  /// input event.
  ///
  /// - Parameters:
  ///   - name: The name of the sound, which loops.
  ///   - gain: The loudness, 0 to 1.
  ///   - pitch: The playback speed; 2 is an octave higher.
  ///   - node: The source of the sound; nil plays it without a position.
  public func sustainSound(
    _ name: String, gain: Float = 1, pitch: Float = 1, at node: Node? = nil
  ) {
    sustainedSounds.append(Self.event(name, gain, pitch, node))
  }

  /// Discards the sounds of the previous tick, for example after restoring another tick.
  public func clearSounds() {
    (soundEvents, sustainedSounds, reportedSoundCount) = ([], [], 0)
  }

  private static func event(
    _ name: String, _ gain: Float, _ pitch: Float, _ node: Node?
  ) -> SoundEvent {
    SoundEvent(
      name: name, node: node?.id ?? 0, position: node.map { $0.presentation.worldPosition },
      gain: gain, pitch: pitch)
  }
}
