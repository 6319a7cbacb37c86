import CaromMaths
import CaromProperties

/// Transform and opacity values written by animations or constraints, in the space of the parent.
struct PresentationValues: Part, Equatable {
  static let summary = "Values written by animations or constraints"

  /// The values that are set.
  struct Mask: OptionSet, StateOnlyValue {
    var rawValue: UInt8
    static let position = Mask(rawValue: 1)
    static let orientation = Mask(rawValue: 2)
    static let scale = Mask(rawValue: 4)
    static let opacity = Mask(rawValue: 8)
    /// All value bits.
    static let values: Mask = [.position, .orientation, .scale, .opacity]
    /// The rotation is from inverse kinematics of a descendant.
    static let ikChain = Mask(rawValue: 64)
    /// The node's own transform changed since, so incremental constraints restart from it.
    static let moved = Mask(rawValue: 128)
  }

  /// The values themselves; the state contains them only if one is set.
  struct Values: Part, Equatable {
    static let summary = "A transform and an opacity"

    var position = Vector3.zero
    var orientation = Quaternion.identity
    var scale = Vector3.one
    var opacity: Float = 1

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("position", \.position, "The position", .meters, in: .state)
      p.property("orientation", \.orientation, "The orientation", in: .state)
      p.property("scale", \.scale, "The scale", in: .state)
      p.property("opacity", \.opacity, "The opacity", .ratio, in: .state)
    }
  }

  var mask: Mask = []
  private var values = Values()

  // Inlined, so that reading a value of a node needs no runtime check for overlapping accesses.
  @inline(__always) var position: Vector3 { values.position }
  @inline(__always) var orientation: Quaternion { values.orientation }
  @inline(__always) var scale: Vector3 { values.scale }
  @inline(__always) var opacity: Float { values.opacity }

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("mask", \.mask, "The values that are set", in: .state)
    p.property("values", \.values, "The values", in: .state)
  }

  /// Whether no value is set.
  @inline(__always) var isEmpty: Bool { mask.isDisjoint(with: .values) }
  @inline(__always) func has(_ part: Mask) -> Bool { mask.contains(part) }

  @inline(__always) mutating func set(position: Vector3) {
    values.position = position
    mask.insert(.position)
  }
  @inline(__always) mutating func set(orientation: Quaternion) {
    values.orientation = orientation
    mask.insert(.orientation)
  }
  @inline(__always) mutating func set(scale: Vector3) {
    values.scale = scale
    mask.insert(.scale)
  }
  @inline(__always) mutating func set(opacity: Float) {
    values.opacity = opacity
    mask.insert(.opacity)
  }
}

// The state of a node without values is one byte instead of 45.
extension PresentationValues {
  func saveProperties(_ sink: inout StateSink) {
    mask.save(&sink)
    if !isEmpty { values.save(&sink) }
  }

  mutating func loadProperties(_ source: inout StateSource) {
    self = PresentationValues()
    mask.load(&source)
    if !isEmpty { values.load(&source) }
  }
}
