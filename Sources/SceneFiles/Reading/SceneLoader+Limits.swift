import CaromDocuments
import CaromMaths
import CaromSceneGraph

// A short file can describe more geometry than fits in memory.
extension SceneLoader {
  /// Lets equal geometries share a mesh, and reports the first node with which the meshes or shapes
  /// of the scene exceed a limit.
  func checkLimits(below root: Node) {
    let limits = settings.limits
    var (cells, drawn, parts) = (0, 0, 0)
    var (systems, particles) = (0, 0)
    var meshes = SharedMeshes()
    root.enumerateChildNodes { node in
      let (hadCells, hadDrawn, hadParts) = (cells, drawn, parts)
      if let geometry = node.geometry {
        drawn += geometry.cellCount
        if meshes.insert(geometry) { cells += geometry.cellCount }
        for level in geometry.levelsOfDetail {
          if let other = level.geometry, meshes.insert(other) { cells += other.cellCount }
        }
      }
      let (hadSystems, hadParticles) = (systems, particles)
      systems += node.particleSystems.count
      for system in node.particleSystems { particles += system.liveCount }
      if hadSystems <= limits.particleSystems, systems > limits.particleSystems {
        let message = "the scene has more than \(limits.particleSystems) particle systems"
        report(location(of: "particleSystems", node, "\(message); fewer are accepted"))
      }
      if hadParticles <= limits.particles, particles > limits.particles {
        let message =
          "the particle systems of the scene can have more than \(limits.particles) particles at a "
          + "time"
        report(
          location(
            of: "particleSystems", node,
            "\(message); lower rates and life spans, or fewer systems, are accepted"))
      }
      parts += node.physicsBody?.state.shape?.partCount ?? 0
      if hadCells <= limits.cells, cells > limits.cells {
        let message = "the meshes of the scene have more than \(limits.cells) cells"
        report(location(of: "geometry", node, "\(message); fewer are accepted"))
      }
      if hadDrawn <= limits.drawnCells, drawn > limits.drawnCells {
        let message = "the nodes of the scene draw more than \(limits.drawnCells) cells together"
        report(location(of: "geometry", node, "\(message); fewer are accepted"))
      }
      if hadParts <= limits.shapeParts, parts > limits.shapeParts {
        let message = "the bodies of the scene have more than \(limits.shapeParts) convex parts"
        report(location(of: "physics", node, "\(message); fewer are accepted"))
      }
    }
  }

  /// Reports an overlay with too many elements.
  func checkSize(of overlay: Overlay, _ json: JSON) {
    let (count, limit) = (overlay.elementCount, settings.limits.overlayElements)
    guard count > limit else { return }
    report(json.problem("the overlay has \(count) elements; at most \(limit) are accepted"))
  }

  /// A problem at a position in the outermost file: that of the node, or of the reference that
  /// includes it.
  private func location(of key: String, _ node: Node, _ message: String) -> Problem {
    let main = settings.root.name(of: mainFile)
    var next: Node? = node
    while let here = next {
      if let json = layers[ObjectIdentifier(here)]?.last(where: {
        $0.document.source.name == main
      }) {
        return (json[key] ?? json["scene"] ?? json).problem(message)
      }
      next = here.parent
    }
    return Problem("\(node.path): \(message)")
  }
}

/// The different meshes of a scene.
private struct SharedMeshes {
  private var seen: Set<ObjectIdentifier> = []
  private var known: [Key: Geometry] = [:]

  /// A key that is equal for equal primitives; for a mesh, it contains only the properties that are
  /// cheap to compare.
  private enum Key: Hashable {
    case primitive(Primitive)
    case mesh(vertices: Int, elements: Int, first: Vector3?, last: Vector3?)

    init(_ primitive: Primitive) {
      guard case .mesh(let mesh) = primitive else {
        self = .primitive(primitive)
        return
      }
      let points = mesh.positions
      self = .mesh(
        vertices: points.count, elements: mesh.elements.count, first: points.first,
        last: points.last)
    }
  }

  /// Adds a geometry; returns false if it has the mesh of another one.
  mutating func insert(_ geometry: Geometry) -> Bool {
    guard seen.insert(ObjectIdentifier(geometry)).inserted else { return false }
    let key = Key(geometry.primitive)
    guard let other = known[key] else {
      known[key] = geometry
      return true
    }
    guard other.primitive == geometry.primitive else { return true }
    geometry.shareMesh(of: other)
    return false
  }
}
