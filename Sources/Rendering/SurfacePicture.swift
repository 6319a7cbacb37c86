public import CaromImages
public import CaromMaths

/// What the pixels of a picture show: which node, where its surface faces, and how far away it is.
public struct SurfacePicture: Sendable {
  /// Which node each pixel shows.
  public let nodes: NodePicture
  /// Normals, and distances in the fourth component.
  private let points: [SIMD4<Float>]

  init(nodes: NodePicture, points: [SIMD4<Float>]) {
    (self.nodes, self.points) = (nodes, points)
  }

  /// The unit normal of the surface in a pixel, in the world; nil for the background.
  ///
  /// Of the triangles' corners; normal maps do not bend it. The side that the eye sees counts.
  ///
  /// - Precondition: the pixel is inside.
  public func normal(_ x: Int, _ y: Int) -> Vector3? {
    guard nodes[x, y] != nil else { return nil }
    let p = points[y * nodes.width + x]
    return Vector3(p.x, p.y, p.z)
  }

  /// How far ahead of the eye the surface in a pixel is, in metres along the view; nil for the background.
  ///
  /// - Precondition: the pixel is inside.
  public func distance(_ x: Int, _ y: Int) -> Float? {
    nodes[x, y] == nil ? nil : points[y * nodes.width + x].w
  }

  /// The normals as colours: −1 to 1 along X, Y and Z is 0 to 255 of red, green and blue.
  ///
  /// The background is black.
  public var normalImage: Image {
    image { x, y in
      guard let n = normal(x, y) else { return Image.Pixel(0, 0, 0) }
      return Image.Pixel(Self.byte(n.x), Self.byte(n.y), Self.byte(n.z))
    }
  }

  /// The distances as greys, from white at the nearest to dark at the farthest that is seen.
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
      let grey = UInt8(min(max(255 - (d - near) * scale, 40), 255))
      return Image.Pixel(grey, grey, grey)
    }
  }

  /// Each node in a colour of its own, which ``color(ofNode:)`` tells; the background is black.
  public var nodeImage: Image {
    image { x, y in nodes[x, y].map(Self.color) ?? Image.Pixel(0, 0, 0) }
  }

  /// The colour that stands for a node, the same in every picture of a session.
  public static func color(ofNode id: UInt64) -> Image.Pixel {
    // Mixed by a multiplication, so that neighbours look different; never darker than 55.
    let mixed = (id &+ 1) &* 0x9E37_79B9_7F4A_7C15
    func part(_ shift: UInt64) -> UInt8 { UInt8(55 + (mixed >> shift & 0xFF) * 200 / 255) }
    return Image.Pixel(part(56), part(40), part(24))
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
  /// Finds what each pixel of a frame shows: the node, the normal, and the distance.
  ///
  /// What counts as seen is as for ``nodes(of:width:height:)``.
  ///
  /// - Precondition: `width` and `height` are from 1 to ``maximumSide``.
  public func surfaces(of frame: RenderFrame, width: Int, height: Int) -> SurfacePicture {
    checkSize(width, height)
    var numbers = [UInt32](repeating: 0, count: width * height)
    var points = [SIMD4<Float>](repeating: .zero, count: width * height)
    let ahead = frame.view.orientation.rotate(Vector3(0, 0, -1))
    numbers.withUnsafeMutableBufferPointer { numbers in
      points.withUnsafeMutableBufferPointer { points in
        guard let base = numbers.baseAddress, let first = points.baseAddress else { return }
        mark(
          frame, width: width, height: height,
          into: DrawPicture(
            numbers: base, points: first, eye: F4(frame.view.position, 0), ahead: F4(ahead, 0)))
      }
    }
    return SurfacePicture(
      nodes: nodePicture(frame, width: width, height: height, numbers), points: points)
  }
}
