import CaromMaths
public import CaromSceneGraph

extension RenderFrame {
  /// Extracts the frame of a scene at its last completed tick.
  ///
  /// The view is that of `pointOfView`, or else of the scene's point of view. Without a camera, it
  /// shows all draws from the front and slightly above. A scene without lights other than ambient
  /// ones gets a headlight, unless `autoenablesDefaultLighting` is false.
  public init(_ scene: Scene, from pointOfView: Node? = nil, cache: RenderCache) {
    self.init(scene, from: pointOfView, through: nil, cache: cache)
  }

  /// Extracts the frame of a scene through a view that belongs to no node, such as that of a free
  /// camera.
  ///
  /// Exposure and category mask are those of the camera that the view replaces.
  package init(
    _ scene: Scene, from pointOfView: Node? = nil, through freeView: View?, cache: RenderCache
  ) {
    self.init()
    cache.beginFrame()
    scene.updatePresentation()
    let eye = pointOfView ?? scene.pointOfView
    let cameraView =
      freeView ?? eye.flatMap { eye in eye.presentation.camera.map { View(eye, $0) } }
    let extractor = SceneExtractor(
      cache: cache, mask: eye?.camera?.categoryBitMask ?? .max, view: cameraView,
      environment: scene.lightingEnvironment)
    var linesAndPoints: [LinesAndPoints] = []
    extractor.add(
      scene.rootNode, opacity: 1, teleportCount: 0, light: &lights, draws: &draws,
      linesAndPoints: &linesAndPoints)
    view = cameraView ?? View(around: draws)
    if let camera = eye?.presentation.camera { tone = Tone(camera) }
    if scene.autoenablesDefaultLighting, lights.allSatisfy({ $0.type == .ambient }) {
      lights = RenderFrame.headlight(view, withFill: lights.isEmpty) + lights
    }
    add(linesAndPoints)
    if !cache.debugOptions.isEmpty { add(scene.debugLines(cache.debugOptions)) }
    addParticles(of: scene, mask: eye?.camera?.categoryBitMask ?? .max, cache)
    background = Background(scene.background, cache)
    if scene.fogEndDistance > 0 {
      fog = Fog(
        scene.fogColor.linear.xyz, start: scene.fogStartDistance, end: scene.fogEndDistance,
        exponent: scene.fogDensityExponent)
    }
    overlay = OverlayItem.items(scene.overlay, cache)
    if let color = scene.transitionCover { overlay.append(.cover(color)) }
    if cache.debugOptions.contains(.showStatistics) { add(scene.statistics) }
  }

  /// The maximum number of lights, the first in the tree; each costs time in every pixel.
  fileprivate static let lightLimit = 1_024

  private static func headlight(_ view: View, withFill: Bool) -> [Light] {
    var key = Light()
    key.type = .directional
    key.direction = view.orientation.rotate(Vector3(-0.3, -0.5, -0.8).normalized(or: .unitZ))
    key.color = Vector3(repeating: 0.9)
    var fill = Light()
    fill.type = .ambient
    fill.color = Vector3(repeating: 0.15)
    return withFill ? [fill, key] : [key]
  }
}

/// Traverses the node tree and collects draws, lights, lines and points.
struct SceneExtractor {
  let cache: RenderCache
  let mask: UInt32
  /// The camera's view, by which levels of detail are selected; nil without a camera.
  let view: RenderFrame.View?
  let environment: MaterialProperty?
  private let surfaces = SurfaceTable()

  init(
    cache: RenderCache, mask: UInt32, view: RenderFrame.View?, environment: MaterialProperty?
  ) {
    (self.cache, self.mask, self.view, self.environment) = (cache, mask, view, environment)
  }

  func add(
    _ node: Node, opacity: Float, teleportCount: UInt64, light lights: inout [RenderFrame.Light],
    draws: inout [RenderFrame.Draw], linesAndPoints: inout [LinesAndPoints]
  ) {
    guard !node.isHidden else { return }
    let shown = node.presentation
    let opacity = opacity * shown.opacity
    guard opacity > 0 else { return }
    // A teleport of an ancestor moves this node too.
    let teleportCount = teleportCount &+ UInt64(node.teleportCount)
    if let light = shown.light, lights.count < RenderFrame.lightLimit {
      lights.append(RenderFrame.Light(light, node, teleportCount))
    }
    if node.categoryBitMask & mask != 0, let geometry = level(of: node) {
      let deformed = geometry === node.geometry ? shown.mesh : nil
      let mesh = cache.prepared(deformed ?? geometry.mesh)
      for element in 0..<mesh.elementCount {
        var draw = RenderFrame.Draw(mesh: mesh)
        draw.node = UInt64(UInt32(bitPattern: node.id))
        draw.teleportCount = teleportCount
        draw.element = element
        draw.transform = shown.worldTransform
        draw.opacity = opacity
        draw.renderingOrder = Int32(clamping: node.renderingOrder)
        draw.castsShadow = node.castsShadow
        draw.categoryBitMask = node.categoryBitMask
        if case .floor(let floor) = geometry.primitive {
          draw.planarReflection = RenderFrame.PlanarReflection(floor)
        }
        if let material = geometry.material(ofElement: element) {
          draw.surface = surfaces.surface(of: material, environment, cache)
        }
        let surface = deformed ?? geometry.mesh
        if geometry.material(ofElement: element)?.fillMode == .lines,
          element < surface.elements.count
        {
          linesAndPoints.append(
            LinesAndPoints(edgesOf: surface.elements[element], of: surface, draw))
          continue
        }
        if case .mesh(let described) = geometry.primitive,
          element < min(surface.elements.count, described.elements.count),
          !surface.elements[element].lines.isEmpty || !surface.elements[element].points.isEmpty
        {
          linesAndPoints.append(
            LinesAndPoints(
              draw: draw, mesh: surface, element: surface.elements[element],
              described: described.elements[element]))
        }
        draws.append(draw)
      }
    }
    for child in node.childNodes {
      add(
        child, opacity: opacity, teleportCount: teleportCount, light: &lights, draws: &draws,
        linesAndPoints: &linesAndPoints)
    }
  }
}

