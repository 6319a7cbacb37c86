import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: a node with a new morpher still showed the targets of the previous one. Cause: the
// morphed mesh was cached as long as the weights were unchanged.
@Suite("Regression: another morpher with the same weights")
struct DeformedByAnotherMorpher {
  @Test("The new targets are applied immediately")
  func isShown() throws {
    let node = Node(geometry: .box())
    let corners = try #require(node.geometry).mesh.positions
    func morpher(_ offset: Vector3) -> Morpher {
      Morpher([MorphTarget(positions: corners.map { $0 + offset })], weights: [1])
    }
    node.morpher = morpher(.unitX)
    #expect(isNear(node.presentation.surfaceBounds.center, .unitX, 1e-5))
    node.morpher = morpher(.unitY)
    #expect(isNear(node.presentation.surfaceBounds.center, .unitY, 1e-5))
  }
}
