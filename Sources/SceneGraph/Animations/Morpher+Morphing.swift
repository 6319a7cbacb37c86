import CaromMaths

extension Morpher {
  /// Returns the morphed mesh; targets with a different vertex count are ignored.
  func morph(_ base: Mesh, _ weights: [Float]) -> Mesh {
    var positions = base.positions
    var normals = base.normals
    let active = zip(targets, weights).filter { target, weight in
      weight != 0 && target.positions.count == base.givenCount
    }
    guard !active.isEmpty else { return base }
    if mode == .normalized {
      let rest = 1 - active.reduce(Float(0)) { $0 + $1.1 }
      for i in positions.indices {
        positions[i] *= rest
        normals[i] *= rest
      }
    }
    let given = base.givenVertices
    for (target, weight) in active {
      for i in positions.indices { positions[i] += target.positions[given[i]] * weight }
      if target.normals.isEmpty {
        guard mode == .normalized else { continue }
        for i in normals.indices { normals[i] += base.normals[i] * weight }
      } else {
        for i in normals.indices { normals[i] += target.normals[given[i]] * weight }
      }
    }
    if unifiesNormals {
      normals = Mesh.smoothNormals(positions, base.elements)
    } else {
      for i in normals.indices { normals[i] = normals[i].normalized(or: base.normals[i]) }
    }
    return base.moved(positions: positions, normals: normals, tangents: base.tangents)
  }
}
