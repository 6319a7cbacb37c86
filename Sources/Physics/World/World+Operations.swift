// Shorthands for operations that the bodies, joints, fields and vehicles of a world share.

extension World {
  func wake(_ index: Int) { activation.wake(index) }
  func wakeTouching(_ index: Int) { activation.wakeTouching(index) }
  func wakeAll() { activation.wakeAll() }
  func startMoving(_ index: Int) { activation.startMoving(index) }
  func updatePose(_ index: Int) { activation.updatePose(index) }
  func updateContactsOnce(_ index: Int) { activation.updateContactsOnce(index) }
  func refilter(_ index: Int) { lifecycle.refilter(index) }
  func invalidateManifolds(of index: Int) { contacts.invalidateManifolds(of: index, in: bodies) }
  func markMoved(_ collider: Int32) { broadPhase.markMoved(collider, in: colliders) }

  func forEachContact(_ index: Int, _ visit: (_ contact: Int, _ other: Int) -> Void) {
    contacts.forEachContact(of: index, in: bodies, visit)
  }

  @inline(__always)
  func parallelFor(
    _ count: Int, chunkSize: Int, minimumCount: Int, _ body: @Sendable (Range<Int>) -> Void
  ) {
    threads.parallelFor(count, chunkSize: chunkSize, minimumCount: minimumCount, body)
  }

  @inline(__always)
  func endStage(_ stage: StepStage) { profiler.end(stage) }
}
