import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// Randomly removes nodes from the tree and adds them again in every phase of a tick.
final class Uprooter: SceneDelegate, ContactDelegate {
  let scene: Scene
  let nodes: [Node]
  var random = RandomStream(seed: 5)
  var removals = 0

  init() {
    let f = Fixture(ballAt: Vector3(0, 3, 0))
    scene = f.scene
    var nodes = [f.ball]
    for i in 0..<24 {
      let node = Node(name: "\(i)", geometry: .sphere(radius: 0.4))
      node.position = Vector3(Float(i % 5) - 2, 0.5 + Float(i / 5), Float(i % 3) * 0.3)
      if i % 4 != 3 {
        node.physicsBody = i % 4 == 2 ? .kinematic() : .dynamic()
        node.physicsBody?.contactTestBitMask = .max
      }
      node.runAction(.repeatForever(.sequence([.wait(duration: 0.1), .run("uproot")])))
      node.constraints = [.transform("uproot"), .lookAt(nodes[i]), .distance(f.ball, maximum: 9)]
      (i % 6 == 5 ? nodes[i] : scene.rootNode).addChildNode(node)
      nodes.append(node)
    }
    let (shoulder, hand) = (nodes[6], Node(name: "hand"))
    shoulder.addChildNode(hand)
    hand.constraints = [.inverseKinematics(chainRoot: shoulder, target: .one)]
    nodes.append(hand)
    self.nodes = nodes
    scene.functions["uproot"] = { [unowned self] in self.uproot($0) }
    scene.constraintFunctions["uproot"] = .position { [unowned self] node, p in
      self.uproot(node)
      return p + Vector3(0, 0.1, 0)
    }
    scene.physicsWorld.contactDelegate = self
  }

  /// Removes one of two nodes, or moves one under the other.
  func uproot(_ node: Node) {
    let other = nodes[random.int(below: nodes.count)]
    switch random.int(below: 12) {
    case 0: node.removeFromParentNode()
    case 1: other.removeFromParentNode()
    case 2 where !other.isAncestorOrSelf(of: node): node.addChildNode(other)
    case 3 where !node.isAncestorOrSelf(of: other): other.addChildNode(node)
    case 4: other.isHidden.toggle()
    case 5: other.physicsBody = other.physicsBody == nil ? .dynamic() : nil
    case 6: other.constraints = Array(other.constraints.dropFirst())
    case 7: scene.rootNode.replaceChildNode(node, with: Node(name: "spare"))
    default: return
    }
    removals += 1
  }

  func update(_ scene: Scene) {
    for node in nodes where node.scene == nil && random.int(below: 20) == 0 {
      scene.rootNode.addChildNode(node)
    }
    scene.rootNode.enumerateChildNodes { uproot($0) }
  }
  func didApplyAnimations(_ scene: Scene) { uproot(nodes[random.int(below: nodes.count)]) }
  func didSimulatePhysics(_ scene: Scene) { uproot(nodes[random.int(below: nodes.count)]) }
  func didApplyConstraints(_ scene: Scene) { uproot(nodes[random.int(below: nodes.count)]) }
  func didBegin(_ contact: PhysicsContact) { uproot(contact.nodeA) }
  func didUpdate(_ contact: PhysicsContact) { uproot(contact.nodeB) }
  func didEnd(_ contact: PhysicsContact) { uproot(contact.nodeA) }
}

@Suite("Removing nodes")
struct RemovalTests {
  @Test("Nodes leave and re-enter in every phase of a tick, and the scene stays consistent")
  func everywhere() throws {
    let (one, other) = (Uprooter(), Uprooter())
    for tick in 0..<400 {
      one.scene.step(one)
      other.scene.step(other)
      #expect(one.scene.hash == other.scene.hash, "tick \(tick)")
      for node in one.nodes {
        let isBelow = one.scene.rootNode.isAncestorOrSelf(of: node)
        #expect((node.scene === one.scene) == isBelow)
        #expect(node.parent?.childNodes.contains { $0 === node } ?? true)
        #expect(node.presentation.worldTransform.translation.isFinite)
        if node.scene == nil { #expect(node.presentation.position == node.position) }
      }
    }
    #expect(one.removals > 1_000)
    // The remaining scene is a valid state.
    let buffer = StateBuffer()
    buffer.fill { one.scene.save(into: &$0) }
    let hash = one.scene.hash
    var source = StateSource(buffer.bytes)
    try one.scene.load(from: &source)
    #expect(one.scene.hash == hash)
  }
}
