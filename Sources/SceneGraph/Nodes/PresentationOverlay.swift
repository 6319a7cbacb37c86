import CaromMaths
import CaromProperties

/// Transform and opacity values written by animations or constraints, in the space of the parent.
struct PresentationOverlay: Equatable {
  /// The values that are set.
  struct Mask: OptionSet {
    let rawValue: UInt8
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

  var mask: Mask = []
  var position = Vector3.zero
  var orientation = Quaternion.identity
  var scale = Vector3.one
  var opacity: Float = 1

  /// Whether no value is set.
  var isEmpty: Bool { mask.isDisjoint(with: .values) }
  func has(_ part: Mask) -> Bool { mask.contains(part) }

  mutating func set(position: Vector3) {
    self.position = position
    mask.insert(.position)
  }
  mutating func set(orientation: Quaternion) {
    self.orientation = orientation
    mask.insert(.orientation)
  }
  mutating func set(scale: Vector3) {
    self.scale = scale
    mask.insert(.scale)
  }
  mutating func set(opacity: Float) {
    self.opacity = opacity
    mask.insert(.opacity)
  }
}

extension PresentationOverlay {
  func save(_ sink: inout StateSink) {
    sink.put(mask.rawValue)
    guard !isEmpty else { return }
    sink.put(position)
    sink.put(orientation)
    sink.put(scale)
    sink.put(opacity)
  }

  mutating func load(_ source: inout StateSource) {
    self = PresentationOverlay()
    mask = Mask(rawValue: source.get())
    guard !isEmpty else { return }
    position = source.get()
    orientation = source.get()
    scale = source.get()
    opacity = source.get()
  }
}
