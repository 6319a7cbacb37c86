public import CaromSceneGraph

/// That two bodies began or ceased to touch in a tick.
public struct ContactChange {
  /// What came of the contact.
  public enum Phase: String, Hashable, Sendable {
    /// They touch, and did not in the tick before.
    case began
    /// They do not touch any more.
    case ended
  }

  /// What came of it.
  public let phase: Phase
  /// The two nodes, and where and how hard they met.
  public let contact: PhysicsContact

  init(_ phase: Phase, _ contact: PhysicsContact) {
    self.phase = phase
    self.contact = contact
  }
}
