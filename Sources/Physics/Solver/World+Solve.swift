extension World {
  /// Computes the motion of the awake bodies in a step of `dt` seconds, in substeps.
  func solve(_ dt: Float) {
    let substeps = settings.substeps
    let substep: Float = dt / Float(substeps)
    contactSolver.gatherBodies(settings.gravity)
    applyGeometricStiffness(substep)
    profiler.end(.gathering)
    contactSolver.groupContacts()
    profiler.end(.sorting)
    contactSolver.prepareContacts(dt, settings.gravity)
    prepareJoints(dt)
    measureEnergy(substep)
    profiler.end(.preparing)
    let pass = contactSolver.passes(substep, settings)
    for number in 0..<substeps {
      contactSolver.applyRestitution(pass)
      contactSolver.integrateVelocities(substep, isFirst: number == 0)
      warmStartJoints(substep)
      if number == 0 { contactSolver.warmStart(pass) }
      solveJoints(substep, useBias: true)
      contactSolver.solveNormals(pass)
      contactSolver.integratePositions(substep)
      solveJoints(substep, useBias: false)
      contactSolver.relax(pass)
    }
    profiler.end(.solving)
    contactSolver.storeImpulses(pass)
    limitEnergy(dt, substep)
    profiler.end(.storing)
  }
}
