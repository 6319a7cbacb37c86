/// Names a body of a ``World``; a name that outlives its body finds nothing, never another body.
public struct BodyHandle: Hashable, Sendable, BitwiseCopyable {
  /// The place in the world's storage.
  public let index: UInt32
  /// Which of the bodies that used this place, counted from 1.
  public let generation: UInt32

  /// Makes a handle from its two numbers, for those who store it as such.
  public init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

extension BodyHandle: Comparable {
  /// Orders by place, then by generation.
  public static func < (a: BodyHandle, b: BodyHandle) -> Bool {
    a.index != b.index ? a.index < b.index : a.generation < b.generation
  }
}
