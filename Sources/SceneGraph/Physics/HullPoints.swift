import CaromCollision
public import CaromMaths
public import CaromProperties

/// The convex hull of points as a shape.
public struct HullPoints: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The smallest convex solid around points"

  /// The points, in meters; at least four that are not coplanar.
  public var points: [Vector3] = []

  /// Creates an empty hull, which is not a valid shape.
  public init() {}

  /// Creates the hull of points in the node's space, in meters.
  public init(_ points: [Vector3]) { self.points = points }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("points", \.points, "Points whose convex hull is the shape", .meters)
  }

  /// The reason why the points have no valid hull, or nil.
  public var problem: String? {
    do throws(ShapeError) {
      _ = try ConvexHullShape(points)
      return nil
    } catch {
      return "\(error.problem); at least four points that do not lie in one plane are accepted"
    }
  }
}
