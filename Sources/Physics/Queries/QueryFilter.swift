import CaromMaths

/// Selects the bodies that a query tests.
///
/// A body is tested if all conditions hold. The masks of a collider that has its own decide for
/// that collider. The default selects all bodies except sensors.
///
///     let ground = QueryFilter(mask: Category.ground, kinds: [.static, .kinematic])
///     let others = QueryFilter(ignoring: [car])
public struct QueryFilter: Sendable {
  /// Bodies are selected if their category shares a bit with this mask.
  public var mask: UInt32
  /// The category of the query: bodies are selected if they collide with it; nil selects all.
  public var category: UInt32?
  /// Bodies are selected if they are of these kinds.
  public var kinds: BodyKinds
  /// Whether sensors are selected.
  public var includesSensors: Bool
  /// Bodies that are not selected, such as the body that casts a ray.
  public var ignoredBodies: [BodyHandle]
  /// A further condition, evaluated last; nil selects all bodies.
  ///
  /// The predicate must return the same value for the same body throughout a query, and must not
  /// change the world. It may be called any number of times for a body, in a batch on several
  /// threads at the same time.
  public var predicate: (@Sendable (BodyHandle) -> Bool)?

  /// Creates a filter; the defaults select all bodies except sensors.
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
  /// Creates a set from its bits.
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
  /// Whether a filter selects a collider of a body.
  func accepts(_ collider: Int, _ body: Int, _ filter: borrowing QueryFilter) -> Bool {
    accepts(collider, body, bodies.base + body, filter)
  }

  /// Whether a filter selects a collider of the body of a record.
  @inline(__always)
  func accepts(
    _ collider: Int, _ body: Int, _ record: UnsafeMutablePointer<BodyRecord>,
    _ filter: borrowing QueryFilter
  ) -> Bool {
    if record.pointee.has(BodyRecord.Flag.colliderOverrides | BodyRecord.Flag.sensor) {
      return acceptsSpecial(collider, body, filter)
    }
    guard record.pointee.filter.category & filter.mask != 0,
      filter.kinds.rawValue & (1 << record.pointee.kind) != 0
    else { return false }
    return filter.isPlain || isAccepted(body, record.pointee.filter, filter)
  }

  /// Whether a filter selects a collider of a sensor, or one that may have masks of its own.
  @inline(never)
  private func acceptsSpecial(
    _ collider: Int, _ body: Int, _ filter: borrowing QueryFilter
  ) -> Bool {
    let record = bodies.base + body
    let own = colliders.filter(of: Int32(collider), record)
    guard own.category & filter.mask != 0,
      filter.kinds.rawValue & (1 << record.pointee.kind) != 0,
      filter.includesSensors || !record.pointee.has(BodyRecord.Flag.sensor)
    else { return false }
    return isAccepted(body, own, filter)
  }

  /// The conditions that few filters have.
  @inline(never)
  private func isAccepted(
    _ body: Int, _ own: CollisionFilter, _ filter: borrowing QueryFilter
  ) -> Bool {
    if let category = filter.category, own.collision & category == 0 { return false }
    let handle = handle(body)
    if filter.ignoredBodies.contains(handle) { return false }
    return filter.predicate?(handle) ?? true
  }
}

extension QueryFilter {
  /// Whether the filter has only masks, kinds and the sensor flag.
  @inline(__always)
  var isPlain: Bool { category == nil && predicate == nil && ignoredBodies.isEmpty }
}
