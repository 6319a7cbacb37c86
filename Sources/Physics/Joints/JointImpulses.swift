import CaromMaths

/// One number for each row that a joint can have, by ``JointSlot``.
struct JointImpulses: BitwiseCopyable {
  private var a = Quaternion(0, 0, 0, 0)
  private var b = Quaternion(0, 0, 0, 0)
  private var c = Quaternion(0, 0, 0, 0)

  subscript(slot: Int) -> Float {
    get {
      assert(slot >= 0 && slot < JointSlot.count)
      return withUnsafeBytes(of: self) {
        $0.loadUnaligned(fromByteOffset: slot * 4, as: Float.self)
      }
    }
    set {
      assert(slot >= 0 && slot < JointSlot.count)
      withUnsafeMutableBytes(of: &self) {
        $0.storeBytes(of: newValue, toByteOffset: slot * 4, as: Float.self)
      }
    }
  }
}

/// The index of a row's impulse in the record, independent of the other rows of the joint.
enum JointSlot {
  /// Rows 0 to 5 hold the parts together.
  static let block = 0
  /// Three rows of friction, for kinds that hold only a point together.
  static let friction = 3
  static let lower = 6
  static let upper = 7
  static let motor = 8
  static let spring = 9
  static let steering = 10
  static let swing = 10
  /// The third row of a spring towards a pose, or the tracked error of kinds that
  /// ``JointType/tracksRotation``.
  static let last = 11
  static let count = 12
  /// The three rows of a spring towards a pose.
  static let pose = (motor, spring, last)

  /// The slots from ``count`` on belong to the axes, four for each; see ``JointAxesRecord``.
  static func lower(axis: Int) -> Int { count + 4 * axis }
  static func upper(axis: Int) -> Int { count + 4 * axis + 1 }
  static func motor(axis: Int) -> Int { count + 4 * axis + 2 }
  static func spring(axis: Int) -> Int { count + 4 * axis + 3 }
}
