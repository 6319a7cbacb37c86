public import CaromMaths

/// The mesh of a node after morphing and skinning, cached until an input changes.
final class Deformation {
  private var base: Mesh?
  private var morpher: Morpher?
  private var boneWeights: [Float] = []
  private var boneIndices: [Int32] = []
  private var weights: [Float] = []
  private var matrices: [Matrix4] = []
  private var morphed: Mesh?
  private var result: Mesh?

  /// Returns the deformed mesh, or the base mesh without deformation.
  func mesh(of node: Node, _ base: Mesh) -> Mesh {
    let skin = node.storage.skinner
    // Arrays that share their storage compare in constant time.
    let isSame =
      self.base === base && morpher == node.storage.morpher
      && boneWeights == skin?.boneWeights ?? [] && boneIndices == skin?.boneIndices ?? []
    (self.base, morpher) = (base, node.storage.morpher)
    (boneWeights, boneIndices) = (skin?.boneWeights ?? [], skin?.boneIndices ?? [])
    var mesh = base
    if let morpher = node.storage.morpher {
      let new = node.presentation.morphWeights
      if !isSame || morphed == nil || new != weights {
        morphed = morpher.morph(base, new)
        weights = new
        result = nil
      }
      mesh = morphed ?? base
    } else if !isSame {
      result = nil
    }
    guard let skinner = node.storage.skinner, skinner.problem == nil, let scene = node.scene,
      let matrices = skinner.matrices(of: node, in: scene),
      skinner.boneIndices.count == base.givenCount * 4
    else { return mesh }
    if isSame, let result, matrices == self.matrices { return result }
    self.matrices = matrices
    let skinned = skinner.skin(mesh, base.givenVertices, matrices)
    result = skinned
    return skinned
  }
}

extension Mesh {
  /// Returns a mesh with the same triangles and other vertex positions.
  func moved(positions: [Vector3], normals: [Vector3], tangents: [Vector4]) -> Mesh {
    Mesh(
      positions: positions, normals: normals, texcoords: texcoords, texcoords2: texcoords2,
      colors: colors, tangents: tangents, elements: elements)
  }

  /// The number of vertices before some were duplicated for tangents.
  var givenCount: Int { positions.count - copiedVertices.count }

  /// The original vertex of each vertex.
  var givenVertices: [Int] { Array(0..<givenCount) + copiedVertices.map { Int($0) } }

  /// Returns the original vertex of a vertex, without building a list.
  func givenVertex(of vertex: Int) -> Int {
    vertex < givenCount ? vertex : Int(copiedVertices[vertex - givenCount])
  }
}

extension Node {
  /// The morpher, which blends the geometry towards other shapes.
  public var morpher: Morpher? {
    get { storage.morpher }
    set { storage.morpher = newValue }
  }
  /// The skinner, which deforms the geometry with bones.
  public var skinner: Skinner? {
    get { storage.skinner }
    set {
      storage.skinner = newValue
      if let scene { storage.skinner?.resolve(in: scene) }
    }
  }
}

extension Skinner {
  /// Resolves node references to identities.
  mutating func resolve(in scene: Scene) {
    for i in bones.indices { bones[i].resolve(in: scene) }
    skeleton.resolve(in: scene)
  }
}

extension PresentationNode {
  /// The mesh after morphing and skinning; nil without a geometry.
  ///
  /// Computed on demand and cached until a weight or a bone changes.
  ///
  /// - Complexity: O(vertices) after a change, otherwise O(bones).
  public var mesh: Mesh? {
    guard let mesh = node.storage.geometry?.mesh else { return nil }
    guard node.storage.morpher != nil || node.storage.skinner != nil else { return mesh }
    let deformation = node.deformation ?? Deformation()
    node.deformation = deformation
    return deformation.mesh(of: node, mesh)
  }

  /// The bounding box of the deformed mesh, in the space of the node.
  public var surfaceBounds: AABB { mesh?.bounds ?? .empty }
}

extension Node {
  /// Returns the bone with the maximum weight at a point, given by vertices and their weights.
  func bone(at corners: [(vertex: Int, share: Float)]) -> Node? {
    guard let skinner = storage.skinner, let scene, let base = storage.geometry?.mesh,
      skinner.problem == nil, skinner.boneIndices.count == base.givenCount * 4
    else { return nil }
    var shares: [(bone: Int32, share: Float)] = []
    for (vertex, share) in corners {
      let first = base.givenVertex(of: vertex) * 4
      for k in 0..<4 {
        let at = first + k
        let (bone, own) = (skinner.boneIndices[at], share * skinner.boneWeights[at])
        if let known = shares.firstIndex(where: { $0.bone == bone }) {
          shares[known].share += own
        } else {
          shares.append((bone, own))
        }
      }
    }
    let most = shares.max { ($0.share, -$0.bone) < ($1.share, -$1.bone) }
    return most.flatMap { skinner.bones[Int($0.bone)].node(in: scene) }
  }
}
