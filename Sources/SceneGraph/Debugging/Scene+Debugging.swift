import CaromCollision
import CaromMaths
import CaromPhysics

extension Scene {
  /// The lines that show how the scene works, in the order of its nodes.
  ///
  /// A picture of the last completed tick; what is hidden is not shown.
  /// - Complexity: O(n) in nodes, triangles and contacts that are shown.
  public func debugLines(_ options: DebugOptions) -> [DebugLine] {
    var out = DebugLines()
    guard !options.isEmpty else { return [] }
    rootNode.enumerateHierarchy { node in
      guard !node.isHiddenInScene else { return }
      if options.contains(.showBoundingBoxes), let geometry = node.geometry {
        out.color = Color(1, 1, 1)
        out.box(geometry.boundingBox, node.shownWorldTransform)
      }
      if options.contains(.showWireframe) { out.wireframe(of: node) }
      if options.contains(.showPhysicsShapes) { out.body(of: node) }
      if options.contains(.showPhysicsFields) { out.field(of: node) }
      if options.contains(.showConstraints) { out.ties(of: node, self) }
      if options.contains(.showLightInfluences) { out.lightInfluence(of: node) }
      if options.contains(.showLightExtents) { out.lightExtent(of: node) }
      if options.contains(.showCameras), node !== pointOfView { out.camera(of: node) }
      if options.contains(.showSkeletons) { out.skeleton(of: node, self) }
    }
    if options.contains(.showContacts) {
      out.color = Color(1, 0.1, 0.1)
      for contact in physicsWorld.simulation.contactTestAll() {
        for i in 0..<contact.manifold.count {
          let point = contact.manifold[i].position
          out.cross(point, 0.05)
          out.line(point, point + contact.manifold.normal * 0.2)
        }
      }
    }
    return out.lines
  }
}

extension DebugLines {
  mutating func body(of node: Node) {
    guard let body = node.physicsBody, let live = body.live else { return }
    switch body.type {
    case .static: color = Color(0.6, 0.6, 0.6)
    case .kinematic: color = Color(1, 0.9, 0.2)
    case .dynamic: color = live.isAsleep ? Color(0.3, 0.5, 1) : Color(0.2, 1, 0.3)
    }
    if body.isSensor { color = Color(1, 0.3, 1) }
    solid(live.shape, live.transform)
  }

  mutating func wireframe(of node: Node) {
    guard let geometry = node.geometry else { return }
    color = Color(0.1, 0.8, 0.9)
    let mesh = node.presentation.mesh ?? geometry.mesh
    let m = node.shownWorldTransform
    for element in mesh.elements {
      for t in stride(from: 0, to: element.indices.count - 2, by: 3) {
        let corners = (0..<3).map {
          m.apply(point: mesh.positions[Int(element.indices[t + $0])])
        }
        for i in 0..<3 { line(corners[i], corners[(i + 1) % 3]) }
      }
    }
  }

  mutating func field(of node: Node) {
    guard let field = node.physicsField, let d = field.definition(node), d.isEnabled else { return }
    color = Color(0.7, 0.4, 1)
    let m = Matrix4(d.transform)
    let half = d.halfExtents
    if half.isFinite {
      if d.isEllipsoidal { ellipsoid(half, m) } else { box(AABB(min: -half, max: half), m) }
    }
    cross(m.translation, 0.2)
    guard field.type == .linearGravity || field.type == .vortex else { return }
    arrow(m.translation, d.transform.orientation.rotate(d.direction).normalized(or: .zero))
  }

  mutating func ties(of node: Node, _ scene: Scene) {
    let place = node.shownWorldTransform.translation
    color = Color(1, 0.6, 0.1)
    for constraint in node.constraints {
      guard let target = constraint.target.node(in: scene) else { continue }
      line(place, target.shownWorldTransform.translation)
    }
    for joint in node.joints {
      guard let live = joint.live, let a = node.physicsBody?.live else { continue }
      color = joint.isHolding ? Color(1, 0.4, 0.1) : Color(0.5, 0.3, 0.2)
      let frame = a.transform * live.frameA
      line(a.transform.position, frame.position)
      cross(frame.position, 0.06)
      arrow(frame.position, frame.orientation.rotate(.unitX) * 0.3)
      guard let b = joint.bodyB?.live else { continue }
      line(frame.position, (b.transform * live.frameB).position)
      line((b.transform * live.frameB).position, b.transform.position)
    }
  }

  mutating func lightInfluence(of node: Node) {
    guard let light = node.presentation.light, light.attenuationEnd > 0 else { return }
    color = Color(1, 1, 0.5)
    let place = Matrix4(position: node.presentation.worldPosition)
    ellipsoid(Vector3(repeating: light.attenuationEnd), place)
  }

  mutating func lightExtent(of node: Node) {
    guard let light = node.presentation.light else { return }
    color = Color(1, 1, 0.2)
    let shown = node.presentation
    let (place, front) = (shown.worldPosition, shown.worldFront)
    switch light.type {
    case .ambient: break
    case .omni: cross(place, 0.25)
    case .directional: arrow(place, front)
    case .spot:
      let radius = Portable.tan(min(light.spotOuterAngle * 0.5, 1.5))
      circle(place + front, shown.worldRight * radius, shown.worldUp * radius)
      for side in [shown.worldRight, -shown.worldRight, shown.worldUp, -shown.worldUp] {
        line(place, place + front + side * radius)
      }
    }
  }

  /// A pyramid of two metres along what a camera sees, as for a square picture.
  mutating func camera(of node: Node) {
    guard let camera = node.presentation.camera else { return }
    color = Color(0.4, 0.9, 1)
    let shown = node.presentation
    let (eye, front) = (shown.worldPosition, shown.worldFront)
    let half = Portable.tan(min(camera.fieldOfView * 0.5, 1.5)) * 2
    let (right, up) = (shown.worldRight * half, shown.worldUp * half)
    let far = eye + front * 2
    let corners = [far - right - up, far + right - up, far + right + up, far - right + up]
    for i in 0..<4 {
      line(corners[i], corners[(i + 1) % 4])
      line(eye, corners[i])
    }
  }

  mutating func skeleton(of node: Node, _ scene: Scene) {
    guard let bones = node.skinner?.bones else { return }
    color = Color(1, 0.5, 0.8)
    for bone in bones.compactMap({ $0.node(in: scene) }) {
      let place = bone.shownWorldTransform.translation
      cross(place, 0.04)
      guard let parent = bone.parent, bones.contains(where: { $0.node(in: scene) === parent })
      else { continue }
      line(parent.shownWorldTransform.translation, place)
    }
  }
}
