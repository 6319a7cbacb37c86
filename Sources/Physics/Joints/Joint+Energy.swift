extension Joint {
  /// The energy in joules that the springs of the joint store; 0 for joints without springs.
  ///
  /// A spring with the elongation x, in meters or radians, stores `½·k·x²`. Its stiffness `k`
  /// follows from its frequency and the mass that the joint moved when it took effect; see
  /// ``JointSpring``.
  /// - Complexity: Constant, about the cost of solving the joint once.
  public var storedEnergy: Float {
    record.has(JointRecord.Flag.attached) ? world.jointSolver.storedEnergy(index) : 0
  }
}
