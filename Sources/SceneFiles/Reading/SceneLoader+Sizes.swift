import CaromDocuments
import CaromSceneGraph

// Names are short: a few of them can stand for more than a machine has room for.
extension SceneLoader {
  /// Notes the first node with which the meshes or the solids of the scene are too many in all.
  func checkSizes(below root: Node) {
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
        report(place(of: "geometry", node, "\(message); fewer are accepted"))
      }
      if hadParts <= limits.shapeParts, parts > limits.shapeParts {
        let message = "the bodies of the scene are of more than \(limits.shapeParts) solids"
        report(place(of: "physics", node, "\(message); fewer are accepted"))
      }
    }
  }

  /// Notes an overlay of too many elements.
  func checkSize(of overlay: Overlay, _ json: JSON) {
    let (count, limit) = (overlay.elementCount, settings.limits.overlayElements)
    guard count > limit else { return }
    report(json.problem("the overlay has \(count) elements; at most \(limit) are accepted"))
  }

  private func place(of key: String, _ node: Node, _ message: String) -> Problem {
    let layers = layers[ObjectIdentifier(node)] ?? []
    let json = layers.last { $0[key] != nil }?[key] ?? layers.last
    return json?.problem(message) ?? Problem("\(node.path): \(message)")
  }
}
