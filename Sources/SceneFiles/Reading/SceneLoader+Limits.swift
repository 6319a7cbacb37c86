import CaromDocuments
import CaromSceneGraph

// A short file can describe more geometry than fits in memory.
extension SceneLoader {
  /// Reports the first node with which the meshes or shapes of the scene exceed a limit.
  func checkLimits(below root: Node) {
    let limits = settings.limits
    var (cells, parts) = (0, 0)
    var seen: Set<ObjectIdentifier> = []
    root.enumerateChildNodes { node in
      let (hadCells, hadParts) = (cells, parts)
      if let geometry = node.geometry, seen.insert(ObjectIdentifier(geometry)).inserted {
        cells += geometry.cellCount
        for level in geometry.levelsOfDetail {
          guard let other = level.geometry else { continue }
          if seen.insert(ObjectIdentifier(other)).inserted { cells += other.cellCount }
        }
      }
      parts += node.physicsBody?.state.shape?.partCount ?? 0
      if hadCells <= limits.cells, cells > limits.cells {
        let message = "the meshes of the scene have more than \(limits.cells) cells"
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

  private func location(of key: String, _ node: Node, _ message: String) -> Problem {
    let layers = layers[ObjectIdentifier(node)] ?? []
    let json = layers.last { $0[key] != nil }?[key] ?? layers.last
    return json?.problem(message) ?? Problem("\(node.path): \(message)")
  }
}
