import CaromCollision
import CaromMaths

extension World {
  /// Advances the world by `dt` seconds.
  ///
  /// Finds contacts, solves them in substeps and moves the bodies, then replaces ``contactEvents``,
  /// ``hitEvents``, ``sleepEvents``, ``jointEvents`` and ``movedBodies``. Forces applied since the
  /// last step act in this one.
  /// - Precondition: `dt` is above 0 and finite.
  /// - Complexity: Proportional to the awake bodies and their contacts; sleeping and static bodies
  ///   cost nothing.
  public func step(_ dt: Float) {
    precondition(dt > 0 && dt.isFinite, "A step takes more than 0 seconds")
    stepCount += 1
    bodies.updateDampingFactors(substep: dt / Float(settings.substeps))
    kinematicDriver.run(dt)
    findWheelContacts()
    profiler.end(.start)
    pairFinder.run()
    updatePoses(dt)
    narrowPhase.run(dt, settings)
    ghostFilter.run(narrowPhase.staticContactBodies)
    fieldEvaluator.run(dt, gravity: settings.gravity)
    vehicleDriver.run(dt, gravity: settings.gravity)
    contactReporter.recordVelocities()
    profiler.end(.forces)
    solve(dt)
    bodyMover.run(dt, settings)
    jointSolver.store(dt)
    jointLifecycle.remove(broken: jointSolver.broken.elements, report)
    contactReporter.run(hitSpeed: settings.hitSpeed)
    if settings.allowsSleep { islandSleeper.run(dt, timeToSleep: settings.timeToSleep) }
    profiler.end(.reporting)
    report.publishSleepEvents()
  }
}
