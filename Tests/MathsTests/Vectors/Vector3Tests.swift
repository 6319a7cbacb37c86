import CaromMaths
import Testing

@Suite("Vector3")
struct Vector3Tests {
  @Test("The cross product follows the right-hand rule")
  func crossProductIsRightHanded() {
    #expect(Vector3.unitX.cross(.unitY) == .unitZ)
    #expect(Vector3.unitY.cross(.unitZ) == .unitX)
    #expect(Vector3.unitZ.cross(.unitX) == .unitY)
  }

  @Test("A vector without direction has no normalized form")
  func zeroHasNoDirection() {
    #expect(Vector3.zero.normalized == nil)
    #expect(Vector3(.infinity, 0, 0).normalized == nil)
    #expect(Vector3(0, -3, 0).normalized == Vector3(0, -1, 0))
  }

  @Test("A perpendicular has unit length and is orthogonal, for any direction")
  func perpendicularIsPerpendicular() {
    for v in [Vector3.unitX, .unitY, .unitZ, Vector3(0.6, -0.8, 0), Vector3(-0.48, 0.6, 0.64)] {
      #expect(abs(v.perpendicular.dot(v)) < 1e-6)
      #expect(abs(v.perpendicular.length - 1) < 1e-6)
    }
  }
}
