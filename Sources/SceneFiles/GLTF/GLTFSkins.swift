import CaromDocuments
import CaromMaths

/// A skin of a glTF file: the joint nodes and their bind poses.
struct GLTFSkin {
  let joints: [Int]
  /// The inverse bind matrix of each joint; empty if all are the identity.
  let inverseBinds: [Matrix4]
  let skeleton: Int?
}

extension GLTFReader {
  /// Reads all skins; nil for invalid ones.
  ///
  /// - Source: glTF 2.0, section 3.7.3 (skins).
  func readSkins(_ nodes: [GLTFNode]) -> [GLTFSkin?] {
    table(.skins).map { json in
      guard json.isObject else { return nil }
      if json["joints"] == nil { missing(json, "joints") }
      let joints = indices(json, "joints", of: .nodes)
      guard !joints.isEmpty, joints.count <= 65_536 else {
        fail(json, "the skin has \(joints.count) joints; 1 to 65536 are accepted")
        return nil
      }
      if Set(joints).count != joints.count {
        fail(json, "the skin lists a joint twice; different joints are accepted")
      }
      var binds: [Matrix4] = []
      if json["inverseBindMatrices"] != nil {
        guard let n = attribute(json, "inverseBindMatrices", [.mat4], .any) else { return nil }
        guard n.count >= joints.count * 16 else {
          fail(
            json,
            "there are \(n.count / 16) inverse bind matrices for \(joints.count) joints; "
              + "at least one for each joint is accepted")
          return nil
        }
        binds = joints.indices.map { i in
          func column(_ c: Int) -> Vector4 {
            let at = i * 16 + c * 4
            return Vector4(n[at], n[at + 1], n[at + 2], n[at + 3])
          }
          return Matrix4(column(0), column(1), column(2), column(3))
        }
        if binds.contains(where: { ($0.x.w, $0.y.w, $0.z.w, $0.w.w) != (0, 0, 0, 1) }) {
          warn(json, "the last row of an inverse bind matrix is not 0, 0, 0, 1")
        }
      }
      let skin = GLTFSkin(
        joints: joints, inverseBinds: binds, skeleton: index(json, "skeleton", of: .nodes))
      if isGood { checkTree(of: skin, json, nodes) }
      return skin
    }
  }

  /// Warns of joints that have no common ancestor, or not the one that the skin names.
  private func checkTree(of skin: GLTFSkin, _ json: JSON, _ nodes: [GLTFNode]) {
    func root(of node: Int) -> Int {
      var at = node
      while let parent = nodes[at].parent { at = parent }
      return at
    }
    // Depths are limited, but a skin can list many joints.
    guard spend(skin.joints.count * 16, for: json) else { return }
    let roots = Set(skin.joints.map(root))
    if roots.count > 1 { warn(json, "the joints have no common ancestor") }
    guard let top = skin.skeleton else { return }
    for joint in skin.joints {
      var at = Optional(joint)
      while let node = at, node != top { at = nodes[node].parent }
      if at == nil { return warn(json, "node \(top), the skeleton, is not above node \(joint)") }
    }
  }

  /// Warns of skinned nodes of the scene whose joints are not part of it, so that they keep their
  /// rest pose.
  ///
  /// - Source: glTF 2.0, section 3.7.3.2 (joint hierarchy).
  func checkJoints(_ nodes: [GLTFNode], _ skins: [GLTFSkin?], roots: [Int]) {
    var isInScene = [Bool](repeating: false, count: nodes.count)
    var pending = roots
    while let next = pending.popLast() {
      isInScene[next] = true
      pending += nodes[next].children
    }
    for (i, node) in nodes.enumerated() where isInScene[i] {
      guard let skin = node.skin.flatMap({ skins[$0] }), let place = table(.nodes)[i]["skin"],
        let joint = skin.joints.first(where: { !isInScene[$0] })
      else { continue }
      warn(place, "joint \(joint) is not in the scene of the node; the mesh keeps its rest pose")
    }
  }

  /// Reports nodes whose mesh has no joints, or refers to joints that the skin does not have.
  func checkSkins(_ nodes: [GLTFNode], _ meshes: [GLTFMesh], _ skins: [GLTFSkin?]) {
    let maxJoint = meshes.map { mesh in
      zip(mesh.vertices.joints, mesh.vertices.weights).lazy.filter { $1 != 0 }.map(\.0).max()
    }
    for (i, node) in nodes.enumerated() {
      guard let number = node.skin, let skin = skins[number], let mesh = node.mesh else { continue }
      if meshes[mesh].vertices.joints.isEmpty, !meshes[mesh].elements.isEmpty {
        fail(table(.nodes)[i], "the node has a skin, but its mesh has no JOINTS_0 and WEIGHTS_0")
      }
      if let joint = maxJoint[mesh], joint >= skin.joints.count {
        fail(
          table(.nodes)[i],
          "a vertex refers to joint \(joint), but the skin has \(skin.joints.count) joints"
        )
      }
    }
  }
}

extension GLTFVertices {
  /// The weights, normalized per vertex; a vertex without weights follows the first joint.
  var normalizedWeights: [Float] {
    var normalized = weights
    for v in stride(from: 0, to: normalized.count - 3, by: 4) {
      let sum = normalized[v] + normalized[v + 1] + normalized[v + 2] + normalized[v + 3]
      if sum > 0, sum.isFinite {
        for i in v..<(v + 4) { normalized[i] = min(max(normalized[i] / sum, 0), 1) }
      } else {
        (normalized[v], normalized[v + 1], normalized[v + 2], normalized[v + 3]) = (1, 0, 0, 0)
      }
    }
    return normalized
  }
}
