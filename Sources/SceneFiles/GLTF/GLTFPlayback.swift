import CaromDocuments
import CaromPhysics

/// The animations of a file that play together by default.
///
/// Blender exports the action of each object as a separate animation, and all of them play at the
/// same time; several actions of one armature are alternatives. Therefore an animation plays if no
/// earlier animation in the file moves the same object. The joints of a skin, and of all skins that
/// share a joint with it, are one object; every other node is an object. Morph weights are
/// independent of the transform of their node, because shape keys have separate actions.
struct GLTFPlayback {
  /// The indices of the animations that play.
  private(set) var played: Set<Int> = []
  /// A warning for each animation that does not play.
  private(set) var warnings: [Problem] = []

  init(_ reader: GLTFReader, _ animations: [GLTFAnimation], _ skins: [GLTFSkin?]) {
    let objects = Self.objects(reader.table(.nodes).count, skins)
    var movers: [Int: String] = [:]
    for (i, animation) in animations.enumerated() where !animation.channels.isEmpty {
      let moved = Set(
        animation.channels.map { objects[$0.node] * 2 + ($0.movesWeights ? 1 : 0) })
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

  /// The object of each node, as the index of its first node.
  private static func objects(_ nodeCount: Int, _ skins: [GLTFSkin?]) -> [Int] {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(nodeCount, 1)) { memory in
      guard let parents = memory.baseAddress else { return [] }
      let sets = DisjointSets(parents)
      sets.reset(nodeCount)
      for skin in skins {
        guard let first = skin?.joints.first else { continue }
        for joint in skin?.joints ?? [] { sets.unite(joint, first) }
      }
      return (0..<nodeCount).map { sets.root(of: $0) }
    }
  }
}
