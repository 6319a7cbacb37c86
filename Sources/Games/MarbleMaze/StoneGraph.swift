import CaromMaths
import CaromSceneGraph

/// The stones of a maze as places to be and ways between them, for bots.
///
/// A place is the middle of a stone's top. Two places are neighbours when their stones touch along
/// an edge and are equally high.
struct StoneGraph {
  /// One stone.
  struct Place {
    /// The middle of the top, in metres.
    let top: Vector3
    /// Half the size along X and Z.
    let half: Vector2
    /// The places that can be rolled to.
    var neighbours: [Int] = []

    /// How far a point is outside of the stone, seen from above; 0 over it.
    func distance(to point: Vector3) -> Float {
      let dx = max(0, abs(point.x - top.x) - half.x)
      let dz = max(0, abs(point.z - top.z) - half.y)
      return (dx * dx + dz * dz).squareRoot()
    }
  }

  private(set) var places: [Place] = []

  /// Finds the stones of a scene: static bodies of the stones' category.
  init(_ scene: Scene) {
    let stones = scene.rootNode.childNodes {
      $0.physicsBody?.categoryBitMask == MarbleMaze.Category.stone
    }
    for stone in stones {
      let box = stone.boundingBox.transformed(by: stone.worldTransform)
      guard !box.isEmpty else { continue }
      let top = Vector3(box.center.x, box.max.y, box.center.z)
      places.append(Place(top: top, half: Vector2(box.halfExtents.x, box.halfExtents.z)))
    }
    for i in places.indices {
      for j in places.indices where i != j && touches(places[i], places[j]) {
        places[i].neighbours.append(j)
      }
    }
  }

  private func touches(_ a: Place, _ b: Place) -> Bool {
    guard abs(a.top.y - b.top.y) < 0.1 else { return false }
    let x = a.half.x + b.half.x - abs(a.top.x - b.top.x)
    let z = a.half.y + b.half.y - abs(a.top.z - b.top.z)
    // Side by side along one axis, and in common by at least a third of a metre along the other.
    return (x > -0.1 && z > 0.33) || (z > -0.1 && x > 0.33)
  }

  /// The place under a point, or the nearest one.
  func place(at point: Vector3) -> Int? {
    var best: (index: Int, distance: Float)?
    for (index, place) in places.enumerated() where abs(place.top.y - point.y) < 2 {
      let distance = place.distance(to: point)
      if distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    return best?.index
  }

  /// How many stones away every place is from one, breadth first; nil where no way leads.
  func steps(from start: Int) -> [Int?] {
    var steps: [Int?] = Array(repeating: nil, count: places.count)
    var queue = [start]
    steps[start] = 0
    var head = 0
    while head < queue.count {
      let place = queue[head]
      head += 1
      for next in places[place].neighbours where steps[next] == nil {
        steps[next] = (steps[place] ?? 0) + 1
        queue.append(next)
      }
    }
    return steps
  }

  /// The places on the shortest way, with both ends; empty when there is none.
  func way(from start: Int, to end: Int) -> [Int] {
    let steps = steps(from: end)
    guard var left = steps[start] else { return [] }
    var way = [start]
    while left > 0 {
      left -= 1
      guard let last = way.last,
        let next = places[last].neighbours.first(where: { steps[$0] == left })
      else { return [] }
      way.append(next)
    }
    return way
  }
}
