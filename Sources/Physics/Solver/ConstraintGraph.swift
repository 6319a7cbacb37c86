/// Colours for constraints, so that those of one colour share no body that impulses move.
///
/// Constraints of one colour can be solved in any order, four at a time and on several threads, with
/// the same bits. A constraint asks for its colour when it begins to need solving and keeps it until
/// it stops; the colour is part of its record, so that it is saved and hashed. What bodies have is
/// worked out from the records again after loading, by ``restore(_:_:colour:)``.
///
/// Constraints between two bodies that move take the lowest free colour, those with a side that
/// nothing moves the highest, and colours are solved in ascending order: what cannot be moved has
/// the last word. Only when a body has no free colour left, of some sixty, is the constraint put into ``overflow``,
/// which is solved first, on one thread, in the order of the records.
///
/// Contacts and joints share the colours: in each pass a colour's joints are solved before its
/// contacts.
///
/// - Source: greedy edge colouring as in Y. Chen et al., "High-performance physical simulations on
///   next-generation architecture with many cores", 2007; kept from step to step as Box2D v3 does.
package struct ConstraintGraph: ~Copyable {
  /// How many colours there are, the overflow among them.
  package static var count: Int { 64 }
  /// The colour of constraints that found none.
  package static var overflow: Int32 { 63 }
  /// The number of colours that constraints between two moving bodies may take, from 0 up.
  private static var movable: UInt64 { 0x00ff_ffff_ffff_ffff }
  /// Those for constraints with one moving body, from the highest down.
  private static var anchored: UInt64 { 0x7fff_ffff_ffff_ffff }

  /// A bit for each colour that a body's constraints have, by the body's index.
  private(set) var used = Buffer<UInt64>()

  package init() {}

  /// Gives a constraint the colour that its bodies have free.
  ///
  /// `a` and `b` are the bodies' indices in the world, −1 for a side that impulses cannot move in
  /// this step (static, kinematic or asleep); one of them moves at least. Hand the same two numbers
  /// to ``release(_:_:colour:)``, and ask anew when a side starts or stops being movable.
  package mutating func assign(_ a: Int32, _ b: Int32) -> Int32 {
    let taken: UInt64 = colors(a) | colors(b)
    let isAnchored = a < 0 || b < 0
    let free: UInt64 = ~taken & (isAnchored ? Self.anchored : Self.movable)
    if free == 0 { return Self.overflow }
    let color = Int32(isAnchored ? 63 - free.leadingZeroBitCount : free.trailingZeroBitCount)
    restore(a, b, color: color)
    return color
  }

  /// Frees the colour of a constraint that needs no solving any more.
  package mutating func release(_ a: Int32, _ b: Int32, color: Int32) {
    guard color >= 0 && color < Self.overflow else { return }
    let bit: UInt64 = 1 << UInt64(color)
    if a >= 0 { used.base[Int(a)] &= ~bit }
    if b >= 0 { used.base[Int(b)] &= ~bit }
  }

  /// Marks the colour of a constraint that was loaded.
  package mutating func restore(_ a: Int32, _ b: Int32, color: Int32) {
    guard color >= 0 && color < Self.overflow else { return }
    let bit: UInt64 = 1 << UInt64(color)
    if a >= 0 { used.base[Int(a)] |= bit }
    if b >= 0 { used.base[Int(b)] |= bit }
  }

  /// Makes room for bodies up to `count`.
  package mutating func reserve(bodies count: Int) {
    let old = used.count
    guard count > old else { return }
    used.resize(count)
    for index in old..<count { used.base[index] = 0 }
  }

  package mutating func removeAll() { used.removeAll() }

  /// How many bodies there is room for.
  var bodyCount: Int { used.count }

  /// A bit for each colour that the constraints of a body have.
  package func colors(of body: Int) -> UInt64 { used.base[body] }

  private func colors(_ body: Int32) -> UInt64 { body < 0 ? 0 : used.base[Int(body)] }
}
