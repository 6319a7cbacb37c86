package import CaromMaths

/// The requirements of a convex shape with a finite volume.
///
/// A shape's file implements them all. ``Shape`` maps its cases to conforming types, so a new
/// convex shape is one file, a case of ``Shape`` and, unless an existing form fits, a form of
/// ``ConvexCore``.
protocol ConvexShape: Hashable, Sendable {
  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  var problem: String? { get }
  /// The volume, in cubic meters.
  var volume: Float { get }
  /// The mass, center of mass and inertia for a density in kg/m³.
  func massProperties(density: Float) -> MassProperties
  /// The tightest axis-aligned box around the shape placed at `placement`.
  func bounds(at placement: Transform) -> AABB
  /// The distance from the local origin to the farthest point, in meters.
  var outerRadius: Float { get }
  /// The radius of a sphere around ``innerCenter`` that the shape contains, in meters.
  var innerRadius: Float { get }
  /// The center of the sphere of radius ``innerRadius``.
  var innerCenter: Vector3 { get }
  /// The distance from a center of rotation at the local origin to the farthest point whose
  /// rotation changes the surface, in meters.
  var rotationRadius: Float { get }
  /// How far the surface may rotate without changing the distance to another shape.
  var rolling: RollingSurface { get }
  /// The form that distance queries and general contacts work on.
  var core: ConvexCore { get }
  /// The vertices whose hull is the shape, or nil for a shape with curved sides.
  var corners: [Vector3]? { get }

  /// The order in which the general path takes the two shapes of a pair.
  var contactOrder: UInt32 { get }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the shape.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit?
  /// Returns the shape scaled along its local axes, or nil when only the hull of ``corners`` is
  /// exact.
  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape?
  /// Adds the edges and outlines that debug drawing shows, in local space.
  func addWireframe(to sink: inout some WireframeSink)
}

extension ConvexShape {
  var innerCenter: Vector3 { .zero }
  var rotationRadius: Float { outerRadius }
  var rolling: RollingSurface { RollingSurface(radius: 0, isAboutY: false) }
  var corners: [Vector3]? { nil }
  var contactOrder: UInt32 { 0 }
}

/// A convex shape that a few numbers define, so that snapshots can store it without shared data.
protocol ParametricShape: ConvexShape {
  /// The number of the kind in snapshots; never reused.
  static var stateCode: UInt32 { get }
  /// How many numbers ``parameters`` has.
  static var parameterCount: Int { get }
  /// The numbers that define the shape.
  var parameters: [Float] { get }
  /// The shape as a case of ``Shape``.
  var shape: Shape { get }

  /// Creates the shape from ``parameters``; `values` has ``parameterCount`` elements.
  init(parameters values: [Float])
}

extension ParametricShape {
  var contactOrder: UInt32 { Self.stateCode }
}

/// How far a surface may rotate without changing its distance to another shape.
public struct RollingSurface: Hashable, Sendable {
  /// The radius of the rolling part of the surface, in meters, the mean of an uneven one; zero for
  /// flat shapes.
  public var radius: Float
  /// True when only rotation about the local y axis is free, as for a cylinder.
  public var isAboutY: Bool
  /// True when parts of the surface roll with different radii, as for a cone.
  ///
  /// Contact points on such a surface move over both bodies at every rotation, so they are computed
  /// in every step.
  public var isUneven = false
}

/// A receiver of the lines of debug drawing, in a shape's local space.
package protocol WireframeSink {
  /// Adds a line between two points.
  mutating func line(_ a: Vector3, _ b: Vector3)
  /// Adds the arc of an ellipse with the semi-axes `x` and `y`: `segments` of 24, from `x` towards
  /// `y`.
  mutating func arc(_ center: Vector3, _ x: Vector3, _ y: Vector3, segments: Int)
  /// Adds the edges of a box.
  mutating func box(_ box: AABB)
  /// Adds two horizontal circles of radii `bottom` and `top`, `halfHeight` below and above the
  /// origin, and the four lines between them.
  mutating func frustum(bottom: Float, top: Float, halfHeight: Float)
}

extension WireframeSink {
  /// Adds a whole circle or ellipse with the semi-axes `x` and `y`.
  package mutating func circle(_ center: Vector3, _ x: Vector3, _ y: Vector3) {
    arc(center, x, y, segments: 24)
  }
}

/// Scale factors along the axes of a shape.
struct ShapeScale {
  var factors: Vector3
  var magnitudes: Vector3

  init(_ factors: Vector3) { (self.factors, magnitudes) = (factors, factors.magnitudes) }

  /// True when all factors have the same magnitude, except for rounding.
  var isUniform: Bool { Self.areEqual(magnitudes.least, magnitudes.greatest) }

  /// True when the factors along x and z have the same magnitude, except for rounding.
  var isUniformAcrossY: Bool { Self.areEqual(magnitudes.x, magnitudes.z) }

  /// Throws unless all three factors have the same magnitude; `name` names the shape in the
  /// message.
  func requireUniform(_ name: String) throws(ShapeError) {
    if !isUniform { throw Self.refusal(name, "all three axes") }
  }

  /// Throws unless the factors along x and z have the same magnitude.
  func requireUniformAcrossY(_ name: String) throws(ShapeError) {
    if !isUniformAcrossY { throw Self.refusal(name, "x and z") }
  }

  private static func areEqual(_ a: Float, _ b: Float) -> Bool { abs(a - b) <= 1e-5 * max(a, b) }

  private static func refusal(_ name: String, _ axes: String) -> ShapeError {
    ShapeError(
      "\(name) stays round only with equal factors along \(axes); use a hull instead")
  }
}
