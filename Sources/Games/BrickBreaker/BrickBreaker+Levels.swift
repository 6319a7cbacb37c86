public import CaromSimulation

extension BrickBreaker {
  /// The levels, in order.
  public static let levels = [
    "The Court", "Sunrise", "Checkers", "The Pyramid", "The Gate", "Powder Room", "Conveyor",
    "Reactor", "Clockwork", "Fortress", "Galaxy", "Invaders", "The Crown",
  ].enumerated().map { index, title in
    Level("brick-breaker/level\(index + 1).json", title: title)
  }
}
