extension Joint {
  /// The energy in joules that the springs of the joint store; 0 for joints without springs.
  ///
  /// A spring with the elongation x, in meters or radians, stores `½·k·x²`. Its stiffness `k`
  /// follows from its frequency and the mass that the joint moved when it took effect; see
  /// ``JointSpring``.
  ///
  /// That is its energy in the pose of the bodies. Their velocities belong to the middle of the
  /// last substep, of `h` seconds. So the sum with their kinetic energy varies, within a period of
  /// the angular frequency `ω`, by up to the share `ω·h/2`: 1.3 % for 1 Hz and 240 substeps a
  /// second.
  /// - Complexity: Constant, about the cost of solving the joint once.
  public var storedEnergy: Float {
    record.has(JointRecord.Flag.attached) ? world.jointSolver.storedEnergy(index) : 0
  }
}
