import CaromDocuments
import CaromMaths

/// A node of a glTF file.
struct GLTFNode {
  /// The name, valid in scene files and unique among siblings; nil if the file gives none.
  var name: String?
  var position = Vector3.zero
  var orientation = Quaternion.identity
  var scale = Vector3.one
  var children: [Int] = []
  var parent: Int?
  var mesh: Int?
  var skin: Int?
  var camera: Int?
  var light: Int?
  /// The morph target weights; nil uses those of the mesh.
  var weights: [Float]?

  /// The local transform.
  var transform: Matrix4 {
    Matrix4(position: position, orientation: orientation, scale: scale)
  }
}

extension GLTFReader {
  /// Reads all nodes; without problems they form trees of bounded depth.
  ///
  /// - Source: glTF 2.0, section 3.5 (scenes): nodes and hierarchy, transformations.
  func readNodes(_ meshes: [GLTFMesh]) -> [GLTFNode] {
    var nodes = table(.nodes).map { json in
      var node = GLTFNode()
      guard json.isObject else { return node }
      node.name = string(json, "name")
      node.children = indices(json, "children", of: .nodes)
      node.mesh = index(json, "mesh", of: .meshes)
      node.skin = index(json, "skin", of: .skins)
      node.camera = index(json, "camera", of: .cameras)
      if let light = self.extension(GLTFExtension.lights.rawValue, of: json) {
        if light["light"] == nil { missing(light, "light") }
        node.light = index(light, "light", of: .lights)
      }
      if let mesh = node.mesh {
        node.weights = weights(json, count: meshes[mesh].vertices.targets.count)
      } else {
        for key in ["skin", "weights"] where json[key] != nil {
          warn(json, "the node has \"\(key)\" without a mesh; it is ignored")
        }
      }
      readTransform(json, of: &node)
      return node
    }
    for parent in nodes.indices {
      for child in nodes[parent].children {
        if let other = nodes[child].parent {
          fail(
            table(.nodes)[parent],
            other == parent
              ? "node \(child) is listed twice as a child"
              : "node \(child) is already a child of node \(other); one parent is accepted")
        }
        nodes[child].parent = parent
      }
    }
    checkTrees(nodes)
    if isGood { GLTFNames.makeUnique(&nodes, roots: roots()) }
    return nodes
  }

  private func readTransform(_ json: JSON, of node: inout GLTFNode) {
    let range = -Self.maxCoordinate...Self.maxCoordinate
    guard let value = json["matrix"] else {
      node.position = vector3(json, "translation", .zero, in: range)
      node.orientation = quaternion(json, "rotation")
      node.scale = vector3(json, "scale", .one, in: range)
      return
    }
    for key in ["translation", "rotation", "scale"] where json[key] != nil {
      fail(json, "the node has both \"matrix\" and \"\(key)\"; one of them is accepted")
    }
    guard let n = numbers(json, "matrix", count: 16, in: range) else { return }
    func column(_ i: Int) -> Vector4 { Vector4(n[i], n[i + 1], n[i + 2], n[i + 3]) }
    let matrix = Matrix4(column(0), column(4), column(8), column(12))
    guard (n[3], n[7], n[11], n[15]) == (0, 0, 0, 1) else {
      return fail(value, "the last row is not 0, 0, 0, 1; an affine matrix is accepted")
    }
    guard let parts = matrix.decomposed else {
      return fail(
        value,
        "the matrix is singular; one with a scale other than zero is accepted")
    }
    // The columns of a rotation with scale are orthogonal, within the precision of Float.
    let m = matrix.linear
    for (a, b) in [(m.x, m.y), (m.y, m.z), (m.z, m.x)]
    where abs(a.dot(b)) > 1e-3 * a.length * b.length {
      return fail(
        value, "the matrix has shear; a product of translation, rotation and scale is accepted")
    }
    (node.position, node.orientation, node.scale) = parts
  }

