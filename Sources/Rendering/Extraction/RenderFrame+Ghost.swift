package import CaromSceneGraph

extension RenderFrame {
  /// Adds a node of another scene, with its descendants, as a translucent picture of it.
  ///
  /// It casts no shadow. Draws are interpolated between frames as those of the scene are.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - opacity: Its opacity, 0 to 1.
  ///   - cache: The cache of meshes and textures.
  package mutating func addGhost(_ node: Node, opacity: Float, cache: RenderCache) {
    let extractor = SceneExtractor(cache: cache, mask: .max, view: nil, environment: nil)
    var (ghost, lights, lines): ([Draw], [Light], [LinesAndPoints]) = ([], [], [])
    extractor.add(
      node, opacity: opacity, teleportCount: 0, light: &lights, draws: &ghost,
      linesAndPoints: &lines)
    for var draw in ghost {
      // No node of the scene has this identity.
      draw.node |= 1 << 40
      draw.castsShadow = false
      draws.append(draw)
    }
  }
}
