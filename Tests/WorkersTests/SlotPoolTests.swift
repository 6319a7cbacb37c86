import CaromWorkers
import Testing

@Suite("SlotPool")
struct SlotsTests {
  @Test("Slots are acquired once, and again after their release")
  func inTurn() {
    let slots = SlotPool(count: 3)
    #expect(Set([slots.acquire(), slots.acquire(), slots.acquire()]) == [0, 1, 2])
    slots.release(1)
    #expect(slots.acquire() == 1)
  }

  @Test("No two threads own the same slot")
  func threads() {
    let pool = WorkerPool(threads: 4)
    let slots = SlotPool(count: 4)
    // Each owner increments and decrements; a second owner would result in a count of two.
    nonisolated(unsafe) let owners = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    nonisolated(unsafe) let faults = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    owners.initialize(repeating: 0, count: 4)
    faults.initialize(repeating: 0, count: 4)
    pool.run(chunks: 10_000) { _ in
      let number = slots.acquire()
      owners[number] += 1
      if owners[number] != 1 { faults[number] += 1 }
      owners[number] -= 1
      slots.release(number)
    }
    #expect((0..<4).allSatisfy { faults[$0] == 0 && owners[$0] == 0 })
    owners.deallocate()
    faults.deallocate()
  }
}
