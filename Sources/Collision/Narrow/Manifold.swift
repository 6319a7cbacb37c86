public import CaromMaths

/// A point where two shapes touch or nearly touch.
public struct ManifoldPoint: Hashable, Sendable, BitwiseCopyable {
  /// The middle between the two surfaces, in world space.
  public var position: Vector3
  /// The gap along the normal, in meters; negative where the shapes overlap.
  public var separation: Float
  /// An identifier of the features that touch, equal from step to step while the same features do.
  public var feature: UInt32

  /// Creates a point from its parts.
  @inlinable public init(position: Vector3, separation: Float, feature: UInt32) {
    self.position = position
    self.separation = separation
    self.feature = feature
  }

  /// A point whose components are zero.
  @inlinable static var zero: ManifoldPoint {
    ManifoldPoint(position: Vector3(), separation: 0, feature: 0)
  }
}

/// The contact of two shapes: one normal and up to four points.
public struct Manifold: Hashable, Sendable, BitwiseCopyable {
  /// The surface that the normal belongs to.
  ///
  /// The physics layer uses it to remove ghost contacts: on a floor of adjacent boxes, a sliding
  /// body may catch on an `edge` although a neighbor's face is flush with it.
  public enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// The normal is that of a flat face of A: a box's side, a cylinder's cap or a plane.
    case faceA
    /// The normal is that of a flat face of B.
    case faceB
    /// An edge or a vertex is involved, so that no face fixes the normal.
    case edge
    /// Both surfaces are curved and smooth where they touch.
    case round

    /// The kind with A and B exchanged.
    @inlinable public var flipped: Kind {
      switch self {
      case .faceA: .faceB
      case .faceB: .faceA
      case .edge: .edge
      case .round: .round
      }
    }
  }

  /// The unit direction from A to B, in world space.
  public var normal: Vector3
  /// The surface that the normal belongs to.
  public var kind: Kind
  /// The number of points, 0 to 4; without points the shapes do not touch.
  public private(set) var count: Int
  @usableFromInline var point0: ManifoldPoint
  @usableFromInline var point1: ManifoldPoint
  @usableFromInline var point2: ManifoldPoint
  @usableFromInline var point3: ManifoldPoint

  /// Creates a manifold without points.
  public init(normal: Vector3 = Vector3(0, 1, 0), kind: Kind = .round) {
    self.normal = normal
    self.kind = kind
    count = 0
    point0 = .zero
    point1 = .zero
    point2 = .zero
    point3 = .zero
  }

  /// Creates a manifold with one point.
  public init(normal: Vector3, kind: Kind, point: ManifoldPoint) {
    self.init(normal: normal, kind: kind)
    point0 = point
    count = 1
  }

  /// True when the shapes are farther apart than the margin.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The point with `index`, from 0 to less than ``count``.
  @inlinable public subscript(index: Int) -> ManifoldPoint {
    get {
      switch index {
      case 0: point0
      case 1: point1
      case 2: point2
      case 3: point3
      default: preconditionFailure("A manifold has four points at most")
      }
    }
    set {
      switch index {
      case 0: point0 = newValue
      case 1: point1 = newValue
      case 2: point2 = newValue
      case 3: point3 = newValue
      default: preconditionFailure("A manifold has four points at most")
      }
    }
  }

  /// Appends a point; there must be fewer than four.
  public mutating func append(_ point: ManifoldPoint) {
    self[count] = point
    count += 1
  }

  /// The least separation of all points, in meters; infinite without points.
  public var leastSeparation: Float {
    var least = Float.infinity
    for index in 0..<count { least = min(least, self[index].separation) }
    return least
  }

  /// Removes the points whose separation is above `margin`, in meters.
  public mutating func removePoints(beyond margin: Float) {
    let all = self
    count = 0
    for index in 0..<all.count where all[index].separation <= margin { append(all[index]) }
  }

  /// The same contact with A and B exchanged.
  public var flipped: Manifold {
    var m = self
    m.flip()
    return m
  }

  /// Exchanges A and B.
  public mutating func flip() {
    normal = -normal
    kind = kind.flipped
  }

  /// Transforms the manifold from the local space of `placement` to the space around it.
  @inline(__always) mutating func transform(by placement: Transform) {
    let (q, p) = (F4(placement.orientation), F4(placement.position))
    normal = Vector3(F4(normal).rotated(by: q))
    if count > 0 { point0.position = Vector3(F4(point0.position).rotated(by: q) + p) }
    if count > 1 { point1.position = Vector3(F4(point1.position).rotated(by: q) + p) }
    if count > 2 { point2.position = Vector3(F4(point2.position).rotated(by: q) + p) }
    if count > 3 { point3.position = Vector3(F4(point3.position).rotated(by: q) + p) }
  }

  /// The manifold transformed from a local space to that of `placement`.
  func placed(at placement: Transform) -> Manifold {
    var m = self
    m.transform(by: placement)
    return m
  }
}
