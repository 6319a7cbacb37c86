public import CaromSceneGraph

/// A contact between two bodies that began or ended in a tick.
public struct ContactChange {
  /// The kind of change.
  public enum Phase: String, Hashable, Sendable {
    /// The bodies touch and did not touch in the tick before.
    case began
    /// The bodies no longer touch.
    case ended
  }

  /// Whether the contact began or ended.
  public let phase: Phase
  /// The two nodes, the contact points and the impulse.
  public let contact: PhysicsContact

  init(_ phase: Phase, _ contact: PhysicsContact) {
    self.phase = phase
    self.contact = contact
  }
}
