public import CaromDocuments
import CaromMaths
public import CaromProperties

/// Axes of a node that it may turn about; in files `"x"`, `"xy"`, … or `"all"`.
public struct BillboardAxis: OptionSet, Hashable, Sendable {
  /// Bit 0 is X, bit 1 is Y, bit 2 is Z.
  public let rawValue: UInt32

  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The node's X axis.
  public static let x = BillboardAxis(rawValue: 1)
  /// The node's Y axis.
  public static let y = BillboardAxis(rawValue: 2)
  /// The node's Z axis.
  public static let z = BillboardAxis(rawValue: 4)
  /// All three.
  public static let all: BillboardAxis = [.x, .y, .z]
}

extension BillboardAxis: PropertyValue {
  private static let names = ["none", "x", "y", "xy", "z", "xz", "yz", "all"]

  /// Reads the letters of the axes.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let text = json.string, let index = Self.names.firstIndex(of: text) else {
      let names = Self.names.map { "\"\($0)\"" }.joined(separator: ", ")
      return reader.fail(json, wants: "one of \(names)")
    }
    self = BillboardAxis(rawValue: UInt32(index))
  }

  /// Writes the letters of the axes.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(Self.names[Int(rawValue & 7)])
  }

  /// The letters of the axes.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"enum\":[\(names.map { "\"\($0)\"" }.joined(separator: ","))]}"
  }

  /// Appends the bits.
  public func save(_ sink: inout StateSink) { sink.put(rawValue) }

  /// Reads the bits back.
  public mutating func load(_ source: inout StateSource) {
    self = BillboardAxis(rawValue: source.get(UInt32.self) & 7)
  }
}

/// Turns to the point of view, so that a flat picture is always seen from the front.
///
/// With all axes free, the node turns as the camera does, so its +Z comes out of the picture
/// straight. With fewer, it turns about those of its own axes as far as they go. The camera is
/// ``Scene/pointOfView`` as shown in the same tick.
public struct BillboardConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Turns to the point of view"

  /// The axes that it may turn about.
  public var freeAxes = BillboardAxis.all
  /// How much of the turn is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true

  /// Makes a rule that turns about all axes.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("freeAxes", \.freeAxes, "The axes that it may turn about")
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the turn is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
  }
}

extension BillboardConstraint: ConstraintKind {
  mutating func apply(_ work: inout ConstraintContext) {
    guard let eye = work.scene.pointOfView, eye !== work.node, !freeAxes.isEmpty else { return }
    let view = eye.presentation.worldOrientation
    if freeAxes == .all { return work.turn(to: view, by: influenceFactor) }
    // Seen from the node: where its +Z and its +Y should point.
    let own = work.orientation
    let back = own.unrotate(view.rotate(.unitZ))
    let up = own.unrotate(view.rotate(.unitY))
    // Yaw first, then pitch, then roll: each brings an axis as near as it gets to the wanted one.
    var turn = Quaternion.identity
    if freeAxes.contains(.y) {
      turn = Quaternion(axis: .unitY, angle: Portable.atan2(back.x, back.z))
    }
    if freeAxes.contains(.x) {
      let rest = turn.unrotate(back)
      turn = turn * Quaternion(axis: .unitX, angle: Portable.atan2(-rest.y, rest.z))
    }
    if freeAxes.contains(.z) {
      let rest = turn.unrotate(up)
      turn = turn * Quaternion(axis: .unitZ, angle: Portable.atan2(-rest.x, rest.y))
    }
    work.turn(to: own * turn, by: influenceFactor)
  }
}
