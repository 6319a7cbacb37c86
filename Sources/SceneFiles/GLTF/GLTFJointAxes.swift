import CaromDocuments
import CaromMaths

/// The limits and drives of a glTF joint by axis: three linear axes, then three angular axes.
///
/// - Source: Khronos, KHR_physics_rigid_bodies, joints, and the appendix on joint limit metrics.
struct GLTFJointAxes {
  /// The range of an axis.
  enum Freedom: Equatable {
    case free
    case locked(Float)
    case limited(Float, Float)
  }
  private(set) var freedoms = [Freedom](repeating: .free, count: 6)
  private(set) var drives = [GLTFJointDrive?](repeating: nil, count: 6)
  /// The springs of the limited axes whose limits are soft.
  private(set) var softLimits = [GLTFJointDrive?](repeating: nil, count: 6)
  /// The limits of the distance of the frames, if the three linear axes are limited together.
  private(set) var distance: (range: (Float, Float), spring: GLTFJointDrive?)?
  /// The axis and the half angle of a cone that limits the other two angular axes together.
  private(set) var cone: (axis: Int, angle: Float)?

  private let reader: GLTFReader
  /// The axes that a limit names.
  private var limitedAxes: Set<Int> = []

  init(_ reader: GLTFReader, _ json: JSON) {
    self.reader = reader
    for limit in list(json, "limits") { readLimit(limit) }
    for drive in list(json, "drives") { readDrive(drive) }
    for axis in 0..<6 where softLimits[axis] != nil && drives[axis]?.isSpring == true {
      reader.warn(json, "a soft limit is hard, because a drive of its axis is a spring")
      softLimits[axis] = nil
    }
  }

  /// Whether an axis is locked.
  func isLocked(_ axis: Int) -> Bool {
    switch freedoms[axis] {
    case .locked: true
    case .free, .limited: false
    }
  }

  // MARK: Limits

  private mutating func readLimit(_ json: JSON) {
    let (linear, angular) = (axes(json, "linearAxes"), axes(json, "angularAxes"))
    let low = json["min"].map { reader.number($0, in: -1e5...1e5) ?? 0 }
    let high = json["max"].map { reader.number($0, in: -1e5...1e5) ?? 0 }
    if linear.isEmpty == angular.isEmpty {
      reader.fail(
        json,
        "the limit has linear and angular axes, or none; either linear or angular axes are accepted"
      )
    }
    if let low, let high, low > high {
      return reader.fail(
        json, "\"min\" is greater than \"max\"; a range in ascending order is accepted")
    }
    for axis in linear + angular.map({ $0 + 3 }) where !limitedAxes.insert(axis).inserted {
      reader.warn(
        json, "\(Self.name(axis)) has a limit already; one limit of an axis is supported")
    }
    let bound: Float = linear.isEmpty ? .pi : 1e5
    let range = (
      min(max(low ?? -bound, -bound), bound), min(max(high ?? bound, -bound), bound)
    )
    let spring = softness(json, range)
    let isSoftRange = spring != nil && range.0 != range.1
    if linear.count + angular.count == 1 || (range.0 == 0 && range.1 == 0) {
      for axis in linear + angular.map({ $0 + 3 }) { limit(axis, range, bound, spring) }
    } else if linear.count == 3 {
      warnOfNegativeDistance(json, low)
      if isSoftRange { warnOfHardLimit(json) }
      distance = ((max(range.0, 0), max(range.1, 0)), isSoftRange ? nil : spring)
    } else {
      warnOfNegativeDistance(json, low)
      if spring != nil { warnOfHardLimit(json) }
      readJointLimit(json, linear, angular, range, bound)
    }
  }

  private mutating func limit(
    _ axis: Int, _ range: (Float, Float), _ bound: Float, _ spring: GLTFJointDrive?
  ) {
    if let spring, range.0 == range.1 {
      freedoms[axis] = .free
      drives[axis] = drives[axis] ?? spring
    } else if range.0 == range.1 {
      freedoms[axis] = .locked(range.0)
    } else if range.0 > -bound || range.1 < bound {
      freedoms[axis] = .limited(range.0, range.1)
      softLimits[axis] = spring
    }
  }

  private func warnOfNegativeDistance(_ json: JSON, _ low: Float?) {
    guard let low, low < 0 else { return }
    reader.warn(
      json["min"] ?? json, "the distance of several axes together is not negative; 0 is used")
  }

