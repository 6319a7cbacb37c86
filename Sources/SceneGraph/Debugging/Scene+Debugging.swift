import CaromCollision
import CaromMaths
import CaromPhysics

extension Scene {
  /// Returns debug lines for the scene, in tree order.
  ///
  /// The lines show the last completed tick. Hidden nodes are skipped.
  /// - Complexity: O(n) in visited nodes, triangles and contacts.
  public func debugLines(_ options: DebugOptions) -> [DebugLine] {
    var out = DebugLines()
    guard !options.isEmpty else { return [] }
    rootNode.enumerateHierarchy { node in
      guard !node.isHiddenInScene else { return }
      if options.contains(.showBoundingBoxes), let geometry = node.geometry {
        out.color = Color(1, 1, 1)
        out.box(geometry.boundingBox, node.presentationWorldTransform)
      }
      if options.contains(.showWireframe) { out.wireframe(of: node) }
      if options.contains(.showPhysicsShapes) { out.body(of: node) }
      if options.contains(.showPhysicsFields) { out.field(of: node) }
      if options.contains(.showConstraints) {
        out.constraints(of: node, self)
        out.joints(of: node)
      }
      if options.contains(.showLightInfluences) { out.lightInfluence(of: node) }
      if options.contains(.showLightExtents) { out.lightExtent(of: node) }
      if options.contains(.showCameras), node !== pointOfView { out.camera(of: node) }
      if options.contains(.showSkeletons) { out.skeleton(of: node, self) }
    }
    if options.contains(.showContacts) { out.contacts(of: physicsWorld) }
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
    shape(live.shape, live.transform)
  }

  mutating func wireframe(of node: Node) {
    guard let geometry = node.geometry else { return }
    color = Color(0.1, 0.8, 0.9)
    let mesh = node.presentation.mesh ?? geometry.mesh
    let m = node.presentationWorldTransform
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
    guard let field = node.physicsField, let d = field.definition(node), d.isActive else { return }
    color = Color(0.7, 0.4, 1)
    let m = Matrix4(d.transform)
    if let half = d.halfExtent {
      if d.usesEllipsoidalExtent { ellipsoid(half, m) } else { box(AABB(min: -half, max: half), m) }
    }
    cross(m.translation, 0.2)
    guard field.type == .linearGravity || field.type == .vortex else { return }
    arrow(m.translation, d.transform.orientation.rotate(d.direction).normalized(or: .zero))
  }

  mutating func lightInfluence(of node: Node) {
    guard let light = node.presentation.light, light.attenuationEnd > 0 else { return }
    color = Color(1, 1, 0.5)
    let position = Matrix4(position: node.presentation.worldPosition)
    ellipsoid(Vector3(repeating: light.attenuationEnd), position)
  }

  /// Adds the shape of a light, such as the cones of a spot light.
  mutating func lightExtent(of node: Node) {
    guard let light = node.presentation.light else { return }
    color = Color(1, 1, 0.2)
    light.type.kind.addExtent(of: light, at: node.presentation, to: &self)
  }

  /// Adds a view pyramid with a depth of two meters and a square base.
  mutating func camera(of node: Node) {
    guard let camera = node.presentation.camera else { return }
    color = Color(0.4, 0.9, 1)
    let presented = node.presentation
    let (eye, front) = (presented.worldPosition, presented.worldFront)
    let half = Portable.tan(min(camera.fieldOfView * 0.5, 1.5)) * 2
    let (right, up) = (presented.worldRight * half, presented.worldUp * half)
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
      let position = bone.presentationWorldTransform.translation
      cross(position, 0.04)
      guard let parent = bone.parent, bones.contains(where: { $0.node(in: scene) === parent })
      else { continue }
      line(parent.presentationWorldTransform.translation, position)
    }
  }
}
