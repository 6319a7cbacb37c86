import CaromRendering
import Testing

// Symptom: a file of two hundred lines with a shadow map of 4,096 texels each took 13 GB to draw.
// Cause: each map was held against a limit, all of them together against none.
@Suite("Regression: shadow maps without end")
struct TooManyShadowsTests {
  @Test("Maps shrink until they fit beside the others, and at last there are none")
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
