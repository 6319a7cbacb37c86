public import CaromImages
public import CaromMaths

/// A geometry buffer (G-buffer): the node, the normal and the distance of the surface in each
/// pixel.
public struct GeometryBuffer: Sendable {
  /// The node of each pixel.
  public let nodes: NodeIDBuffer
  /// Normals, with distances in the fourth component.
  private let points: [SIMD4<Float>]

  init(nodes: NodeIDBuffer, points: [SIMD4<Float>]) {
    (self.nodes, self.points) = (nodes, points)
  }

  /// The unit normal in world space of the surface in a pixel; nil for the background.
  ///
  /// Interpolated from vertex normals, without normal maps, and flipped towards the eye on back
  /// faces.
  ///
  /// - Precondition: The pixel is inside the image.
  public func normal(_ x: Int, _ y: Int) -> Vector3? {
    guard nodes[x, y] != nil else { return nil }
    let p = points[y * nodes.width + x]
    return Vector3(p.x, p.y, p.z)
  }

  /// The distance along the view direction of the surface in a pixel, in meters; nil for the
  /// background.
  ///
  /// - Precondition: The pixel is inside the image.
  public func distance(_ x: Int, _ y: Int) -> Float? {
    nodes[x, y] == nil ? nil : points[y * nodes.width + x].w
  }

  /// The normals as colors: components from −1 to 1 are red, green and blue from 0 to 255.
  ///
  /// The background is black.
  public var normalImage: Image {
    image { x, y in
      guard let n = normal(x, y) else { return Image.Pixel(0, 0, 0) }
      return Image.Pixel(Self.byte(n.x), Self.byte(n.y), Self.byte(n.z))
    }
  }

  /// The distances as grays, from white (nearest) to dark (farthest).
  ///
  /// The background is black.
  public var depthImage: Image {
    var (near, far) = (Float.infinity, -Float.infinity)
    for y in 0..<nodes.height {
      for x in 0..<nodes.width {
        guard let d = distance(x, y) else { continue }
        (near, far) = (min(near, d), max(far, d))
      }
    }
    let scale = 215 / max(far - near, 1e-6)
    return image { x, y in
      guard let d = distance(x, y) else { return Image.Pixel(0, 0, 0) }
      let gray = UInt8(min(max(255 - (d - near) * scale, 40), 255))
      return Image.Pixel(gray, gray, gray)
    }
  }

  /// The nodes as distinct colors, see ``color(ofNode:)``; the background is black.
  public var nodeImage: Image {
    image { x, y in nodes[x, y].map(Self.color) ?? Image.Pixel(0, 0, 0) }
  }

  /// The color of a node in ``nodeImage``, the same in every image of a session.
  public static func color(ofNode id: UInt64) -> Image.Pixel {
    // A multiplicative hash, so that consecutive identities look different; no component is below
    // 55.
    let mixed = (id &+ 1) &* 0x9E37_79B9_7F4A_7C15
    func component(_ shift: UInt64) -> UInt8 { UInt8(55 + (mixed >> shift & 0xFF) * 200 / 255) }
    return Image.Pixel(component(56), component(40), component(24))
  }

  private func image(_ pixel: (Int, Int) -> Image.Pixel) -> Image {
    var image = Image(width: nodes.width, height: nodes.height)
    for y in 0..<nodes.height {
      for x in 0..<nodes.width { image[x, y] = pixel(x, y) }
    }
    return image
  }

  private static func byte(_ v: Float) -> UInt8 {
    UInt8(min(max(v * 0.5 + 0.5, 0), 1) * 255 + 0.5)
  }
}

extension Renderer {
  /// Renders the node, normal and distance of each pixel of a frame.
  ///
  /// Visibility is that of ``nodeIDs(of:width:height:)``.
  ///
  /// - Precondition: `width` and `height` are from 1 to ``maximumSide``.
  public func geometryBuffer(of frame: RenderFrame, width: Int, height: Int) -> GeometryBuffer {
    checkSize(width, height)
    var drawIndices = [UInt32](repeating: 0, count: width * height)
    var points = [SIMD4<Float>](repeating: .zero, count: width * height)
    let ahead = frame.view.orientation.rotate(Vector3(0, 0, -1))
    drawIndices.withUnsafeMutableBufferPointer { drawIndices in
      points.withUnsafeMutableBufferPointer { points in
        guard let base = drawIndices.baseAddress, let first = points.baseAddress else { return }
        renderDrawIDs(
          frame, width: width, height: height,
          into: DrawIDTarget(
            drawIndices: base, points: first, eye: F4(frame.view.position, 0), ahead: F4(ahead, 0)))
      }
    }
    return GeometryBuffer(
      nodes: nodeIDBuffer(frame, width: width, height: height, drawIndices), points: points)
  }
}
