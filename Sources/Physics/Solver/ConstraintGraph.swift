/// A coloring of the contact constraints in which constraints of one color share no movable body.
///
/// Constraints of one color can be solved in any order, four at a time and on several threads, with
/// the same bits. A contact is assigned a color when it becomes a constraint, and releases it when
/// it is no longer solved. The color is a field of the contact record, so it is part of snapshots
/// and hashes. The colors used by each body are not saved: ``restore(_:_:color:)`` computes them
/// after loading.
///
/// A constraint between two movable bodies is assigned the lowest free color; one with an immovable
/// side is assigned the highest. Colors are solved in ascending order, so contacts with immovable
/// bodies are solved last. A constraint for which no color is free is assigned ``overflow``. These
/// constraints are solved first, in layers that share no movable body either; see
/// ``ContactGrouping``.
///
/// - Source: greedy edge coloring as in Y. Chen et al., "High-performance physical simulations on
///   next-generation architecture with many cores", 2007; persistent as in Box2D v3.
package struct ConstraintGraph: ~Copyable {
  /// The number of colors, including the overflow.
  package static var count: Int { 64 }
  /// The color of constraints for which no color is free.
  package static var overflow: Int32 { 63 }
  /// The colors of constraints between two movable bodies, assigned from 0 up.
  private static var movable: UInt64 { 0x00ff_ffff_ffff_ffff }
  /// The colors of constraints with one movable body, assigned from the highest down.
  private static var anchored: UInt64 { 0x7fff_ffff_ffff_ffff }

  /// A bit for each color of a body's constraints, by body index.
  private(set) var used = Buffer<UInt64>()

  package init() {}

  /// Assigns a constraint a color that is free for its bodies.
  ///
  /// `a` and `b` are the indices of the bodies, or −1 for a side that impulses cannot move in this
  /// step (static, kinematic or asleep); at least one is movable. Pass the same two values to
  /// ``release(_:_:color:)``, and assign a new color when a side becomes movable or immovable.
  package mutating func assign(_ a: Int32, _ b: Int32) -> Int32 {
    let taken: UInt64 = colors(a) | colors(b)
    let isAnchored = a < 0 || b < 0
    let free: UInt64 = ~taken & (isAnchored ? Self.anchored : Self.movable)
    if free == 0 { return Self.overflow }
    let color = Int32(isAnchored ? 63 - free.leadingZeroBitCount : free.trailingZeroBitCount)
    restore(a, b, color: color)
    return color
  }

  /// Releases the color of a constraint that no longer needs solving.
  package mutating func release(_ a: Int32, _ b: Int32, color: Int32) {
    guard color >= 0 && color < Self.overflow else { return }
    let bit: UInt64 = 1 << UInt64(color)
    if a >= 0 { used.base[Int(a)] &= ~bit }
    if b >= 0 { used.base[Int(b)] &= ~bit }
  }

  /// Marks the color of a loaded constraint as used.
  package mutating func restore(_ a: Int32, _ b: Int32, color: Int32) {
    guard color >= 0 && color < Self.overflow else { return }
    let bit: UInt64 = 1 << UInt64(color)
    if a >= 0 { used.base[Int(a)] |= bit }
    if b >= 0 { used.base[Int(b)] |= bit }
  }

  /// Reserves capacity for `count` bodies.
  package mutating func reserve(bodies count: Int) {
    let old = used.count
    guard count > old else { return }
    used.resize(count)
    for index in old..<count { used.base[index] = 0 }
  }

  package mutating func removeAll() { used.removeAll() }

  /// The number of bodies that there is capacity for.
  var bodyCount: Int { used.count }

  /// A bit for each color of the constraints of a body.
  package func colors(of body: Int) -> UInt64 { used.base[body] }

  private func colors(_ body: Int32) -> UInt64 { body < 0 ? 0 : used.base[Int(body)] }
}
