import CaromSceneGraph
public import CaromSimulation

/// The end of a recording as a player sees and hears it, for the last lines of a test.
public struct ReplayEnd: Hashable, Sendable {
  /// A label and its text.
  public struct LabelText: Hashable, Sendable {
    /// The name of the label.
    public let name: String
    /// The text.
    public let text: String
  }

  /// A sound and how often it was played.
  public struct SoundCount: Hashable, Sendable {
    /// The name of the sound.
    public let name: String
    /// The number of times that it started.
    public let count: Int
  }

  /// The phase of the game, such as `playing`.
  public let phase: String
  /// The score.
  public let score: Int32
  /// The remaining lives, or nil if the game has no lives.
  public let lives: Int32?
  /// The labels that show a text and can be found by name, in the order in which they are drawn.
  public let labels: [LabelText]
  /// The sounds that were played, in the order of their names.
  public let sounds: [SoundCount]
  /// The value of `Session.replayHash`.
  public let hash: UInt64

  /// Reads the end from a session that has played the whole recording.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - sounds: The sounds that started since tick 0; see ``DriverLog/sounds(of:)``.
  public init(_ session: Session, sounds: [DriverLog.Sound] = []) {
    (phase, score, lives) = (session.phase, session.score, session.lives)
    let all = session.scene.overlay.labels
    labels = all.compactMap { label in
      let isUnique = all.count { $0.name == label.name } == 1
      guard isUnique, !label.name.isEmpty, !label.text.isEmpty else { return nil }
      return LabelText(name: label.name, text: label.text)
    }
    let names = sounds.map(\.name)
    self.sounds = Set(names).sorted().map { name in
      SoundCount(name: name, count: names.count { $0 == name })
    }
    hash = session.replayHash
  }
}

extension Replay {
  /// The recorded hash of the end; for a truncated recording, that of the session which played it.
  func finalHash(_ end: ReplayEnd?) -> UInt64? {
    checks.last { $0.tick == lastTick }?.hash ?? end?.hash
  }
}
