import CaromMaths
import CaromRendering
import CaromSceneGraph

/// A frame in the form that OpenGL ES draws.
///
/// Contains what both renderers draw alike: opaque Lambert and Blinn surfaces with diffuse, normal
/// and emission textures, lights without attenuation, and one shadow map. Matrices are column-major
/// with OpenGL's depth from −w to w; the view is flipped vertically, because OpenGL counts rows
/// from the bottom.
struct ExportedFrame {
  /// An element of a mesh with its material.
  struct Draw {
    var mesh: PreparedMesh
    /// The range of the element's indices.
    var indices: Range<Int>
    /// The matrices from model space to world space, for positions and normals.
    var model: Matrix4
    var normals: Matrix3
    /// −1 where the model matrix reverses the winding.
    var flip: Float
    var surface: RenderFrame.Surface
    /// The sum of the ambient lights.
    var ambient: Vector3
    var castsShadow: Bool
  }

  /// A light that is not ambient.
  struct Light {
    var light: RenderFrame.Light
    var hasShadow: Bool
  }

  private(set) var draws: [Draw] = []
  private(set) var lights: [Light] = []
  private(set) var view: Matrix4
  private(set) var eye: Vector3
  private(set) var background: Vector3
  private(set) var shadowView = Matrix4()
  private(set) var shadowSize = 64
  /// The width of a texel of the shadow map in meters: per meter of distance, and constant.
  private(set) var texelPerDistance: Float = 0
  private(set) var texel: Float = 0
  private(set) var darkness: Float = 0

  /// Exports a frame, front to back and without draws outside the frustum; nil when it uses
  /// unsupported features.
  init?(_ frame: RenderFrame, width: Int, height: Int) {
    guard case .color(let color) = frame.background else { return nil }
    background = color
    eye = frame.view.position
    let matrix = frame.view.matrix(aspect: Float(width) / Float(height))
    view = Matrix4(diagonal: Vector4(1, -1, 1, 1)) * matrix
    for light in frame.lights where light.type != .ambient {
      guard light.attenuationEnd <= 0, light.shadowBias == 1, !light.hasFittedShadow
      else { return nil }
      let shadow = light.shadowView
      if let shadow {
        let wanted = light.shadowMapSize > 0 ? light.shadowMapSize : 1_024
        guard darkness == 0, light.shadowRadius <= 1,
          let size = ShadowMemory.side(wanted: wanted, used: 0)
        else { return nil }
        setShadow(light, shadow, size)
      }
      lights.append(Light(light: light, hasShadow: shadow != nil))
    }
    // The shader has at most eight lights.
    guard (1...8).contains(lights.count) else { return nil }
    var sorted: [(distance: Float, draw: Draw)] = []
    for draw in frame.draws where draw.opacity > 0 && draw.mesh.vertexCount > 0 {
      guard matrix.intersectsFrustum(draw.mesh.bounds, draw.transform) else { continue }
      guard let exported = Draw(draw, frame.lights) else { return nil }
      let center = draw.transform.apply(point: draw.mesh.bounds.center)
      sorted.append(((matrix * Vector4(center, 1)).w, exported))
    }
    draws = sorted.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element.draw)
  }

  private mutating func setShadow(
    _ light: RenderFrame.Light, _ shadow: RenderFrame.View, _ size: Int
  ) {
    shadowView = shadow.matrix(aspect: 1)
    shadowSize = size
    darkness = min(max(light.shadowOpacity, 0), 1)
    switch shadow.projection {
    case .perspective(let angle), .horizontalPerspective(let angle):
      texelPerDistance = 2 * Portable.tan(angle * 0.5) / Float(size)
    case .orthographic(let half): texel = 2 * half / Float(size)
    case .custom: break  // no light has a custom projection
    }
  }
}

extension ExportedFrame.Draw {
  /// Exports a draw; nil when its material uses unsupported features.
  init?(_ draw: RenderFrame.Draw, _ lights: [RenderFrame.Light]) {
    let s = draw.surface
    let samplers = [s.diffuse.sampler, s.normal, s.emission.sampler].compactMap { $0 }
    guard s.model == .blinn || s.model == .lambert, s.ambient == nil, s.sides != .back,
      s.reflective.color.xyz == .zero, s.multiply.sampler == nil, s.multiply.color.xyz == .one,
      s.specular.sampler == nil, s.selfIllumination.color.xyz == .zero, s.occlusion.value == 1,
      s.occlusion.sampler == nil, s.alphaCutoff == 0, !s.isLitPerVertex,
      !draw.mesh.hasVertexColors, samplers.allSatisfy({ $0.texCoordSet == 0 }),
      s.colorWriteMask.isSuperset(of: [.red, .green, .blue])
    else { return nil }
    mesh = draw.mesh
    indices = draw.mesh.indexRange(ofElement: draw.element)
    model = draw.transform
    let l = draw.transform.linear
    flip = l.determinant < 0 ? -1 : 1
    normals = Matrix3(l.y.cross(l.z) * flip, l.z.cross(l.x) * flip, l.x.cross(l.y) * flip)
    surface = s
    ambient = .zero
    for light in lights
    where light.type == .ambient && light.categoryBitMask & draw.categoryBitMask != 0 {
      ambient += light.color
    }
    castsShadow = draw.castsShadow
  }

