/// Identifies a body of a ``World``; the handle of a destroyed body never refers to another body.
public struct BodyHandle: Hashable, Sendable, BitwiseCopyable {
  /// The index in the world's storage.
  public let index: UInt32
  /// The number of bodies that have used this index, including this one.
  public let generation: UInt32

  /// Creates a handle from a stored index and generation.
  public init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

extension BodyHandle: Comparable {
  /// Orders handles by index, then by generation.
  public static func < (a: BodyHandle, b: BodyHandle) -> Bool {
    a.index != b.index ? a.index < b.index : a.generation < b.generation
  }
}
