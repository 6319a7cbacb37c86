/// The timed phases of a step, in order.
package enum StepStage: Int, CaseIterable, Sendable {
  /// Kinematic targets and wheel rays.
  case start
  /// Search for colliders whose boxes overlap; multithreaded.
  case search
  /// Creation and removal of contacts; single-threaded.
  case pairing
  /// Poses and the narrow phase; multithreaded.
  case contacts
  /// Manifold allocation and constraint colors; single-threaded except for collision of new
  /// contacts.
  case colors
  /// Ghost contacts, force fields and vehicles; single-threaded.
  case forces
  /// Copying bodies into the solver; multithreaded.
  case gathering
  /// Sorting contacts by color and class; partly multithreaded.
  case sorting
  /// Preparing contact and joint rows; contacts multithreaded.
  case preparing
  /// The substeps; multithreaded color by color.
  case solving
  /// Storing impulses and limiting the energy of jointed bodies.
  case storing
  /// Moving bodies; multithreaded.
  case moving
  /// Updating the trees and sweeping bodies against others that move; single-threaded.
  case trees
  /// Joint breaking, contact events and sleep.
  case reporting
}

/// Reports the end of each phase of a step to an observer that measures time.
final class StepProfiler {
  var observer: ((StepStage) -> Void)?

  @inline(__always)
  func end(_ stage: StepStage) { if let observer { observer(stage) } }
}
