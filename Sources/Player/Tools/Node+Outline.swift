import CaromMaths
import CaromSceneGraph

// The box of a node for makers, as the last completed tick shows it.
extension Node {
  /// The box of what is displayed of the node and the nodes below it, in the world.
  var shownBounds: AABB {
    let box = presentationBox(in: .identity)
    return box.isEmpty
      ? AABB(center: presentation.worldPosition, halfExtents: Vector3(repeating: 0.5)) : box
  }

  /// The box of the geometries of the node and the nodes below it, in a space of its own.
  ///
  /// - Parameter space: The transform from the world to that space.
  /// - Returns: The box; empty without geometry.
  private func presentationBox(in space: Matrix4) -> AABB {
    var box = AABB.empty
    enumerateHierarchy { node in
      guard let geometry = node.geometry, !geometry.boundingBox.isEmpty else { return }
      box = box.union(
        geometry.boundingBox.transformed(by: space * node.presentation.worldTransform))
    }
    return box
  }

  /// The edges of the box around the node, along its own axes; a cross for a node without geometry.
  var outline: [DebugLine] {
    let color = Color(1, 0.72, 0.25)
    let world = presentation.worldTransform
    guard let inverse = world.affineInverse else { return [] }
    let box = presentationBox(in: inverse)
    guard !box.isEmpty else {
      let center = presentation.worldPosition
      return [Vector3.unitX, .unitY, .unitZ].map {
        DebugLine(center - $0 * 0.25, center + $0 * 0.25, color)
      }
    }
    // A box on the surface would be hidden by it.
    let wide = box.expanded(by: box.halfExtents.length * 0.02)
    let corners = (0..<8).map { i in
      world.apply(
        point: Vector3(
          i & 1 == 0 ? wide.min.x : wide.max.x, i & 2 == 0 ? wide.min.y : wide.max.y,
          i & 4 == 0 ? wide.min.z : wide.max.z))
    }
    return (0..<8).flatMap { i in
      [1, 2, 4].filter { i & $0 == 0 }.map { DebugLine(corners[i], corners[i | $0], color) }
    }
  }
}
