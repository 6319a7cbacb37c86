/// The parts of a step in their order, for those who measure where its time goes.
package enum StepStage: Int, CaseIterable, Sendable {
  /// Kinematic bodies and the ground under vehicles.
  case start
  /// Looking for colliders whose boxes begin to overlap; on all threads.
  case search
  /// Making and removing contacts; on one thread.
  case pairing
  /// Where bodies and contacts are now; on all threads.
  case contacts
  /// Which contacts begin, end and get colours; on one thread but for the first look at new ones.
  case colors
  /// Seams, force fields and vehicles; on one thread.
  case forces
  /// Copying bodies into the solver; on all threads.
  case gathering
  /// Sorting contacts by colour; partly on all threads.
  case sorting
  /// Writing the rows of contacts and joints; contacts on all threads.
  case preparing
  /// The substeps; on all threads, colour by colour.
  case solving
  /// Writing impulses back, and counting the energy of what is joined.
  case storing
  /// Moving bodies; on all threads.
  case moving
  /// Bringing the trees up to date; on one thread.
  case trees
  /// What breaks, touches and falls asleep.
  case reporting
}

extension World {
  /// Tells who measures that a part of the step has ended.
  @inline(__always)
  func endStage(_ stage: StepStage) { if let stageObserver { stageObserver(stage) } }
}
