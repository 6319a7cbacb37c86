import CaromDocuments
import CaromMaths
import CaromProperties

/// The layout of the copies of a node that a file gives once: `"repeat": { "line": { … } }`.
///
/// The name of a copy is that of the node with the copy's number from 0, such as `post-3`, or with
/// the numbers along the axes of a grid that has several copies along them, such as `brick-2-0`.
enum NodeRepeat: Variant {
  /// Copies in a box of rows, columns and layers.
  case grid(GridRepeat)
  /// Copies at equal distances.
  case line(LineRepeat)
  /// Copies on a circle.
  case ring(RingRepeat)

  init() { self = .line(LineRepeat()) }

  static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("grid", Self.grid) { if case .grid(let p) = $0 { p } else { nil } }
    c.case("line", Self.line) { if case .line(let p) = $0 { p } else { nil } }
    c.case("ring", Self.ring) { if case .ring(let p) = $0 { p } else { nil } }
  }

  /// The number of copies.
  var count: Int {
    switch self {
    // Each count is at most 200,000, so the product fits.
    case .grid(let grid): grid.sizes.x * grid.sizes.y * grid.sizes.z
    case .line(let line): Int(line.count)
    case .ring(let ring): Int(ring.count)
    }
  }

  /// The copy with a number from 0.
  func copy(_ index: Int) -> NodeCopy {
    switch self {
    case .grid(let grid): grid.copy(index)
    case .line(let line):
      NodeCopy(suffix: "-\(index)", offset: line.spacing * Float(index))
    case .ring(let ring): ring.copy(index)
    }
  }

  /// The greatest number of copies along an axis: that of nodes in a scene.
  static let mostCopies = 1.0...200_000
}

/// A copy of a repeated node.
struct NodeCopy {
  /// The end of its name.
  var suffix = ""
  /// The offset from the position in the file, in the parent's space, in meters.
  var offset = Vector3.zero
  /// The rotation before that in the file; nil for none.
  var rotation: Quaternion?
}

/// Copies in a box of rows, columns and layers; X is counted first, then Y, then Z.
struct GridRepeat: Part {
  static let summary = "Copies in a box of rows, columns and layers"

  /// The numbers of copies along X, Y and Z.
  var count: [Int32] = [1, 1, 1]
  /// The distances between neighbors along X, Y and Z, in meters.
  var spacing = Vector3.one

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "count", \.count, "The numbers of copies along X, Y and Z", .none, NodeRepeat.mostCopies,
      in: .required)
    p.property(
      "spacing", \.spacing, "The distances between neighbors", .meters, -1e5...1e5, in: .required)
  }

  var problem: String? {
    count.count == 3 ? nil : "there are \(count.count) counts; 3, along X, Y and Z, are accepted"
  }

  /// The counts, at least 1 each.
  var sizes: (x: Int, y: Int, z: Int) {
    func size(_ index: Int) -> Int { index < count.count ? max(1, Int(count[index])) : 1 }
    return (size(0), size(1), size(2))
  }

  func copy(_ index: Int) -> NodeCopy {
    let sizes = sizes
    let (x, y, z) = (index % sizes.x, index / sizes.x % sizes.y, index / sizes.x / sizes.y)
    var copy = NodeCopy(offset: spacing * Vector3(Float(x), Float(y), Float(z)))
    for (size, number) in [(sizes.x, x), (sizes.y, y), (sizes.z, z)] where size > 1 {
      copy.suffix += "-\(number)"
    }
    if copy.suffix.isEmpty { copy.suffix = "-0" }
    return copy
  }
}

/// Copies at equal distances.
struct LineRepeat: Part {
  static let summary = "Copies at equal distances"

  /// The number of copies.
  var count: Int32 = 1
  /// The offset of each copy from the one before, in meters.
  var spacing = Vector3.unitX

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "count", \.count, "The number of copies", .none, NodeRepeat.mostCopies, in: .required)
    p.property(
      "spacing", \.spacing, "The offset of each copy from the one before", .meters, -1e5...1e5,
      in: .required)
  }
}

/// Copies on a circle, an arc or a helix about the position in the file.
struct RingRepeat: Part {
  static let summary = "Copies on a circle, an arc or a helix about the position"

  /// The number of copies.
  var count: Int32 = 1
  /// The radius, in meters.
  var radius: Float = 1
  /// The axis of the circle.
  var axis = Vector3.unitY
  /// The angle of the first copy, in radians; for the axis Y, zero is at +X.
  var start: Float = 0
  /// The angle of the arc, in radians; a full circle does not repeat its first copy.
  var arc: Float = 2 * .pi
  /// The distance along the axis over the whole arc, in meters: a helix if it is not 0.
  var rise: Float = 0
  /// Whether each copy is rotated by its angle.
  var isRotating = true

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "count", \.count, "The number of copies", .none, NodeRepeat.mostCopies, in: .required)
    p.property("radius", \.radius, "The radius", .meters, 0...1e5, in: .required)
    p.property("axis", \.axis, "The axis of the circle", .ratio, -1e5...1e5)
    p.degrees("startDegrees", \.start, "The angle of the first copy; for Y, 0 is at +X", -360...360)
    p.degrees("arcDegrees", \.arc, "The angle of the arc; 360 is a full circle", -360...360)
    p.property("rise", \.rise, "The distance along the axis over the arc", .meters, -1e5...1e5)
    p.property("isRotating", \.isRotating, "Whether each copy is rotated by its angle")
  }

  var problem: String? {
    axis.normalized == nil ? "the axis has no direction; a length above 0 is accepted" : nil
  }

  func copy(_ index: Int) -> NodeCopy {
    let isFull = abs(arc) > 2 * .pi - 1e-4
    let steps = isFull ? count : max(1, count - 1)
    let share = Float(index) / Float(steps)
    let rotation = Quaternion(axis: axis, angle: start + arc * share)
    let along = (axis.normalized ?? .zero) * (rise * share)
    return NodeCopy(
      suffix: "-\(index)",
      offset: rotation.rotate(Self.firstDirection(axis)) * radius + along,
      rotation: isRotating ? rotation : nil)
  }

  /// The direction of the angle zero: +X, or +Y for an axis along X, made perpendicular.
  private static func firstDirection(_ axis: Vector3) -> Vector3 {
    guard let axis = axis.normalized else { return .unitX }
    let near = abs(axis.x) < 0.9 ? Vector3.unitX : .unitY
    return (near - axis * near.dot(axis)).normalized ?? .unitX
  }
}

// MARK: Reading

extension FileBuilder {
  /// Reads the layout of the copies of a node; nil if it is not valid.
  mutating func readRepeat(_ json: JSON) -> NodeRepeat? {
    let count = reader.problemCount
    var layout = NodeRepeat()
    layout.read(json, PropertyInfo("repeat"), &reader)
    return reader.problemCount == count ? layout : nil
  }
}