  /// Detects cycles and excessive depth, walking up from every node at most to the depth limit.
  private func checkTrees(_ nodes: [GLTFNode]) {
    var depths = [Int?](repeating: nil, count: nodes.count)
    for start in nodes.indices {
      var chain: [Int] = []
      var at: Int? = start
      while let node = at, depths[node] == nil {
        chain.append(node)
        guard chain.count <= limits.modelDepth else {
          fail(
            table(.nodes)[start],
            "nodes are nested deeper than \(limits.modelDepth) or in a circle; trees of less "
              + "depth are accepted")
          return
        }
        at = nodes[node].parent
      }
      var depth = at.flatMap { depths[$0] } ?? 0
      for node in chain.reversed() {
        depth += 1
        depths[node] = depth
      }
      if depth > limits.modelDepth {
        return fail(
          table(.nodes)[start],
          "nodes are nested deeper than \(limits.modelDepth); no deeper is accepted")
      }
    }
  }

  /// The top-level nodes of the file's default scene; without scenes, all nodes without a parent.
  func roots() -> [Int] {
    let scenes = table(.scenes)
    guard !scenes.isEmpty else {
      var isChild = [Bool](repeating: false, count: table(.nodes).count)
      for json in table(.nodes) where json.isObject {
        for child in indices(json, "children", of: .nodes) { isChild[child] = true }
      }
      return isChild.indices.filter { !isChild[$0] }
    }
    guard let scene = defaultScene, scenes[scene].isObject else { return [] }
    return indices(scenes[scene], "nodes", of: .nodes)
  }

  /// The index of the default scene, or else of the first.
  private var defaultScene: Int? {
    guard let json = root["scene"] else { return 0 }
    guard let number = json.integer(Int.self) else {
      fail(json, wants: "the index of a scene")
      return nil
    }
    return table(.scenes).indices.contains(number) ? number : 0
  }

  /// Reports nodes of a scene that have a parent or are listed twice.
  func checkRoots(_ roots: [Int], _ nodes: [GLTFNode]) {
    if let json = root["scene"], let number = json.integer(Int.self),
      !table(.scenes).indices.contains(number)
    {
      let used = table(.scenes).isEmpty ? "all nodes are" : "the first scene is"
      warn(json, "there is no scene \(number); \(used) used")
    }
    var seen: Set<Int> = []
    for root in roots {
      if let parent = nodes[root].parent {
        fail(
          table(.nodes)[root],
          "node \(root) of the scene is a child of node \(parent); a node without parent is accepted"
        )
      }
      if !seen.insert(root).inserted {
        fail(table(.nodes)[root], "the scene lists node \(root) twice; once is accepted")
      }
    }
  }
}

/// Converts node names to names that are valid in paths and unique among siblings.
enum GLTFNames {
  /// A name that is valid in scene files: `/`, a leading `*` and a trailing `]` become `_`.
  static func clean(_ name: String) -> String? {
    var name = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 }.prefix(100))
    if name.utf8.count > 200 { name = String(name.prefix(40)) }
    if name.utf8.count > 200 || name.isEmpty { return nil }
    if name == "." || name == ".." { return "_" }
    if name.hasPrefix("*") { name = "_" + name.dropFirst() }
    if name.hasSuffix("]") { name = name.dropLast() + "_" }
    return name
  }

  /// Numbers siblings with the same name: `wheel`, `wheel 2`, `wheel 3`.
  static func makeUnique(_ nodes: inout [GLTFNode], roots: [Int]) {
    for group in [roots] + nodes.map(\.children) {
      var taken: Set<String> = []
      var counts: [String: Int] = [:]
      for i in group {
        guard let base = nodes[i].name.flatMap(clean) else {
          nodes[i].name = nil
          continue
        }
        var name = base
        while !taken.insert(name).inserted {
          counts[base, default: 1] += 1
          name = "\(base) \(counts[base, default: 2])"
        }
        nodes[i].name = name
      }
    }
  }
}
