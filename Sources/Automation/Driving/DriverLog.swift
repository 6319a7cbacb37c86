public import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// What happened in the ticks that a driver ran: what was heard, and who touched whom.
///
/// Sounds are kept with all that loudspeakers are told, to the bit: the same session has the same log on
/// every machine, without any being there.
///
/// Of contacts, those that one of both bodies asks for by its `contactTestBitMask`, even if they begin
/// and end between two ticks, so that a bounce is never missed. The last 100,000 of each are kept.
public struct DriverLog: Sendable {
  /// A sound that began, or that went on through a tick.
  public struct Sound: Hashable, Sendable {
    /// How many ticks had run when the tick ended in which it was told.
    public var tick: UInt64
    /// Its name.
    public var name: String
    /// The path of the node that it comes from; nil for everywhere.
    public var path: String?
    /// Where it comes from in the world, in metres; nil for everywhere.
    public var position: Vector3?
    /// How loud, 0 to 1.
    public var gain: Float
    /// How fast it is played: 2 is an octave higher and half as long.
    public var pitch: Float

    init(_ event: SoundEvent, tick: UInt64, path: String?) {
      (self.tick, self.path) = (tick, path)
      (name, position, gain, pitch) = (event.name, event.position, event.gain, event.pitch)
    }
  }

  /// Two nodes that began or ceased to touch.
  public struct Contact: Hashable, Sendable {
    /// How many ticks had run when the tick ended in which it was told.
    public var tick: UInt64
    /// Whether they touch now, or do not any more.
    public var phase: ContactChange.Phase
    /// The path of the node whose body was made first.
    public var pathA: String
    /// The path of the node whose body was made last.
    public var pathB: String
    /// How hard they met, in newton-seconds.
    public var impulse: Float

    /// Whether it is of two nodes, in either order.
    public func isBetween(_ a: String, _ b: String) -> Bool {
      pathA == a && pathB == b || pathA == b && pathB == a
    }
  }

  /// The sounds that began, in order.
  public private(set) var sounds: [Sound] = []
  /// The sounds that went on, such as the rolling of a ball: one for each tick through which they did.
  public private(set) var sustainedSounds: [Sound] = []
  /// The contacts, in order.
  public private(set) var contacts: [Contact] = []

  private static let most = 100_000

  /// Notes what happened in the last tick.
  mutating func note(_ session: Session) {
    // A thousand marbles that bounce among a thousand siblings have their paths worked out once.
    var paths = PathTable()
    sounds += Self.sounds(of: session, &paths)
    sustainedSounds += Self.sustainedSounds(of: session)
    for event in session.contacts {
      let contact = event.contact
      contacts.append(
        Contact(
          tick: session.tick, phase: event.phase, pathA: paths.path(of: contact.nodeA),
          pathB: paths.path(of: contact.nodeB), impulse: contact.collisionImpulse))
    }
    // Half at a time, so that forgetting costs next to nothing a tick.
    if sounds.count > Self.most { sounds.removeFirst(Self.most / 2) }
    if sustainedSounds.count > Self.most { sustainedSounds.removeFirst(Self.most / 2) }
    if contacts.count > Self.most { contacts.removeFirst(Self.most / 2) }
  }

  /// The sounds that began in the last tick of a session, with the paths of their nodes.
  public static func sounds(of session: Session) -> [Sound] {
    var paths = PathTable()
    return sounds(of: session, &paths)
  }

  private static func sounds(of session: Session, _ paths: inout PathTable) -> [Sound] {
    session.sounds.map { event in
      let node = session.scene.node(withID: event.node)
      return Sound(event, tick: session.tick, path: node.map { paths.path(of: $0) })
    }
  }

  /// The sounds that went on through the last tick of a session, with the paths of their nodes.
  public static func sustainedSounds(of session: Session) -> [Sound] {
    // One or two in each tick: a table of all siblings would cost more than it saves.
    session.sustainedSounds.map { event in
      Sound(event, tick: session.tick, path: session.scene.node(withID: event.node)?.path)
    }
  }
}

extension GameDriver {
  /// The contacts that were told after a number of ticks, in order.
  public func contacts(since tick: UInt64 = 0) -> [DriverLog.Contact] {
    Array(log.contacts.drop { $0.tick <= tick && tick > 0 })
  }

  /// The sounds that began after a number of ticks, in order.
  public func sounds(since tick: UInt64 = 0) -> [DriverLog.Sound] {
    Array(log.sounds.drop { $0.tick <= tick && tick > 0 })
  }

  /// The sounds that went on after a number of ticks, one for each tick, in order.
  public func sustainedSounds(since tick: UInt64 = 0) -> [DriverLog.Sound] {
    Array(log.sustainedSounds.drop { $0.tick <= tick && tick > 0 })
  }

  /// When two nodes, or what lies in them, first began to touch after a number of ticks.
  ///
  /// - Returns: How many ticks had run when the tick of the contact ended; nil if they never touched.
  /// - Throws: as ``find(_:)``, for each.
  public func firstTouch(
    _ a: Locator, _ b: Locator, since tick: UInt64 = 0
  ) throws(DriverError) -> UInt64? {
    let (first, second) = (try find(a).path, try find(b).path)
    func lies(_ path: String, in outer: String) -> Bool {
      path == outer || path.hasPrefix(outer + "/")
    }
    return contacts(since: tick).first {
      $0.phase == .began
        && (lies($0.pathA, in: first) && lies($0.pathB, in: second)
          || lies($0.pathB, in: first) && lies($0.pathA, in: second))
    }?.tick
  }
}
