package import CaromMaths
import CaromSceneGraph

/// A frame in the form that the llvmpipe benchmark draws.
///
/// Contains what both renderers draw alike: opaque Lambert and Blinn surfaces with diffuse, normal
/// and emission textures, lights without attenuation, and one shadow map. Matrices are column-major
/// for OpenGL, whose depth runs from −w to w; the view is flipped vertically, because OpenGL counts
/// rows from the bottom.
package struct FrameExport {
  /// An element of a mesh with its material.
  package struct Draw {
    /// The mesh.
    package var mesh: PreparedMesh
    /// The range of its indices.
    package var indices: Range<Int>
    /// The matrices from model space to world space, for positions and normals.
    package var model: Matrix4
    package var normals: Matrix3
    /// −1 where the model matrix reverses the winding.
    package var flip: Float
    /// The textures, or nil.
    package var diffuse: Texture?
    package var normal: Texture?
    package var emission: Texture?
    /// Whether the textures repeat along s and t.
    package var repeatsS = false
    package var repeatsT = false
    /// The texture transform: rows for u and v.
    package var uv: [Float]
    package var diffuseColor: Vector3
    package var ambient: Vector3
    package var specular: Vector3
    package var emissionColor: Vector3
    package var exponent: Float
    package var normalIntensity: Float
    package var isDoubleSided: Bool
    package var castsShadow: Bool
  }

  /// A light that is not ambient.
  package struct Light {
    package var type: RenderFrame.Light
    /// One over the difference of the cone's cosines.
    package var coneScale: Float
    package var hasShadow: Bool
  }

  package var draws: [Draw]
  package var lights: [Light]
  package var view: [Float]
  package var eye: Vector3
  package var background: Vector3
  package var shadowView: [Float]
  package var shadowSize: Int
  /// The width of a texel of the shadow map: per metre of distance, and constant.
  package var texelPerDistance: Float
  package var texel: Float
  package var darkness: Float
}

extension RenderFrame {
  /// The frame without the features that OpenGL would need other techniques for: reflections,
  /// transparent surfaces, fog, the overlay, and shadows softer than a texel.
  package var plain: RenderFrame {
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

extension Renderer {
  /// Exports a frame in this renderer's drawing order; nil when it uses unsupported features.
  package func export(_ frame: RenderFrame, width: Int, height: Int) -> FrameExport? {
    _ = render(frame, width: width, height: height)
    let view = ViewTransform(frame.view, width: width, height: height)
    var result = FrameExport(
      draws: [], lights: [], view: Self.matrix(view.x, view.y, view.z, view.w, up: -1),
      eye: frame.view.position, background: .zero, shadowView: [Float](repeating: 0, count: 16),
      shadowSize: 64, texelPerDistance: 0, texel: 0, darkness: 0)
    guard case .color(let color) = frame.background else { return nil }
    result.background = color
    for (light, map) in zip(frame.lights, shadows.mapOfLight) where light.type != .ambient {
      guard light.attenuationEnd <= 0, light.shadowBias == 1 else { return nil }
      if let map = map?.pointee {
        guard result.darkness == 0, map.taps == 2 else { return nil }
        result.shadowView = Self.matrix(map.x, map.y, map.z, map.w, up: 1)
        result.shadowSize = Int(map.size)
        (result.texelPerDistance, result.texel) = (map.texelPerDistance, map.texel)
        result.darkness = map.darkness
      }
      let scale = 1 / max(light.innerCosine - light.outerCosine, 1e-4)
      result.lights.append(.init(type: light, coneScale: scale, hasShadow: map != nil))
    }
    // The shader has eight lights.
    guard (1...8).contains(result.lights.count) else { return nil }
    for i in 0..<geometry.sources.count {
      let source = frame.draws[Int(geometry.sources.base[i])]
      guard let draw = exported(source, geometry.draws.base[i]) else { return nil }
      result.draws.append(draw)
    }
    return result
  }

  private func exported(_ draw: RenderFrame.Draw, _ shade: DrawUniforms) -> FrameExport.Draw? {
    let s = draw.surface
    guard s.model == .blinn || s.model == .lambert, s.ambient == nil, s.sides != .back,
      s.reflective.color.xyz == .zero, s.multiply.sampler == nil, s.multiply.color.xyz == .one,
      s.specular.sampler == nil, draw.mesh.colors.isEmpty, !shade.flags.contains(.extended),
      s.colorWriteMask.isSuperset(of: [.red, .green, .blue])
    else { return nil }
    let samplers = [s.diffuse.sampler, s.normal, s.emission.sampler].compactMap { $0 }
    let t = samplers.first?.transform.columns
    let offset = samplers.first?.transform.offset ?? .zero
    let l = draw.transform.linear
    let flip: Float = l.determinant < 0 ? -1 : 1
    return FrameExport.Draw(
      mesh: draw.mesh,
      indices: draw.mesh.elementStarts[draw.element]..<draw.mesh.elementStarts[draw.element + 1],
      model: draw.transform,
      normals: Matrix3(l.y.cross(l.z) * flip, l.z.cross(l.x) * flip, l.x.cross(l.y) * flip),
      flip: flip, diffuse: s.diffuse.sampler?.texture, normal: s.normal?.texture,
      emission: s.emission.sampler?.texture, repeatsS: samplers.first?.wrapS == .repeat,
      repeatsT: samplers.first?.wrapT == .repeat,
      uv: [t?.u.x ?? 1, t?.v.x ?? 0, offset.x, t?.u.y ?? 0, t?.v.y ?? 1, offset.y],
      diffuseColor: Vector3(shade.diffuse.x, shade.diffuse.y, shade.diffuse.z),
      ambient: Vector3(shade.ambient.x, shade.ambient.y, shade.ambient.z),
      specular: shade.flags.contains(.blinn) ? s.specular.color.xyz : .zero,
      emissionColor: s.emission.color.xyz, exponent: shade.exponent,
      normalIntensity: s.normalIntensity, isDoubleSided: s.sides == .both,
      castsShadow: draw.castsShadow)
  }

  /// Converts a matrix with reversed depth for OpenGL.
  private static func matrix(_ x: F4, _ y: F4, _ z: F4, _ w: F4, up: Float) -> [Float] {
    [x, y, z, w].flatMap { [$0.x, $0.y * up, $0.w - 2 * $0.z, $0.w] }
  }
}

extension PreparedMesh {
  /// Three vectors a vertex: position and u, normal and v, tangent and the bitangent's sign.
  package var plainVertices: [SIMD4<Float>] {
    vertices.flatMap { [$0.position, $0.normal, $0.tangent] }
  }

  /// Three vertex indices a triangle, element by element.
  package var plainIndices: [UInt32] { Array(indices) }
}

extension Texture {
  /// The texels of level 0 as RGBA bytes.
  package func bytes(_ encoding: Encoding) -> [UInt8] {
    guard let level = levels.first else { return [] }
    return (0..<(width * height)).flatMap { i in
      let t = level.texels[i]
      return (0..<4).map { part -> UInt8 in
        let value = t >> UInt64(part * 16) & 0xFFFF
        if part == 3 || encoding == .linear { return UInt8((value + 128) / 257) }
        return SRGB.encode(Float(value) / 65_535)
      }
    }
  }
}
