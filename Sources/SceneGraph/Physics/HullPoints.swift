import CaromCollision
public import CaromMaths
public import CaromProperties

/// The smallest convex solid around points, as a shape of a body.
public struct HullPoints: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "The smallest convex solid around points"

  /// The points, in metres; at least four that do not lie in one plane.
  public var points: [Vector3] = []

  /// Makes a hull without points, which is no shape yet.
  public init() {}

  /// Makes the hull of points in the node's space, in metres.
  public init(_ points: [Vector3]) { self.points = points }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("points", \.points, "Points that the solid wraps tightly", .metres)
  }

  /// What keeps the points from being the corners of a solid, or nil.
  public var problem: String? {
    do throws(ShapeError) {
      _ = try ConvexHullShape(points)
      return nil
    } catch {
      return "\(error.problem); at least four points that do not lie in one plane are accepted"
    }
  }
}