/// The surfaces of the materials of one frame: many nodes share a material.
private final class SurfaceTable {
  private var surfaces: [ObjectIdentifier: RenderFrame.Surface] = [:]

  /// Converts a material, or returns the result of the first time.
  func surface(
    of material: Material, _ environment: MaterialProperty?, _ cache: RenderCache
  ) -> RenderFrame.Surface {
    let key = ObjectIdentifier(material)
    if let known = surfaces[key] { return known }
    let surface = RenderFrame.Surface(material.presentation, environment, cache)
    surfaces[key] = surface
    return surface
  }
}

extension SceneExtractor {
  /// The geometry of a node at its level of detail; nil without geometry.
  fileprivate func level(of node: Node) -> Geometry? {
    guard let geometry = node.geometry, !geometry.levelsOfDetail.isEmpty, let view else {
      return node.geometry
    }
    let worldTransform = node.presentation.worldTransform
    let sphere = geometry.boundingSphere
    let scale = worldTransform.linear
    let radius = sphere.radius * max(scale.x.length, max(scale.y.length, scale.z.length))
    let distance = worldTransform.apply(point: sphere.center).distance(to: view.position)
    let halfHeight: Float =
      switch view.projection {
      case .perspective(let angle), .horizontalPerspective(let angle):
        Portable.tan(angle * 0.5) * max(distance, 1e-6)
      case .orthographic(let half): half
      case .custom(let m): (m.z.w == 0 ? 1 : max(distance, 1e-6)) / max(abs(m.y.y), 1e-6)
      }
    return geometry.level(
      atDistance: distance, screenSpaceRadius: radius / halfHeight * Overlay.height * 0.5)
  }
}

extension RenderFrame.View {
  /// Creates the view of a node's camera.
  init(_ node: Node, _ camera: Camera) {
    let shown = node.presentation
    self.init(
      camera, at: shown.worldTransform, orientation: shown.worldOrientation,
      seeing: node.scene?.rootNode)
    id = UInt64(UInt32(bitPattern: node.id))
    teleportCount = node.cumulativeTeleportCount
  }

  /// Creates the view of a camera at a place in the world.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - transform: The transform from the camera to the world.
  ///   - orientation: The rotation of that transform.
  ///   - root: The root of the nodes that a camera with an adjusted depth range sees.
  package init(
    _ camera: Camera, at transform: Matrix4, orientation: Quaternion, seeing root: Node?
  ) {
    self.init()
    position = transform.translation
    self.orientation = orientation
    var camera = camera
    if camera.automaticallyAdjustsZRange, let root {
      camera.adjustZRange(to: root, seenFrom: transform)
    }
    if let given = camera.projectionTransform, camera.problem == nil {
      projection = .custom(given)
    } else if camera.usesOrthographicProjection {
      projection = .orthographic(halfHeight: camera.orthographicScale)
    } else if camera.projectionDirection == .horizontal {
      projection = .horizontalPerspective(fieldOfView: camera.fieldOfView)
    } else {
      projection = .perspective(fieldOfView: camera.fieldOfView)
    }
    zNear = camera.zNear
    zFar = max(camera.zFar, camera.zNear + abs(camera.zNear) * 0.001 + 1e-6)
  }

  /// Creates a view of all draws from the front and slightly above.
  init(around draws: [RenderFrame.Draw]) {
    self.init()
    var box = AABB.empty
    for draw in draws {
      // Unbounded floors are excluded, because they would move the eye too far away.
      let placed = draw.mesh.bounds.transformed(by: draw.transform)
      if placed.size.greatest < 500 { box = box.union(placed) }
    }
    guard !box.isEmpty else { return }
    let radius = max(box.halfExtents.length, 0.01)
    let back = Vector3(0.25, 0.45, 1).normalized(or: .unitZ)
    position = box.center + back * (radius * 2.2)
    orientation = Quaternion(lookingAlong: -back)
    zNear = radius * 0.02
    zFar = radius * 20
  }
}

extension Node {
  /// The number of teleports of the node and its ancestors.
  var cumulativeTeleportCount: UInt64 {
    var sum: UInt64 = 0
    var node: Node? = self
    while let n = node {
      sum &+= UInt64(n.teleportCount)
      node = n.parent
    }
    return sum
  }
}
