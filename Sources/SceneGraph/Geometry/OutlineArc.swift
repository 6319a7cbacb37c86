import CaromDocuments
import CaromMaths
import CaromProperties

/// A closed outline as files write it: points, and arcs that the reader replaces by points.
///
///     [[0, 0], [2, 0], { "arc": { "center": [2, 1], "radius": 1,
///       "startDegrees": -90, "endDegrees": 90 } }, [0, 2]]
struct OutlinePoints: PropertyValue {
  /// The points, in meters.
  var points: [Vector2] = []

  init() {}

  init(_ points: [Vector2]) { self.points = points }

  mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let elements = json.elements else {
      return reader.fail(json, wants: "an array of points and arcs")
    }
    let before = reader.problems.count
    var new: [Vector2] = []
    for element in elements {
      var part = OutlinePart.point(.zero)
      part.read(element, info, &reader)
      new += part.points(after: new.last)
    }
    // An arc at the end may lead back to the first point.
    if let first = new.first, let last = new.last, new.count > 1, first.isNear(last) {
      if elements.reduce(false, { $0 || $1.isObject }) { new.removeLast() }
    }
    if reader.problems.count == before { points = new }
  }

  func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) { points.write(info, &writer) }

  func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { points.writeDifference(from: base.points, info, &writer) }

  static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    // The keywords for arrays and those for objects do not meet, so one schema has both.
    let part = Schema.adding("object", to: Vector2.schema(info, &schema)).dropLast()
    let arc = OutlineArc.schema(PropertyInfo("arc", OutlineArc.summary), &schema)
    return "{\"type\":\"array\",\"items\":\(part),\(Schema.oneKey(of: [("arc", arc)]).dropFirst())}"
  }

  func save(_ sink: inout StateSink) { points.save(&sink) }

  mutating func load(_ source: inout StateSource) { points.load(&source) }

  static func describeState(_ layout: inout StateLayout) { layout.add([Vector2].self) }
}

/// A part of an outline in a file: a point, or an object for an arc.
private enum OutlinePart {
  case point(Vector2)
  case arc(OutlineArc)

  mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let members = json.members else {
      var point = Vector2.zero
      point.read(json, info, &reader)
      return self = .point(point)
    }
    guard members.count == 1, let member = members.first(where: { $0.isNamed("arc") }) else {
      return reader.fail(
        json, wants: "a point such as [1, 2], or an object with the key \"arc\"")
    }
    var arc = OutlineArc()
    arc.read(member.value, PropertyInfo("arc"), &reader)
    self = .arc(arc)
  }

  /// Its points, without a first one that equals the point before.
  func points(after last: Vector2?) -> [Vector2] {
    switch self {
    case .point(let point): return [point]
    case .arc(let arc):
      let points = arc.points
      guard let last, let first = points.first, first.isNear(last) else { return points }
      return Array(points.dropFirst())
    }
  }
}

extension Vector2 {
  /// Whether the point is another one but for rounding.
  fileprivate func isNear(_ other: Vector2) -> Bool {
    (self - other).length <= 1e-5 * max(1, max(length, other.length))
  }
}

/// A part of a circle in an outline.
struct OutlineArc: Part {
  static let summary = "A part of a circle, replaced by points on it"

  /// The center, in meters.
  var center = Vector2.zero
  /// The radius, in meters.
  var radius: Float = 1
  /// The angle of the first point from +X towards +Y, in radians.
  var start: Float = 0
  /// The angle of the last point; less than ``start`` for a clockwise arc, in radians.
  var end: Float = 0.5 * .pi
  /// The number of edges; nil for the least whose edges turn by at most 11.25°.
  var segmentCount: Int32?

  /// The greatest angle of an edge without a count: a 32nd of a turn.
  private static let widest: Float = .pi / 16

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("center", \.center, "The center", .meters, -1e6...1e6)
    p.property("radius", \.radius, "The radius", .meters, 1e-6...1e6, in: .required)
    p.degrees(
      "startDegrees", \.start, "The angle of the first point, from +X towards +Y", -720...720)
    p.degrees(
      "endDegrees", \.end, "The angle of the last point; less than the first for clockwise",
      -720...720)
    p.property(
      "segmentCount", \.segmentCount,
      "The number of edges; if absent, as many as turn by 11.25° or less", .none, 1...256)
  }

  var problem: String? {
    let angle = abs(end - start)
    if angle < 1e-4 { return "the arc has no length; other angles are accepted" }
    return angle > 2 * .pi + 1e-4
      ? "the arc is longer than a full turn; at most 360° from start to end are accepted" : nil
  }

  /// The points; a full turn does not repeat its first point.
  var points: [Vector2] {
    let angle = end - start
    let isFull = abs(abs(angle) - 2 * .pi) < 1e-4
    let count =
      segmentCount.map(Int.init) ?? max(1, Int((abs(angle) / Self.widest - 1e-3).rounded(.up)))
    return (0..<(isFull ? count : count + 1)).map { index in
      let (sin, cos) = Portable.sincos(start + angle * (Float(index) / Float(count)))
      return center + Vector2(cos, sin) * radius
    }
  }
}
