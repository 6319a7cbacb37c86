/// The events of the last step, and those collected for the next one.
final class StepReport {
  var contactEvents: [ContactEvent] = []
  var hitEvents: [HitEvent] = []
  var sleepEvents: [SleepEvent] = []
  var jointEvents: [JointEvent] = []
  /// Contacts that ended since the last step; the next step reports them.
  var pendingEnds: [ContactEvent] = []
  /// Bodies that fell asleep or woke since the last step; the next step reports them.
  var pendingSleep: [SleepEvent] = []
  /// The indices of the bodies whose transform the last step changed.
  @exclusivity(unchecked) var movedBodies = Buffer<Int32>()

  /// Replaces the sleep events by those collected since the last step.
  func publishSleepEvents() {
    sleepEvents.removeAll(keepingCapacity: true)
    swap(&sleepEvents, &pendingSleep)
  }

  /// Discards the events of the last step; pending events are kept.
  func clear() {
    contactEvents.removeAll()
    hitEvents.removeAll()
    sleepEvents.removeAll()
    jointEvents.removeAll()
    movedBodies.removeAll()
  }
}
