import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: a node that got another morpher went on showing the shapes of the one before.
// Cause: the blended surface was kept as long as the weights stayed the same.
@Suite("Regression: another morpher with the same weights")
struct DeformedByAnotherMorpher {
  @Test("Its shapes are shown at once")
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