  /// The textures' sampler state, which they share.
  var sampler: RenderFrame.Sampler? {
    surface.diffuse.sampler ?? surface.normal ?? surface.emission.sampler
  }

  /// The texture transform: rows for u and v.
  var uv: [Float] {
    let t = sampler?.transform.columns
    let offset = sampler?.transform.offset ?? .zero
    return [t?.u.x ?? 1, t?.v.x ?? 0, offset.x, t?.u.y ?? 0, t?.v.y ?? 1, offset.y]
  }
}

extension RenderFrame {
  /// The frame without the features that OpenGL would need other techniques for: reflections,
  /// transparent surfaces, fog, the overlay, and shadows softer than a texel.
  var simplified: RenderFrame {
    var frame = self
    frame.overlay = []
    frame.fog = nil
    frame.draws.removeAll(where: \.isTransparent)
    for i in frame.draws.indices { frame.draws[i].planarReflection = nil }
    for i in frame.lights.indices {
      frame.lights[i].shadowRadius = min(frame.lights[i].shadowRadius, 1)
    }
    return frame
  }
}

extension RenderFrame.View {
  /// The matrix from world space to OpenGL's clip space.
  fileprivate func matrix(aspect: Float) -> Matrix4 {
    let depth = 1 / (zNear - zFar)
    let projection: Matrix4
    switch self.projection {
    case .perspective(let angle):
      projection = Self.perspective(1 / Portable.tan(angle * 0.5), aspect, zNear, zFar)
    case .horizontalPerspective(let angle):
      projection = Self.perspective(aspect / Portable.tan(angle * 0.5), aspect, zNear, zFar)
    case .orthographic(let half):
      projection = Matrix4(
        Vector4(1 / (half * aspect), 0, 0, 0), Vector4(0, 1 / half, 0, 0),
        Vector4(0, 0, 2 * depth, 0), Vector4(0, 0, (zFar + zNear) * depth, 1))
    case .custom(let m):
      // Depth from 0 to w becomes −w to w.
      func column(_ c: Vector4) -> Vector4 { Vector4(c.x, c.y, 2 * c.z - c.w, c.w) }
      projection = Matrix4(column(m.x), column(m.y), column(m.z), column(m.w))
    }
    return projection * Matrix4(Transform(position: position, orientation: orientation).inverse)
  }

  private static func perspective(
    _ scale: Float, _ aspect: Float, _ near: Float, _ far: Float
  ) -> Matrix4 {
    let depth = 1 / (near - far)
    return Matrix4(
      Vector4(scale / aspect, 0, 0, 0), Vector4(0, scale, 0, 0),
      Vector4(0, 0, (far + near) * depth, -1), Vector4(0, 0, 2 * far * near * depth, 0))
  }
}

extension Matrix4 {
  fileprivate init(diagonal d: Vector4) {
    self.init(
      Vector4(d.x, 0, 0, 0), Vector4(0, d.y, 0, 0), Vector4(0, 0, d.z, 0), Vector4(0, 0, 0, d.w))
  }

  /// Returns false when all corners of a transformed box lie outside of one frustum plane.
  fileprivate func intersectsFrustum(_ box: AABB, _ transform: Matrix4) -> Bool {
    var outcode: UInt32 = 63
    for i in 0..<8 {
      let corner = Vector3(
        i & 1 == 0 ? box.min.x : box.max.x, i & 2 == 0 ? box.min.y : box.max.y,
        i & 4 == 0 ? box.min.z : box.max.z)
      let c = self * Vector4(transform.apply(point: corner), 1)
      let planes = [c.x < -c.w, c.x > c.w, c.y < -c.w, c.y > c.w, c.z < -c.w, c.z > c.w]
      var outside: UInt32 = 0
      for (bit, isOutside) in planes.enumerated() where isOutside { outside |= 1 << UInt32(bit) }
      outcode &= outside
    }
    return outcode == 0
  }
}
