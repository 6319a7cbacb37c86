import CaromCollision
import CaromMaths
import CaromPhysics

extension TestWorld {
  /// A world without gravity in which nothing falls asleep.
  static var space: TestWorld { TestWorld(gravity: .zero) { $0.allowsSleep = false } }

  /// Adds a field and returns its view.
  @discardableResult
  func field(
    _ kind: ForceFieldKind, _ change: (inout ForceFieldDefinition) -> Void = { _ in }
  ) throws -> ForceField {
    var d = ForceFieldDefinition(kind)
    change(&d)
    let handle = try world.createField(d)
    guard let field = world.field(handle) else { preconditionFailure("A new field is there") }
    return field
  }

  /// Adds a ball of 1 kg, without damping.
  @discardableResult
  func ball(
    at position: Vector3 = .zero, _ change: (inout BodyDefinition) -> Void = { _ in }
  ) throws -> Body {
    try add(.dynamic, .ball(0.1), at: position, change)
  }
}
