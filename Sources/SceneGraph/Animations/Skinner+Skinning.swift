import CaromMaths

extension Skinner {
  /// Returns the skinning matrix of each bone, from bind pose to node space; nil if a bone is
  /// missing.
  func matrices(of node: Node, in scene: Scene) -> [Matrix4]? {
    guard !bones.isEmpty, let inverse = node.presentationWorldTransform.affineInverse else {
      return nil
    }
    var matrices: [Matrix4] = []
    matrices.reserveCapacity(bones.count)
    for (i, bone) in bones.enumerated() {
      guard let bone = bone.node(in: scene) else { return nil }
      let placed = inverse * bone.presentationWorldTransform
      let isBound = i < boneInverseBindTransforms.count
      matrices.append(isBound ? placed * boneInverseBindTransforms[i] : placed)
    }
    return matrices
  }

  /// Returns the skinned mesh: positions use the blended matrix, directions its linear part.
  func skin(_ mesh: Mesh, _ given: [Int], _ matrices: [Matrix4]) -> Mesh {
    var (positions, normals, tangents) = (mesh.positions, mesh.normals, mesh.tangents)
    for v in positions.indices {
      var (x, y, z, w) = (Vector3.zero, Vector3.zero, Vector3.zero, Vector3.zero)
      for k in 0..<4 {
        let weight = boneWeights[given[v] * 4 + k]
        guard weight != 0 else { continue }
        let m = matrices[Int(boneIndices[given[v] * 4 + k])]
        x += m.x.xyz * weight
        y += m.y.xyz * weight
        z += m.z.xyz * weight
        w += m.w.xyz * weight
      }
      func rotated(_ d: Vector3) -> Vector3 { x * d.x + y * d.y + z * d.z }
      positions[v] = rotated(positions[v]) + w
      normals[v] = rotated(normals[v]).normalized(or: normals[v])
      let t = tangents[v]
      tangents[v] = Vector4(rotated(t.xyz).normalized(or: t.xyz), t.w)
    }
    return mesh.moved(positions: positions, normals: normals, tangents: tangents)
  }
}
