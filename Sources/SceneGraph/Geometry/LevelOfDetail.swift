public import CaromProperties

/// Another geometry that is drawn in place of one, from some distance on or below some size.
public struct LevelOfDetail: Part {
  /// What the schema says of it.
  public static let summary = "Another geometry that is drawn from far away"

  /// From where on it is drawn.
  public var threshold = LevelThreshold.worldSpaceDistance(0)
  /// What is drawn then, with its own materials; nil draws nothing.
  public var geometry: Geometry?

  /// Makes a level that draws nothing at any distance.
  public init() {}

  /// Makes a level that is drawn from a distance in metres on.
  public init(_ geometry: Geometry?, worldSpaceDistance: Float) {
    self.geometry = geometry
    threshold = .worldSpaceDistance(worldSpaceDistance)
  }

  /// Makes a level that is drawn while a ball around the geometry has at most this radius.
  ///
  /// In units of the overlay, of which every picture is 720 high.
  public init(_ geometry: Geometry?, screenSpaceRadius: Float) {
    self.geometry = geometry
    threshold = .screenSpaceRadius(screenSpaceRadius)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.threshold, "From where on it is drawn")
    p.property("geometry", \.geometry, "What is drawn then; none draws nothing")
  }
}

/// From where on a level of detail is drawn.
public enum LevelThreshold: Variant, Hashable, Sendable {
  /// From this distance in metres on, between the eye and the middle of the geometry.
  case worldSpaceDistance(Float)
  /// While a ball around the geometry has at most this radius, in units of the overlay.
  case screenSpaceRadius(Float)

  /// Makes a distance of zero.
  public init() { self = .worldSpaceDistance(0) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case(
      "worldSpaceDistance", Self.worldSpaceDistance, "From this distance on", .metres, 0...1e7
    ) { if case .worldSpaceDistance(let p) = $0 { p } else { nil } }
    c.case(
      "screenSpaceRadius", Self.screenSpaceRadius,
      "While a ball around it has at most this radius on a picture 720 high", .pixels, 0...1e6
    ) { if case .screenSpaceRadius(let p) = $0 { p } else { nil } }
  }
}

extension Geometry {
  /// What is drawn in its place where it is so far away and so large on the picture.
  ///
  /// Of the levels whose distance is reached, the one with the greatest counts; without any, of those
  /// whose radius is not exceeded the one with the least. Levels of levels do not count.
  ///
  /// - Parameters:
  ///   - distance: From the eye to the middle of the geometry, in metres.
  ///   - screenSpaceRadius: Radius of a ball around it, in units of the overlay.
  /// - Returns: Itself where no level counts; nil where nothing is drawn.
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
