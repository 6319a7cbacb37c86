/// Names a joint of a ``World``; a name that outlives its joint finds nothing, never another joint.
public struct JointHandle: Hashable, Sendable, BitwiseCopyable {
  /// The place in the world's storage.
  public let index: UInt32
  /// Which of the joints that used this place, counted from 1.
  public let generation: UInt32

  /// Makes a handle from its two numbers, for those who store it as such.
  public init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

extension JointHandle: Comparable {
  /// Orders by place, then by generation.
  public static func < (a: JointHandle, b: JointHandle) -> Bool {
    a.index != b.index ? a.index < b.index : a.generation < b.generation
  }
}
