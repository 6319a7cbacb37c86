public import CaromProperties

/// A geometry that replaces another from a distance or below a size on screen.
public struct LevelOfDetail: Part {
  /// Summary for the schema.
  public static let summary = "A geometry that replaces another from a distance"

  /// The threshold from which it is drawn.
  public var threshold = LevelThreshold.worldSpaceDistance(0)
  /// The replacement, with its own materials; nil draws nothing.
  public var geometry: Geometry?

  /// Creates a level that draws nothing at any distance.
  public init() {}

  /// Creates a level that is drawn from a distance in meters.
  public init(_ geometry: Geometry?, worldSpaceDistance: Float) {
    self.geometry = geometry
    threshold = .worldSpaceDistance(worldSpaceDistance)
  }

  /// Creates a level that is drawn while the bounding sphere has at most a radius on screen.
  ///
  /// The radius is in overlay units; every image is 720 overlay units high.
  public init(_ geometry: Geometry?, screenSpaceRadius: Float) {
    self.geometry = geometry
    threshold = .screenSpaceRadius(screenSpaceRadius)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.threshold, "Threshold from which it is drawn")
    p.property("geometry", \.geometry, "The replacement; none draws nothing")
  }
}

/// The threshold of a level of detail.
public enum LevelThreshold: Variant, Hashable, Sendable {
  /// The minimum distance from the camera to the center of the geometry, in meters.
  case worldSpaceDistance(Float)
  /// The maximum radius of the bounding sphere on screen, in overlay units.
  case screenSpaceRadius(Float)

  /// Creates a distance of zero.
  public init() { self = .worldSpaceDistance(0) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case(
      "worldSpaceDistance", Self.worldSpaceDistance, "Minimum distance from the camera", .meters,
      0...1e7
    ) { if case .worldSpaceDistance(let p) = $0 { p } else { nil } }
    c.case(
      "screenSpaceRadius", Self.screenSpaceRadius,
      "Maximum radius of the bounding sphere in an image 720 high", .pixels, 0...1e6
    ) { if case .screenSpaceRadius(let p) = $0 { p } else { nil } }
  }
}

extension Geometry {
  /// Returns the level of detail for a distance and a size on screen.
  ///
  /// Among the levels whose distance is reached, the one with the maximum distance is chosen.
  /// Without any, among those whose radius is not exceeded, the one with the smallest radius is
  /// chosen. Nested levels are ignored.
  ///
  /// - Parameters:
  ///   - distance: The distance from the camera to the center of the geometry, in meters.
  ///   - screenSpaceRadius: The radius of the bounding sphere on screen, in overlay units.
  /// - Returns: The geometry itself if no level applies; nil if nothing is drawn.
  public func level(atDistance distance: Float, screenSpaceRadius: Float) -> Geometry? {
    var best: (level: LevelOfDetail, isByDistance: Bool, value: Float)?
    for level in levelsOfDetail {
      switch level.threshold {
      case .worldSpaceDistance(let least) where distance >= least:
        if let best, best.isByDistance, best.value >= least { continue }
        best = (level, true, least)
      case .screenSpaceRadius(let most) where screenSpaceRadius <= most:
        if let best, best.isByDistance || best.value <= most { continue }
        best = (level, false, most)
      case .worldSpaceDistance, .screenSpaceRadius: continue
      }
    }
    return best.map { $0.level.geometry } ?? self
  }
}
