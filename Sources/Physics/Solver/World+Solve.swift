extension World {
  /// Computes the motion of the awake bodies in a step of `dt` seconds, in substeps.
  func solve(_ dt: Float) {
    let substeps = settings.substeps
    let substep: Float = dt / Float(substeps)
    contactSolver.gatherBodies(settings.gravity, dt)
    jointSolver.applyGeometricStiffness(substep)
    profiler.end(.gathering)
    contactSolver.groupContacts()
    profiler.end(.sorting)
    contactSolver.prepareContacts(dt, settings.gravity, substeps: substeps)
    jointSolver.prepare(dt, settings)
    energyLimiter.measure(substep, substeps: substeps)
    profiler.end(.preparing)
    let pass = contactSolver.passes(substep, settings)
    for number in 0..<substeps {
      // First, because it needs the approach speed, which solving the normals reduces to zero.
      contactSolver.applyRestitution(pass)
      contactSolver.integrateVelocities(substep, substeps, isFirst: number == 0)
      jointSolver.warmStart(substep)
      if number == 0 { contactSolver.warmStart(pass) }
      jointSolver.solve(substep, useBias: true)
      contactSolver.solveNormals(pass)
      contactSolver.integratePositions(substep, substeps)
      jointSolver.solve(substep, useBias: false, isLast: number == substeps - 1)
      contactSolver.relax(pass)
    }
    jointSolver.storeChains()
    profiler.end(.solving)
    contactSolver.storeImpulses(pass, dt)
    energyLimiter.limit(dt, substep)
    profiler.end(.storing)
  }
}
