import CaromDocuments

/// The animations of a file that play together by default.
///
/// Blender exports the action of each object as an animation of its own, and all of them play at
/// the same time. Several actions of one armature are alternatives. So an animation plays if it
/// moves no object that an earlier one in the file moves: the joints of a skin are one object, with
/// those of all skins that share a joint; every other node is an object. Morph weights are apart
/// from the transforms of their node, as shape keys have actions of their own.
struct GLTFPlayback {
  /// The indices of the animations that play.
  private(set) var played: Set<Int> = []
  /// A warning for each animation that does not play.
  private(set) var warnings: [Problem] = []

  init(_ reader: GLTFReader, _ animations: [GLTFAnimation], _ skins: [GLTFSkin?]) {
    var objects = Objects(reader.table(.nodes).count)
    for skin in skins {
      guard let first = skin?.joints.first else { continue }
      for joint in skin?.joints ?? [] { objects.join(joint, first) }
    }
    var movers: [Int: String] = [:]
    for (i, animation) in animations.enumerated() where !animation.channels.isEmpty {
      let moved = Set(
        animation.channels.map { objects.object(of: $0.node) * 2 + ($0.movesWeights ? 1 : 0) })
      if let other = moved.sorted().compactMap({ movers[$0] }).first {
        warnings.append(
          reader.table(.animations)[i].problem(
            "the animation \"\(animation.name)\" does not play, because \"\(other)\" moves the same "
              + "object; \"import\": { \"plays\": [\"\(animation.name)\"] } plays it"
          ).asWarning)
      } else {
        played.insert(i)
        for object in moved { movers[object] = animation.name }
      }
    }
  }

  /// Disjoint sets of nodes.
  private struct Objects {
    private var parents: [Int]

    init(_ count: Int) { parents = Array(0..<count) }

    mutating func object(of node: Int) -> Int {
      var node = node
      while parents[node] != node {
        parents[node] = parents[parents[node]]
        node = parents[node]
      }
      return node
    }

    mutating func join(_ a: Int, _ b: Int) {
      let (a, b) = (object(of: a), object(of: b))
      parents[max(a, b)] = min(a, b)
    }
  }
}
