public import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// The sounds and contacts of the ticks that a driver ran.
///
/// Sounds are logged with every parameter sent to the mixer, so the same session has the same log
/// on every machine, with or without an audio device.
///
/// A contact is logged if the `contactTestBitMask` of either body matches. It is logged even if it
/// begins and ends within one tick, so that bounces are not missed. The log holds at most 100,000
/// entries of each kind; the oldest are dropped.
public struct DriverLog: Sendable {
  /// A sound that started, or that was sustained through a tick.
  public struct Sound: Hashable, Sendable {
    /// The number of ticks that had run at the end of the tick that reported the sound.
    public var tick: UInt64
    /// The name of the sound.
    public var name: String
    /// The path of the node that emits it; nil for a sound without a position.
    public var path: String?
    /// The position in world space, in meters; nil for a sound without a position.
    public var position: Vector3?
    /// The gain, 0 to 1.
    public var gain: Float
    /// The playback rate: 2 is one octave higher and half as long.
    public var pitch: Float

    init(_ event: SoundEvent, tick: UInt64, path: String?) {
      (self.tick, self.path) = (tick, path)
      (name, position, gain, pitch) = (event.name, event.position, event.gain, event.pitch)
    }
  }

  /// A contact between two nodes that began or ended.
  public struct Contact: Hashable, Sendable {
    /// The number of ticks that had run at the end of the tick that reported the contact.
    public var tick: UInt64
    /// Whether the contact began or ended.
    public var phase: ContactChange.Phase
    /// The path of the node whose body was created first.
    public var pathA: String
    /// The path of the node whose body was created last.
    public var pathB: String
    /// The impulse of the contact, in newton-seconds.
    public var impulse: Float

    /// Returns whether the contact is between two nodes, in either order.
    public func isBetween(_ a: String, _ b: String) -> Bool {
      pathA == a && pathB == b || pathA == b && pathB == a
    }
  }

  /// The sounds that started, in order.
  public private(set) var sounds: [Sound] = []
  /// The sustained sounds, such as a rolling ball: one entry for each tick.
  public private(set) var sustainedSounds: [Sound] = []
  /// The contacts, in order.
  public private(set) var contacts: [Contact] = []

  private static let capacity = 100_000

  /// Appends the events of the last tick.
  mutating func record(_ session: Session) {
    // With many contacts among many siblings, each path is computed once.
    var paths = NodePathTable()
    sounds += Self.sounds(of: session, &paths)
    sustainedSounds += Self.sustainedSounds(of: session)
    for event in session.contacts {
      let contact = event.contact
      contacts.append(
        Contact(
          tick: session.tick, phase: event.phase, pathA: paths.path(of: contact.nodeA),
          pathB: paths.path(of: contact.nodeB), impulse: contact.collisionImpulse))
    }
    // Half of the entries are dropped at a time, so the amortized cost per tick is small.
    if sounds.count > Self.capacity { sounds.removeFirst(Self.capacity / 2) }
    if sustainedSounds.count > Self.capacity { sustainedSounds.removeFirst(Self.capacity / 2) }
    if contacts.count > Self.capacity { contacts.removeFirst(Self.capacity / 2) }
  }

  /// The entries up to a tick.
  func entries(upTo tick: UInt64) -> DriverLog {
    var log = self
    log.sounds.removeAll { $0.tick > tick }
    log.sustainedSounds.removeAll { $0.tick > tick }
    log.contacts.removeAll { $0.tick > tick }
    return log
  }

  /// The sounds that started in the last tick of a session, with the paths of their nodes.
  public static func sounds(of session: Session) -> [Sound] {
    var paths = NodePathTable()
    return sounds(of: session, &paths)
  }

  private static func sounds(of session: Session, _ paths: inout NodePathTable) -> [Sound] {
    session.sounds.map { event in
      let node = session.scene.node(withID: event.node)
      return Sound(event, tick: session.tick, path: node.map { paths.path(of: $0) })
    }
  }

  /// The sounds sustained through the last tick of a session, with the paths of their nodes.
  public static func sustainedSounds(of session: Session) -> [Sound] {
    // There are one or two per tick, so a table of all siblings would cost more than it saves.
    session.sustainedSounds.map { event in
      Sound(event, tick: session.tick, path: session.scene.node(withID: event.node)?.path)
    }
  }
}

extension GameDriver {
  /// The contacts reported after a tick, in order.
  public func contacts(since tick: UInt64 = 0) -> [DriverLog.Contact] {
    Array(log.contacts.drop { $0.tick <= tick && tick > 0 })
  }

  /// The sounds that started after a tick, in order.
  public func sounds(since tick: UInt64 = 0) -> [DriverLog.Sound] {
    Array(log.sounds.drop { $0.tick <= tick && tick > 0 })
  }

  /// The sounds sustained after a tick, one entry for each tick, in order.
  public func sustainedSounds(since tick: UInt64 = 0) -> [DriverLog.Sound] {
    Array(log.sustainedSounds.drop { $0.tick <= tick && tick > 0 })
  }

  /// The tick in which two nodes, or their descendants, first touched after a given tick.
  ///
  /// - Returns: The number of ticks that had run at the end of that tick; nil if they never
  ///   touched.
  /// - Throws: The errors of ``find(_:)``, for either locator.
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
