/// Identifies a joint of a ``World``; the handle of a removed joint never refers to another joint.
public struct JointHandle: Hashable, Sendable, BitwiseCopyable {
  /// The index in the world's storage.
  public let index: UInt32
  /// The number of the joint among those that have used this index, from 1.
  public let generation: UInt32

  /// Creates a handle from its two numbers, as for restoring stored handles.
  public init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

extension JointHandle: Comparable {
  /// Orders by index, then by generation.
  public static func < (a: JointHandle, b: JointHandle) -> Bool {
    a.index != b.index ? a.index < b.index : a.generation < b.generation
  }
}
