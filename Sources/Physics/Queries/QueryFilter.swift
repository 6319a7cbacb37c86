/// Which bodies a query sees.
///
/// A body counts when everything here agrees. The default sees all bodies but sensors.
///
///     let ground = QueryFilter(mask: Category.ground, kinds: [.static, .kinematic])
///     let others = QueryFilter(ignoring: [car])
public struct QueryFilter: Sendable {
  /// Bodies count whose category shares a bit with this.
  public var mask: UInt32
  /// What the query stands for: bodies count that collide with this category; nil asks none.
  public var category: UInt32?
  /// Bodies of these kinds count.
  public var kinds: BodyKinds
  /// Whether sensors count.
  public var includesSensors: Bool
  /// Bodies that do not count, such as the one that asks.
  public var ignoredBodies: [BodyHandle]
  /// Asked last, for whatever else decides; nil lets everything count.
  ///
  /// It must answer the same for the same body throughout a query, may be asked more or less often
  /// than there are bodies, on several threads at once in a batch, and must not change the world.
  public var predicate: (@Sendable (BodyHandle) -> Bool)?

  /// Makes a filter; what is left out lets everything through, except that sensors do not count.
  public init(
    mask: UInt32 = .max, category: UInt32? = nil, kinds: BodyKinds = .all,
    includesSensors: Bool = false, ignoring ignoredBodies: [BodyHandle] = [],
    where predicate: (@Sendable (BodyHandle) -> Bool)? = nil
  ) {
    self.mask = mask
    self.category = category
    self.kinds = kinds
    self.includesSensors = includesSensors
    self.ignoredBodies = ignoredBodies
    self.predicate = predicate
  }
}

/// A set of kinds of bodies.
public struct BodyKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt32
  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Static bodies.
  public static let `static` = BodyKinds(.static)
  /// Kinematic bodies.
  public static let kinematic = BodyKinds(.kinematic)
  /// Dynamic bodies.
  public static let dynamic = BodyKinds(.dynamic)
  /// Bodies of every kind.
  public static let all: BodyKinds = [.static, .kinematic, .dynamic]

  /// The set of one kind.
  public init(_ kind: BodyKind) { self.init(rawValue: 1 << kind.code) }
}

extension World {
  /// Whether a filter lets a body through.
  func accepts(_ body: Int, _ filter: borrowing QueryFilter) -> Bool {
    accepts(body, bodies.base + body, filter)
  }

  /// Whether a filter lets a body through whose record is at hand.
  @inline(__always)
  func accepts(
    _ body: Int, _ record: UnsafeMutablePointer<BodyRecord>, _ filter: borrowing QueryFilter
  ) -> Bool {
    guard record.pointee.filter.category & filter.mask != 0,
      filter.kinds.rawValue & (1 << record.pointee.kind) != 0,
      filter.includesSensors || !record.pointee.has(BodyRecord.Flag.sensor)
    else { return false }
    return filter.isPlain || isAccepted(body, filter)
  }

  /// The part of ``accepts(_:_:)`` that few filters need.
  @inline(never)
  private func isAccepted(_ body: Int, _ filter: borrowing QueryFilter) -> Bool {
    if let category = filter.category, bodies.base[body].filter.collision & category == 0 {
      return false
    }
    let handle = handle(body)
    if filter.ignoredBodies.contains(handle) { return false }
    return filter.predicate?(handle) ?? true
  }
}

extension QueryFilter {
  /// True when masks, kinds and sensors decide alone.
  @inline(__always)
  var isPlain: Bool { category == nil && predicate == nil && ignoredBodies.isEmpty }
}
