// Symptom: saving a scene with particles that are born at a point crashed in release, deep inside the
// retain of a string that was none.
// Cause: `hasSameBytes` read the bytes of `Nothing`, which has none; the optimiser made of that a
// function without an end, which ran into the one behind it.

import CaromProperties
import Testing

@Suite("Choices without payload are compared")
struct EmptyPayloadTests {
  @Test("A case without payload does not differ from itself")
  func same() {
    var lamp = Lamp()
    lamp.shape = .off
    var writer = PropertyWriter()
    #expect(!lamp.writeMembers(changedFrom: lamp, &writer))
  }

  @Test("A case without payload differs from another one")
  func other() {
    var lamp = Lamp()
    lamp.shape = .off
    var writer = PropertyWriter()
    #expect(lamp.writeMembers(changedFrom: Lamp(), &writer))
  }
}
