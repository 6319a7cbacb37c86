// Symptom: saving a scene with particles that are born at a point crashed in release, deep inside
// the retain of an invalid string.
// Cause: `hasSameBytes` read the bytes of `EmptyPayload`, which has none; the optimizer compiled it
// to a function without a return, which ran into the next one.

import CaromProperties
import Testing

@Suite("Regression: comparison of empty payloads")
struct EmptyPayloadTests {
  @Test("A case with an empty payload equals itself")
  func same() {
    var lamp = Lamp()
    lamp.shape = .off
    var writer = PropertyWriter()
    #expect(!lamp.writeMembers(changedFrom: lamp, &writer))
  }

  @Test("Two cases with empty payloads differ")
  func other() {
    var lamp = Lamp()
    lamp.shape = .off
    var writer = PropertyWriter()
    #expect(lamp.writeMembers(changedFrom: Lamp(), &writer))
  }
}
