/// Orders joints by color, then by kind and features: joints of equal ``pack`` can share a pack.
struct JointSortKey: Comparable, BitwiseCopyable {
  let pack: UInt64
  let joint: Int32

  init(
    _ j: UnsafeMutablePointer<JointRecord>, _ joint: Int, isBallSocket: Bool, isInTree: Bool,
    isAlone: Bool
  ) {
    let color = UInt64(j.pointee.color) << 57
    let tree: UInt64 = (isAlone ? 1 << 41 : 0) | (isInTree ? 1 << 40 : 0)
    let kind = UInt64(j.pointee.kind) << 32 | UInt64(j.pointee.parameters.features)
    pack = (isBallSocket ? 0 : 1 << 63 | tree | kind) | color
    self.joint = Int32(joint)
  }

  var color: UInt32 { UInt32(pack >> 57 & 63) }
  var isBallSocket: Bool { pack >> 63 == 0 }

  static func < (a: JointSortKey, b: JointSortKey) -> Bool {
    a.pack != b.pack ? a.pack < b.pack : a.joint < b.joint
  }
}

/// Pointers to the packs, for the threads that share them.
struct JointPointers: @unchecked Sendable {
  let balls: UnsafeMutablePointer<BallSocketPack>
  let packs: UnsafeMutablePointer<JointPack>
}

/// The packs of one color.
struct JointRun: BitwiseCopyable {
  var color: UInt32
  var firstBall: Int32 = 0
  var ballCount: Int32 = 0
  var firstPack: Int32 = 0
  var packCount: Int32 = 0
}
