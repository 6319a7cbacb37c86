/// Consecutive rows of one color and class.
struct ContactGroup: BitwiseCopyable {
  /// The class; see ``ContactClass``.
  var kind: Int32 = 0
  var color: Int32 = 0
  /// The number of rows of four contacts.
  var count: Int32 = 0
  /// The index of the first lane in ``ContactGrouping/lanes``, four for each row.
  var firstLane: Int32 = 0
  /// The offset of the first row in ``ContactGrouping/rows``, in units of 16 bytes.
  var start: Int32 = 0

  /// The relative duration of a row in a pass; 1, per row of spheres, was measured at about 40
  /// nanoseconds.
  static func weight(_ kind: Int) -> Int {
    switch UInt8(kind) & ~1 {
    case ContactClass.spheres: 1
    case ContactClass.one: 2
    case ContactClass.two: 3
    case ContactClass.four: 5
    default: 8
    }
  }
}

/// Consecutive rows of a group, the unit of work of a thread.
struct ContactBlock: BitwiseCopyable {
  /// The maximum weight of a block with more than one row.
  static var maxWeight: Int { 64 }
  /// The minimum weight of a color that is shared between threads; it takes about five
  /// microseconds.
  static var minSharedWeight: Int { 120 }

  var group: Int32 = 0
  var first: Int32 = 0
  var count: Int32 = 0
  /// The relative position in the group, from 0 up to 1.
  var position: Float = 0
  /// 1 if a contact presses strongly on a light body.
  var isLoaded: Int32 = 0
}

/// The blocks of all groups of a color, which share no movable body.
struct ColorBlocks: BitwiseCopyable {
  var first: Int32 = 0
  var count: Int32 = 0
  /// The relative duration of a pass over all of them; see ``ContactGroup/weight(_:)``.
  var weight: Int32 = 0

  /// Whether threads share them.
  var isShared: Bool { Int(weight) >= ContactBlock.minSharedWeight }
}
