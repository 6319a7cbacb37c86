import CaromWorkers
import Testing

@Suite("Slots")
struct SlotsTests {
  @Test("Numbers are given out once, and again when they are back")
  func inTurn() {
    let slots = Slots(count: 3)
    #expect(Set([slots.take(), slots.take(), slots.take()]) == [0, 1, 2])
    slots.give(1)
    #expect(slots.take() == 1)
  }

  @Test("Threads never have the same number at once")
  func threads() {
    let pool = WorkerPool(threads: 4)
    let slots = Slots(count: 4)
    // Each owner counts up and down; a second one would be seen as a count of two.
    nonisolated(unsafe) let owners = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    nonisolated(unsafe) let faults = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    owners.initialize(repeating: 0, count: 4)
    faults.initialize(repeating: 0, count: 4)
    pool.run(chunks: 10_000) { _ in
      let number = slots.take()
      owners[number] += 1
      if owners[number] != 1 { faults[number] += 1 }
      owners[number] -= 1
      slots.give(number)
    }
    #expect((0..<4).allSatisfy { faults[$0] == 0 && owners[$0] == 0 })
    owners.deallocate()
    faults.deallocate()
  }
}
