import CaromMaths
import CaromSceneGraph

/// The stones of a maze as a graph for path finding.
///
/// Two stones are neighbors if their tops touch along an edge at the same height.
struct StoneGraph {
  /// A stone of the maze.
  struct Stone {
    /// The center of the top, in meters.
    let top: Vector3
    /// Half the size along X and Z, in meters.
    let half: Vector2
    /// The indices of the neighbors.
    var neighbors: [Int] = []

    /// The horizontal distance from a point to the stone; 0 above it.
    func distance(to point: Vector3) -> Float {
      let dx = max(0, abs(point.x - top.x) - half.x)
      let dz = max(0, abs(point.z - top.z) - half.y)
      return (dx * dx + dz * dz).squareRoot()
    }
  }

  private(set) var stones: [Stone] = []

  /// Creates the graph from the stones of a scene, which are bodies of the stone category.
  init(_ scene: Scene) {
    let nodes = scene.rootNode.childNodes {
      $0.physicsBody?.categoryBitMask == MarbleMaze.Category.stone
    }
    for node in nodes {
      let box = node.boundingBox.transformed(by: node.worldTransform)
      guard !box.isEmpty else { continue }
      let top = Vector3(box.center.x, box.max.y, box.center.z)
      stones.append(Stone(top: top, half: Vector2(box.halfExtents.x, box.halfExtents.z)))
    }
    for i in stones.indices {
      for j in stones.indices where i != j && touches(stones[i], stones[j]) {
        stones[i].neighbors.append(j)
      }
    }
  }

  private func touches(_ a: Stone, _ b: Stone) -> Bool {
    guard abs(a.top.y - b.top.y) < 0.1 else { return false }
    let x = a.half.x + b.half.x - abs(a.top.x - b.top.x)
    let z = a.half.y + b.half.y - abs(a.top.z - b.top.z)
    // Adjacent along one axis, and overlapping by at least a third of a meter along the other.
    return (x > -0.1 && z > 0.33) || (z > -0.1 && x > 0.33)
  }

  /// The index of the stone under a point, or of the nearest one.
  func stone(at point: Vector3) -> Int? {
    var best: (index: Int, distance: Float)?
    for (index, stone) in stones.enumerated() where abs(stone.top.y - point.y) < 2 {
      let distance = stone.distance(to: point)
      if distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    return best?.index
  }

  /// The distance of every stone from one, as a number of steps; nil for unreachable stones.
  func distances(from start: Int) -> [Int?] {
    var distances: [Int?] = Array(repeating: nil, count: stones.count)
    var queue = [start]
    distances[start] = 0
    var head = 0
    while head < queue.count {
      let stone = queue[head]
      head += 1
      for next in stones[stone].neighbors where distances[next] == nil {
        distances[next] = (distances[stone] ?? 0) + 1
        queue.append(next)
      }
    }
    return distances
  }

  /// The stones on the shortest path, including both ends; empty if there is no path.
  func path(from start: Int, to end: Int) -> [Int] {
    let distances = distances(from: end)
    guard var remaining = distances[start] else { return [] }
    var path = [start]
    while remaining > 0 {
      remaining -= 1
      guard let last = path.last,
        let next = stones[last].neighbors.first(where: { distances[$0] == remaining })
      else { return [] }
      path.append(next)
    }
    return path
  }
}
