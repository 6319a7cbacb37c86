import CaromSceneGraph
public import CaromSimulation

/// What happened in the ticks that a driver ran: the sounds that began, and who touched whom.
///
/// Of contacts, those that one of both bodies asks for by its `contactTestBitMask`, even if they begin
/// and end between two ticks, so that a bounce is never missed. The last 100,000 of each are kept.
public struct DriverLog: Sendable {
  /// A sound that began.
  public struct Sound: Hashable, Sendable {
    /// How many ticks had run when the tick ended in which it began.
    public var tick: UInt64
    /// Its name.
    public var name: String
    /// The path of the node that it comes from; nil for everywhere.
    public var path: String?
  }

  /// Two nodes that began or ceased to touch.
  public struct Contact: Hashable, Sendable {
    /// How many ticks had run when the tick ended in which it was told.
    public var tick: UInt64
    /// Whether they touch now, or do not any more.
    public var phase: ContactEvent.Phase
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

  /// The sounds, in order.
  public private(set) var sounds: [Sound] = []
  /// The contacts, in order.
  public private(set) var contacts: [Contact] = []

  private static let most = 100_000

  /// Notes what happened in the last tick.
  mutating func note(_ session: Session) {
    // A thousand marbles that bounce among a thousand siblings have their paths worked out once.
    var paths = PathTable()
    for event in session.sounds {
      let path = session.scene.node(withID: event.node).map { paths.path(of: $0) }
      sounds.append(Sound(tick: session.tick, name: event.name, path: path))
    }
    for event in session.contacts {
      let contact = event.contact
      contacts.append(
        Contact(
          tick: session.tick, phase: event.phase, pathA: paths.path(of: contact.nodeA),
          pathB: paths.path(of: contact.nodeB), impulse: contact.collisionImpulse))
    }
    // Half at a time, so that forgetting costs next to nothing a tick.
    if sounds.count > Self.most { sounds.removeFirst(Self.most / 2) }
    if contacts.count > Self.most { contacts.removeFirst(Self.most / 2) }
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
