extension Scene {
  /// Plays a sound once; from a node, or from everywhere.
  ///
  /// - Parameters:
  ///   - name: The name of the sound.
  ///   - gain: How loud, 0 to 1.
  ///   - pitch: How fast it is played: 2 is an octave higher and half as long.
  ///   - node: What it comes from; nil for everywhere.
  public func playSound(
    _ name: String, gain: Float = 1, pitch: Float = 1, at node: Node? = nil
  ) {
    soundEvents.append(Self.event(name, gain, pitch, node))
  }

  /// Lets a sound go on through this tick, such as the rolling of a ball.
  ///
  /// It goes on for as long as every tick says so again, and may be louder or higher each time; in the
  /// first tick that does not, it fades away. To be called within the tick, not from an event.
  ///
  /// - Parameters:
  ///   - name: The name of the sound, which is repeated without end.
  ///   - gain: How loud, 0 to 1.
  ///   - pitch: How fast it is played: 2 is an octave higher.
  ///   - node: What it comes from; nil for everywhere.
  public func sustainSound(
    _ name: String, gain: Float = 1, pitch: Float = 1, at node: Node? = nil
  ) {
    sustainedSounds.append(Self.event(name, gain, pitch, node))
  }

  /// Forgets the sounds of the tick before, such as after going to another one.
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
