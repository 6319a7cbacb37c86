/// The parameters of one of the six axes of a joint; only 4-byte fields.
struct JointAxis: Equatable, BitwiseCopyable {
  var lower: Float = 0
  var upper: Float = 0
  /// The rest position of the spring.
  var target: Float = 0
  var motorSpeed: Float = 0
  var motorForce: Float = 0
  /// The force or torque of the motor for each unit of missing speed; 0 for its maximum.
  var motorDamping: Float = 0
  var springHertz: Float = 0
  var springDamping: Float = 0
  /// The maximum force or torque of the spring.
  var springForce: Float = .infinity
  /// 1 if the spring is a soft limit: it acts outside of `lower...upper` only.
  var isSoftLimit: UInt32 = 0

  var isFinite: Bool {
    lower.isFinite && upper.isFinite && target.isFinite && motorSpeed.isFinite
      && springHertz.isFinite && springDamping.isFinite && motorForce >= 0 && springForce >= 0
      && motorDamping.isFinite && motorDamping >= 0
      && isSoftLimit <= 1
  }

  /// The positions at which the spring rests.
  var restRange: (low: Float, high: Float) {
    isSoftLimit != 0 ? (lower, upper) : (target, target)
  }
}

/// The parameters of all six axes: along X, Y and Z of frame A, then about them.
///
/// The bits of ``JointFeature/axes`` specify which of them an axis has.
struct JointAxes: Equatable, BitwiseCopyable {
  private var values = (
    JointAxis(), JointAxis(), JointAxis(), JointAxis(), JointAxis(), JointAxis()
  )

  subscript(axis: Int) -> JointAxis {
    get {
      switch axis {
      case 0: values.0
      case 1: values.1
      case 2: values.2
      case 3: values.3
      case 4: values.4
      default: values.5
      }
    }
    set {
      switch axis {
      case 0: values.0 = newValue
      case 1: values.1 = newValue
      case 2: values.2 = newValue
      case 3: values.3 = newValue
      case 4: values.4 = newValue
      default: values.5 = newValue
      }
    }
  }

  static func == (a: JointAxes, b: JointAxes) -> Bool { (0..<6).allSatisfy { a[$0] == b[$0] } }
}

/// The stored state of the six axes of a joint whose kind uses them; only 4-byte fields.
struct JointAxesRecord: BitwiseCopyable {
  /// The index of the joint.
  var joint: Int32 = -1
  var axes = JointAxes()
  /// The impulses of the rows of axes 0 to 2 and 3 to 5 in the last substep.
  private var linear = JointImpulses()
  private var angular = JointImpulses()
  /// The masses that the springs move, in kilograms and kg·m², as ``JointRecord/springMass``.
  private var masses = JointImpulses()

  init(joint: Int32) { self.joint = joint }

  /// The impulse of a slot behind ``JointSlot/count``.
  subscript(slot: Int) -> Float {
    get {
      let slot = slot - JointSlot.count
      return slot < JointSlot.count ? linear[slot] : angular[slot - JointSlot.count]
    }
    set {
      let slot = slot - JointSlot.count
      if slot < JointSlot.count {
        linear[slot] = newValue
      } else {
        angular[slot - JointSlot.count] = newValue
      }
    }
  }

  /// The mass that the spring of an axis moves.
  func springMass(_ axis: Int) -> Float { masses[axis] }
  mutating func setSpringMass(_ axis: Int, _ mass: Float) { masses[axis] = mass }

  /// Clears the impulses.
  mutating func clearImpulses() { (linear, angular) = (JointImpulses(), JointImpulses()) }

  var isFinite: Bool {
    (0..<6).allSatisfy { axes[$0].isFinite && masses[$0].isFinite && masses[$0] >= 0 }
      && (0..<JointSlot.count).allSatisfy { linear[$0].isFinite && angular[$0].isFinite }
  }
}

/// The axes of the joints whose kinds use them, found by the joint.
struct JointAxesTable: ~Copyable {
  /// The order is arbitrary, but reproducible.
  var records = Buffer<JointAxesRecord>()
  /// For each joint the index of its record, or -1; joints beyond the end of the list have none.
  private var indices = Buffer<Int32>()

  /// The record of a joint, or nil.
  func record(_ joint: Int) -> UnsafeMutablePointer<JointAxesRecord>? {
    guard joint < indices.count, indices.base[joint] >= 0 else { return nil }
    return records.base + Int(indices.base[joint])
  }

  /// Adds a record for a joint.
  mutating func add(_ joint: Int) {
    index(joint, records.count)
    records.append(JointAxesRecord(joint: Int32(joint)))
  }

  /// Removes the record of a joint if there is one; the last record takes its index.
  mutating func remove(_ joint: Int) {
    guard joint < indices.count, indices.base[joint] >= 0 else { return }
    let index = Int(indices.base[joint])
    indices.base[joint] = -1
    guard let last = records.popLast(), Int(last.joint) != joint else { return }
    records.base[index] = last
    indices.base[Int(last.joint)] = Int32(index)
  }

  mutating func removeAll() {
    records.removeAll()
    indices.removeAll()
  }

  /// Rebuilds the indices after the records were loaded.
  mutating func rebuildIndices() {
    indices.removeAll()
    for number in 0..<records.count { index(Int(records.base[number].joint), number) }
  }

  private mutating func index(_ joint: Int, _ number: Int) {
    while indices.count <= joint { indices.append(-1) }
    indices.base[joint] = Int32(number)
  }
}