  private func warnOfHardLimit(_ json: JSON) {
    reader.warn(
      json,
      "the limit is hard; \"stiffness\" is supported for a single axis, and where \"min\" equals "
        + "\"max\"")
  }

  /// A limit of several axes together, other than a lock or a distance.
  private mutating func readJointLimit(
    _ json: JSON, _ linear: [Int], _ angular: [Int], _ range: (Float, Float), _ bound: Float
  ) {
    if range.0 > 0 {
      reader.warn(json, "\"min\" of several axes together is ignored; 0 is supported")
    }
    guard range.1 < bound else { return }
    let high = max(range.1, 0)
    if angular.count == 2 {
      cone = (3 - angular[0] - angular[1], high)
      return
    }
    reader.warn(json, "the limit of several axes together is applied to each axis by itself")
    for axis in linear + angular.map({ $0 + 3 }) { freedoms[axis] = .limited(-high, high) }
  }

  /// Replaces the cone by limits of its two axes, for joints whose other axes cannot be combined
  /// with a cone.
  mutating func splitCone() {
    guard let cone else { return }
    for axis in 0..<3 where axis != cone.axis {
      freedoms[3 + axis] = .limited(-cone.angle, cone.angle)
    }
    self.cone = nil
  }

  /// Frees the axes that a joint with a cone limits.
  mutating func releaseConeAxes() {
    guard let cone else { return }
    for axis in [0, 1, 2, 3 + cone.axis] { freedoms[axis] = .free }
    self.cone = nil
  }

  /// The spring of a soft limit; nil for a hard one.
  private func softness(_ json: JSON, _ range: (Float, Float)) -> GLTFJointDrive? {
    guard json["stiffness"] != nil else { return nil }
    let stiffness = reader.number(json, "stiffness", 0, in: 0...1e12)
    let damping = reader.number(json, "damping", 0, in: 0...1e12)
    var spring = GLTFJointDrive()
    (spring.target, spring.stiffness, spring.damping) = (range.0, stiffness, damping)
    return spring
  }

  // MARK: Drives

  private mutating func readDrive(_ json: JSON) {
    for key in ["type", "axis"] where json[key] == nil { reader.missing(json, key) }
    let type = reader.keyword(json, "type", of: ["linear", "angular"])
    let mode = reader.keyword(json, "mode", of: ["force", "acceleration"])
    guard let type, let axis = reader.integer(json, "axis", in: 0...2) else { return }
    var drive = GLTFJointDrive()
    drive.speed = reader.number(json, "velocityTarget", 0, in: -1e5...1e5)
    drive.target = reader.number(json, "positionTarget", 0, in: -1e5...1e5)
    drive.stiffness = reader.number(json, "stiffness", 0, in: 0...1e12)
    drive.damping = reader.number(json, "damping", 0, in: 0...1e12)
    drive.isAcceleration = mode == "acceleration"
    if json["maxForce"] != nil {
      drive.maxForce = reader.number(json, "maxForce", 0, in: 0...1e12)
    }
    guard drive.stiffness > 0 || drive.damping > 0 else {
      return reader.warn(json, "the drive has neither stiffness nor damping, so it has no effect")
    }
    let number = (type == "linear" ? 0 : 3) + axis
    if isLocked(number) {
      return reader.warn(json, "\(Self.name(number)) is locked, so the drive has no effect")
    }
    if drives[number] != nil {
      reader.warn(
        json,
        "\(Self.name(number)) has a drive already, or is held by a soft limit; the last drive is used"
      )
    }
    drives[number] = drive
  }

  // MARK: Values

  private static func name(_ axis: Int) -> String {
    axis < 3 ? "linear axis \(axis)" : "angular axis \(axis - 3)"
  }

  private func list(_ json: JSON, _ key: String) -> [JSON] {
    guard let value = json[key] else { return [] }
    guard let elements = value.elements else {
      reader.fail(value, wants: "an array of objects")
      return []
    }
    return elements.filter { element in
      if !element.isObject { reader.fail(element, wants: "an object") }
      return element.isObject
    }
  }

  private func axes(_ json: JSON, _ key: String) -> [Int] {
    guard let value = json[key] else { return [] }
    let axes = value.elements.map { $0.compactMap { $0.integer(Int.self) } } ?? []
    guard !axes.isEmpty, axes.count == value.elements?.count, axes.allSatisfy((0...2).contains),
      Set(axes).count == axes.count
    else {
      reader.fail(value, wants: "an array of different axes, 0 to 2,")
      return []
    }
    return axes
  }
}
