import CaromRendering
import Testing

// Symptom: a file of two hundred lights with a shadow map of 4,096 texels each took 13 GB of
// memory. Cause: each map was checked against a limit, but not their total.
@Suite("Regression: unbounded shadow maps")
struct TooManyShadowsTests {
  @Test("Maps shrink until they fit the budget, and finally there are none")
  func limited() {
    let whole = ShadowMemory.limit
    #expect(ShadowMemory.side(wanted: 1_000, used: 0) == 1_024)
    #expect(ShadowMemory.side(wanted: 1, used: 0) == 64)
    #expect(ShadowMemory.side(wanted: 8_192, used: whole - 4_096 * 4_096) == 4_096)
    #expect(ShadowMemory.side(wanted: 4_096, used: whole - 4_096 * 4_096 + 1) == 2_048)
    #expect(ShadowMemory.side(wanted: 192, used: whole - 64 * 64) == 64)
    #expect(ShadowMemory.side(wanted: 4_096, used: whole - 64 * 64 + 1) == nil)
    var (used, maps) = (0, 0)
    while let side = ShadowMemory.side(wanted: 4_096, used: used) {
      used += side * side
      maps += 1
    }
    #expect(used <= whole && maps < 32)
  }
}
