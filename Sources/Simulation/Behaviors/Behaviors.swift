public import CaromSceneGraph

/// The behaviors that every game has.
///
/// A new behavior is one file in the folder `Kinds` and a line here.
public enum Behaviors {
  /// The types, in the order of the documentation.
  public static var all: [any Behavior.Type] {
    [
      TriggerBehavior.self,
      CollectableBehavior.self,
      CounterBehavior.self,
      GoalBehavior.self,
      TimerBehavior.self,
      ControlBehavior.self,
      ListenerBehavior.self,
      FlipperBehavior.self,
      MoverBehavior.self,
      TeleporterBehavior.self,
      SpawnerBehavior.self,
      CheckpointBehavior.self,
      PlayerBehavior.self,
    ]
  }
}

extension Game {
  /// The roles that nodes can have: those of the game and ``Behaviors/all``.
  ///
  /// A role of the game hides a behavior of the same name.
  public static var allRoles: [any Role.Type] {
    let own = roles
    return own + Behaviors.all.filter { behavior in !own.contains { $0.name == behavior.name } }
  }
}
