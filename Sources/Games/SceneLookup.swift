import CaromSceneGraph
import CaromSimulation

// Node lookup for the games. A role can be on a node that refers to a sub-scene, while the
// body and the geometry are on nodes inside of it.
extension Node {
  /// The node itself or its first descendant with a body.
  var bodyNode: Node? {
    if physicsBody != nil { return self }
    for child in childNodes {
      if let found = child.bodyNode { return found }
    }
    return nil
  }

  /// The node itself or its nearest ancestor with a role.
  var roleNode: Node? {
    var node: Node? = self
    while let n = node {
      if n.role != nil { return n }
      node = n.parent
    }
    return nil
  }
}

extension Session {
  /// The only node with a role; reports a problem if there is none or more than one.
  func onlyNode<R: Role>(withRole type: R.Type, _ problems: inout [String]) -> Node? {
    let nodes = scene.rootNode.childNodes(withRole: type)
    if nodes.count == 1 { return nodes[0] }
    problems.append(
      "the scene has \(nodes.count) nodes with the role \(R.name); exactly one is accepted")
    return nil
  }
}

extension Scene {
  /// The problem of a level without a camera, or nothing.
  var cameraProblems: [LevelProblem] {
    guard pointOfView == nil else { return [] }
    return [LevelProblem("the level has no camera; a node with a camera is accepted")]
  }
}
