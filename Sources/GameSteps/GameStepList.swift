public import CaromAutomation

/// The step libraries of the games that ship with Carom.
public enum GameStepList {
  /// All step libraries, those of the engine first.
  public static var all: [any StepLibrary.Type] {
    [EngineSteps.self, MarbleMazeSteps.self, BrickBreakerSteps.self]
  }
}
