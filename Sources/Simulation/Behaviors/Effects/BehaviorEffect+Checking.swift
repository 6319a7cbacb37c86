import CaromDocuments
import CaromProperties
import CaromSceneGraph

extension [BehaviorEffect] {
  /// Reports the effects that could never be performed.
  ///
  /// - Parameters:
  ///   - node: The node of the behavior.
  ///   - json: The effects in the file, if it gives them.
  ///   - reader: The reader that reports the problems.
  func check(_ node: Node, _ json: JSON?, _ reader: inout Reader) {
    guard let json, let elements = json.elements else { return }
    for (effect, element) in zip(self, elements) {
      guard let member = element.members?.first(where: { _ in true }) else { continue }
      effect.check(node, member.value, &reader)
    }
  }
}

extension BehaviorEffect {
  fileprivate func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    switch self {
    case .set(let change):
      guard let target = change.node?.named(from: node),
        let problem = change.problem(on: target)
      else { return }
      let key = target.hasProperty(change.property) ? "value" : "property"
      reader.fail(json[key] ?? json, problem)
    case .count(let count):
      count.counter.check(CounterBehavior.self, from: node, json["counter"], &reader)
    case .spawn(let spawner): spawner.check(SpawnerBehavior.self, from: node, json, &reader)
    case .respawn(let target):
      target.node?.check(PlayerBehavior.self, from: node, json["node"] ?? json, &reader)
    case .motor(let motor):
      guard let problem = motor.node.named(from: node)?.motorProblem(ofJoint: Int(motor.joint))
      else { return }
      reader.fail(json["joint"] ?? json["node"] ?? json, problem)
    case .show, .hide, .remove, .run, .sound, .score, .label, .element, .focus, .pause, .present,
      .teleport, .win, .lose:
      break
    }
  }
}

extension Node {
  /// Whether a dotted path leads to a property of the node or of an attachment that it has.
  fileprivate func hasProperty(_ path: String) -> Bool {
    do throws(Problem) {
      _ = try state.get(path)
      return true
    } catch {
      return false
    }
  }
}

extension NodeReference {
  /// The node while a file is read, when neither node is in a scene.
  func named(from node: Node) -> Node? {
    path.isEmpty ? nil : (pending ?? node.scene.flatMap { self.node(in: $0) })
  }

  /// Reports that the node does not have a behavior of a type.
  func check<B: Behavior>(
    _: B.Type, from node: Node, _ json: JSON?, _ reader: inout Reader
  ) {
    guard let json, let target = named(from: node), !(target.role is B) else { return }
    reader.fail(json, "\(path) is no \(B.name); a node with the role \(B.name) is accepted")
  }
}
