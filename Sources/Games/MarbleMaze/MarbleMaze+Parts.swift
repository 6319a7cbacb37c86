public import CaromSceneGraph
public import CaromSimulation

extension MarbleMaze {
  /// A level has a camera, and pearls if its goal needs some.
  public static func problems(of scene: Scene) -> [LevelProblem] {
    let goals = scene.rootNode.childNodes(withRole: Goal.self)
    guard scene.rootNode.childNodes(withRole: Pearl.self).isEmpty else {
      return scene.cameraProblems
    }
    return scene.cameraProblems
      + goals.filter { $0.role(as: Goal.self)?.pearls ?? 0 > 0 }.map {
        LevelProblem(
          "the goal needs pearls, and there are none; a node with the role pearl is accepted",
          at: $0)
      }
  }

  /// The nodes of a scene, found by role.
  ///
  /// A class, since every use in a tick would copy all references of a structure.
  final class Parts {
    let ball: Node
    let body: PhysicsBody
    let rules: Marble
    /// The radius of the marble, in meters; the forms below its node are not counted.
    let radius: Float
    let material: Material?
    let forms: [(node: Node, rules: Form)]
    let pearls: [Node]
    let goals: [Node]
    let checkpoints: [Node]
    let props: [Node]
    let rigs: [(node: Node, rules: Rig)]

    /// Finds the marble and the nodes that the rules act on.
    init(_ session: Session) throws(GameError) {
      var problems: [String] = []
      let root = session.scene.rootNode
      guard let ball = session.onlyNode(withRole: Marble.self, &problems),
        let rules: Marble = ball.role(),
        let node = ball.bodyNode, let body = node.physicsBody
      else {
        if problems.isEmpty { problems.append("the ball has no physics body") }
        throw GameError(problems)
      }
      (self.ball, self.body, self.rules) = (node, body, rules)
      radius = (node.geometry?.boundingSphere ?? node.boundingSphere).radius
      material = node.geometry?.firstMaterial
      forms = node.childNodes(withRole: Form.self).compactMap { node in
        node.role(as: Form.self).map { (node: node, rules: $0) }
      }
      pearls = root.childNodes(withRole: Pearl.self)
      goals = root.childNodes(withRole: Goal.self)
      checkpoints = root.childNodes(withRole: Checkpoint.self)
      props = root.childNodes(withRole: Prop.self)
      rigs = root.childNodes(withRole: Rig.self).compactMap { node in
        node.role(as: Rig.self).map { (node: node, rules: $0) }
      }
      let names = forms.compactMap(\.node.name)
      let used =
        [rules.form]
        + root.childNodes(withRole: Transformer.self).map {
          $0.role(as: Transformer.self)?.form ?? ""
        }
      for name in used where !name.isEmpty && !names.contains(name) {
        problems.append(
          "the marble has no form \"\(name)\"; \(names.joined(separator: ", ")) is accepted")
      }
      if !problems.isEmpty { throw GameError(problems) }
    }

    /// The index of the form with a name; that of the first one, if there is none.
    func form(named name: String) -> Int32 {
      Int32(forms.firstIndex { $0.node.name == name } ?? 0)
    }

    /// The form with an index, or nil.
    func form(_ index: Int32) -> (node: Node, rules: Form)? {
      forms.indices.contains(Int(index)) ? forms[Int(index)] : nil
    }

    /// The acceleration at full tilt of a form, in meters per second squared.
    func acceleration(of index: Int32) -> Float {
      let own = form(index)?.rules.acceleration ?? 0
      return own > 0 ? own : rules.acceleration
    }

    /// Whether these are the nodes of a scene.
    func isCurrent(in scene: Scene) -> Bool { scene.node(withID: ball.id) === ball }
  }
}
