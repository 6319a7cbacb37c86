public import CaromDocuments
import CaromMaths
public import CaromProperties

/// The axes about which a billboard may rotate; in files `"x"`, `"xy"`, … or `"all"`.
public struct BillboardAxis: OptionSet, Hashable, Sendable {
  /// Bit 0 is X, bit 1 is Y, bit 2 is Z.
  public let rawValue: UInt32

  /// Creates a set from its bits.
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

  /// The JSON schema: the letters of the axes.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"enum\":[\(names.map { "\"\($0)\"" }.joined(separator: ","))]}"
  }

  /// Writes the bits to the state.
  public func save(_ sink: inout StateSink) { sink.put(rawValue) }

  /// Restores the bits from the state.
  public mutating func load(_ source: inout StateSource) {
    self = BillboardAxis(rawValue: source.get(UInt32.self) & 7)
  }
}

/// Rotates the node to face the camera, so that a flat image is always seen from the front.
///
/// With all axes free, the node has the orientation of the camera, so its +Z axis points out of the
/// image. With fewer axes, it rotates about these axes as far as possible. The camera is
/// ``Scene/pointOfView`` as presented in the same tick.
public struct BillboardConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Rotates the node to face the camera"

  /// The axes about which the node may rotate.
  public var freeAxes = BillboardAxis.all
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true

  /// Creates a constraint with all axes free.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("freeAxes", \.freeAxes, "Axes about which the node may rotate")
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
  }
}

extension BillboardConstraint: ConstraintKind {
  mutating func apply(_ context: inout ConstraintContext) {
    guard let eye = context.scene.pointOfView, eye !== context.node, !freeAxes.isEmpty else {
      return
    }
    let view = eye.presentation.worldOrientation
    if freeAxes == .all { return context.rotate(to: view, by: influenceFactor) }
    // The target directions of +Z and +Y, in the node's space.
    let own = context.orientation
    let back = own.unrotate(view.rotate(.unitZ))
    let up = own.unrotate(view.rotate(.unitY))
    // Yaw, then pitch, then roll: each rotates an axis as near as possible to its target direction.
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
    context.rotate(to: own * turn, by: influenceFactor)
  }
}
