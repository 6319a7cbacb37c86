public import CaromMaths
public import CaromProperties

/// A bounding box that overrides the computed one.
public struct ExplicitBounds: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A bounding box that overrides the computed one"

  /// The corner with the least coordinates, in the node's own space, in meters.
  public var min = Vector3.zero
  /// The corner with the greatest coordinates, in the node's own space, in meters.
  public var max = Vector3.zero

  /// Creates an empty box at the origin.
  public init() {}

  /// Creates bounds from a box.
  public init(_ box: AABB) {
    min = box.min
    max = box.max
  }

  /// The box.
  public var box: AABB { AABB(min: min, max: max) }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("min", \.min, "The corner with the least coordinates", .meters)
    p.property("max", \.max, "The corner with the greatest coordinates", .meters)
  }

  /// The inconsistency between the corners, or nil.
  public var problem: String? {
    box.isEmpty ? "min \(min) exceeds max \(max); a box with min up to max is accepted" : nil
  }
}
