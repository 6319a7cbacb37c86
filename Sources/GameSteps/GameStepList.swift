public import CaromAutomation

/// The step libraries of the games that ship with Carom.
public enum GameStepList {
  /// The step libraries of all games; those of the engine are not among them.
  public static var all: [any StepLibrary.Type] {
    [MarbleMazeSteps.self, BrickBreakerSteps.self]
  }
}
