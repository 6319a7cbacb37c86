import CaromMaths
import CaromSceneGraph

/// The casters of a directional light near the eye, as boxes in the light's coordinates.
struct ShadowCasterBounds {
  /// The boxes of all casters.
  private(set) var boxes: [AABB] = []
  /// The box of those that can shadow something; empty without any.
  private(set) var bounds = AABB.empty

  /// The number of the largest casters that are checked for whether they shadow anything.
  private static let groundLimit = 4

  /// Collects the casters whose shadows reach into a sphere; `center` is in the light's
  /// coordinates.
  init(
    _ frame: RenderFrame, _ light: RenderFrame.Light, _ orientation: Quaternion,
    within radius: Float, of center: Vector3
  ) {
    let toLight = Matrix4(Transform(position: .zero, orientation: orientation.inverse))
    // Casters can be any distance above the sphere.
    var place = AABB(center: center, halfExtents: Vector3(repeating: radius))
    place.max.z = .infinity
    var draws: [Int] = []
    for index in frame.draws.indices
    where frame.draws[index].castsShadow(fromMask: light.categoryBitMask) {
      let box = frame.draws[index].box(in: toLight)
      guard box.min.isFinite, box.max.isFinite, place.overlaps(box) else { continue }
      draws.append(index)
      boxes.append(box)
    }
    var counted = Array(boxes.indices)
    for _ in 0..<ShadowCasterBounds.groundLimit {
      let largest = counted.indices.max { a, b in
        ShadowCasterBounds.side(boxes[counted[a]]) < ShadowCasterBounds.side(boxes[counted[b]])
      }
      guard let largest else { break }
      let ground = draws[counted[largest]]
      guard frame.isGround(ground, orientation) else { break }
      counted.removeAll { frame.draws[draws[$0]].isElement(ofSameMeshAs: frame.draws[ground]) }
    }
    for i in counted { bounds = bounds.union(boxes[i]) }
  }

  private static func side(_ box: AABB) -> Float { max(box.size.x, box.size.y) }
}

extension RenderFrame.Draw {
  /// Whether the draw is in the shadow maps of lights with a category mask.
  func castsShadow(fromMask mask: UInt32) -> Bool {
    castsShadow && categoryBitMask & mask != 0 && !isTransparent && mesh.vertexCount > 0
  }

  /// Whether shadows on the draw can be seen.
  fileprivate var receivesShadows: Bool {
    opacity > 0 && mesh.vertexCount > 0 && surface.model != .constant
  }

  /// The bounding box after a transform from the world.
  fileprivate func box(in fromWorld: Matrix4) -> AABB {
    mesh.bounds.transformed(by: fromWorld * transform)
  }

  /// Whether both are elements of the same mesh at the same place.
  fileprivate func isElement(ofSameMeshAs other: RenderFrame.Draw) -> Bool {
    mesh === other.mesh && transform == other.transform
  }
}

extension RenderFrame {
  /// Whether a draw shadows nothing because all others are on its lit side, as are those on a
  /// ground.
  ///
  /// Its mesh must be convex, so that it does not shadow itself. Others can be sunk into it a
  /// little, or if they stand within it up to half of their height.
  fileprivate func isGround(_ index: Int, _ orientation: Quaternion) -> Bool {
    guard let toGround = draws[index].transform.affineInverse, draws[index].mesh.isConvex else {
      return false
    }
    let ray = toGround.apply(vector: orientation.rotate(Vector3(0, 0, -1)))
    let box = draws[index].mesh.bounds
    return [Vector3.unitX, .unitY, .unitZ].contains { axis in
      let slope = ray.dot(axis)
      guard abs(slope) > 1e-4 * ray.length else { return false }
      // Away from the lit face.
      let up = slope < 0 ? axis : -axis
      return draws.indices.allSatisfy { i in
        !draws[i].receivesShadows || draws[i].isElement(ofSameMeshAs: draws[index])
          || box.carries(draws[i].box(in: toGround), up: up)
      }
    }
  }
}

extension AABB {
  /// Whether another box is above this one's upper face, or sunk into it by no more than usual.
  ///
  /// `up` is the unit vector of an axis, or its opposite.
  fileprivate func carries(_ other: AABB, up: Vector3) -> Bool {
    guard other.min.isFinite, other.max.isFinite else { return false }
    let face = Swift.max(min.dot(up), max.dot(up))
    let thickness = size.dot(up.magnitudes)
    let height = other.size.dot(up.magnitudes)
    let sunk = face - Swift.min(other.min.dot(up), other.max.dot(up))
    if sunk <= height * 0.0625 { return true }
    // Compares across the axis only.
    let across = Vector3.one - up.magnitudes
    let isWithin =
      contains(other.center * across + center * up.magnitudes)
      && (size * across - other.size * across).least >= 0
    return isWithin && sunk <= Swift.max(thickness, height * 0.5)
  }
}

extension PreparedMesh {
  /// The maximum number of triangles of meshes that are checked for whether they are convex.
  private static let convexLimit = 64

  /// Whether the mesh is known to be convex or flat.
  fileprivate var isConvex: Bool {
    let tolerance = bounds.size.greatest * 1e-4
    if bounds.size.least <= tolerance { return true }
    guard indices.count <= PreparedMesh.convexLimit * 3 else { return false }
    func point(_ i: Int) -> Vector3 {
      let p = vertices[Int(indices[i])].position
      return Vector3(p.x, p.y, p.z)
    }
    for i in stride(from: 0, to: indices.count, by: 3) {
      let a = point(i)
      guard let normal = (point(i + 1) - a).cross(point(i + 2) - a).normalized else { continue }
      for j in indices.indices where (point(j) - a).dot(normal) > tolerance { return false }
    }
    return true
  }
}
