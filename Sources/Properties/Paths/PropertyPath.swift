/// A resolved path to a property of up to four steps, packed so that following it allocates
/// nothing.
public struct PropertyPath: Hashable, Sendable {
  @usableFromInline let steps: UInt32

  @inlinable init(steps: UInt32) { self.steps = steps }

  /// Packs positions; nil if there are more than four or one is above 253.
  init?(_ positions: [Int]) {
    guard positions.count <= 4, positions.allSatisfy({ (0..<254).contains($0) }) else { return nil }
    steps = positions.reversed().reduce(0) { $0 << 8 | UInt32($1 + 1) }
  }

  /// The path of the value itself.
  @inlinable public static var none: PropertyPath { PropertyPath(steps: 0) }

  /// The first position; −1 at the end of the path.
  @inlinable var first: Int { Int(steps & 255) &- 1 }
  /// The path without its first position.
  @inlinable var rest: PropertyPath { PropertyPath(steps: steps >> 8) }
}

// Every bit pattern is a path; one that leads nowhere has no effect.
extension PropertyPath: PlainData {}

/// A property found by name: its path and its declaration.
public struct ResolvedProperty: Sendable {
  /// The path, for animation.
  public var path: PropertyPath
  /// The declaration.
  public var info: PropertyInfo
}
