/// A resolved path to a property, up to four steps, so small that following it allocates nothing.
public struct PropertyPath: Hashable, Sendable {
  @usableFromInline let steps: UInt32

  @inlinable init(steps: UInt32) { self.steps = steps }

  /// Packs positions; nil if there are more than four or one is beyond 253.
  init?(_ positions: [Int]) {
    guard positions.count <= 4, positions.allSatisfy({ (0..<254).contains($0) }) else { return nil }
    steps = positions.reversed().reduce(0) { $0 << 8 | UInt32($1 + 1) }
  }

  /// The path that leads to the value itself.
  @inlinable public static var none: PropertyPath { PropertyPath(steps: 0) }

  /// The position to go to first; −1 at the end of the path.
  @inlinable var first: Int { Int(steps & 255) &- 1 }
  /// The path from there on.
  @inlinable var rest: PropertyPath { PropertyPath(steps: steps >> 8) }
}

// Any bits are a path; one that leads nowhere changes nothing.
extension PropertyPath: PlainData {}

/// A property found by name: where it is and what its declaration says.
public struct ResolvedProperty: Sendable {
  /// How to get there, for animation.
  public var path: PropertyPath
  /// Its declaration.
  public var info: PropertyInfo
}
