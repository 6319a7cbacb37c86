import CSoftwareGL
import CaromBenchmarks
import CaromMaths
import CaromRendering
import CaromSceneGraph

/// The times and images of Carom's renderer and of OpenGL ES in software (llvmpipe) for the same
/// frames.
package struct RenderComparison {
  /// The name of the subject.
  package let subject: String
  /// The width and height of the images in pixels.
  package let width: Int
  package let height: Int
  /// The number of threads.
  package let threads: Int
  /// The name of the OpenGL renderer, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
  package let other: String
  /// The processor time of a frame in milliseconds: the minimum of the rounds' medians.
  package let time: (carom: Double, other: Double)
  /// The wall time of a frame in milliseconds.
  package let wallTime: (carom: Double, other: Double)
  /// The mean difference of the bytes of the last images, 0 to 255.
  package let difference: Double
  /// The fraction of bytes of the last images that differ by more than 8.
  package let differentFraction: Double
}

/// An error that prevents a comparison.
package struct ComparisonError: Error, CustomStringConvertible {
  /// What is wrong and what is accepted.
  package let description: String
}

extension RenderSubject {
  /// Renders all frames with Carom and with OpenGL ES 3 in software, alternately, and measures
  /// both.
  ///
  /// Both draw opaque surfaces with textures and highlights, all lights and the shadow map;
  /// reflections, transparent surfaces, fog and the overlay are left out. Both end with the image
  /// in memory.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - threads: The number of threads, at least one.
  ///   - rounds: The number of rounds; the fastest counts.
  /// - Returns: The times of both and the difference of their images.
  /// - Throws: A ``ComparisonError`` if EGL is not installed or a frame uses unsupported features.
  package func compare(
    width: Int, height: Int, threads: Int, rounds: Int
  ) throws(ComparisonError) -> RenderComparison {
    let renderer = Renderer(threads: threads)
    let simplified = frames.map(\.simplified)
    var exports: [ExportedFrame] = []
    for frame in simplified {
      guard let export = ExportedFrame(frame, width: width, height: height) else {
        throw ComparisonError(
          description:
            "\(name) uses unsupported features; Lambert and Blinn surfaces with diffuse, "
            + "normal and emission textures, lights without attenuation and one shadow map are "
            + "accepted")
      }
      exports.append(export)
    }
    let side = exports.map(\.shadowSize).max() ?? 64
    if let problem = gles_open(Int32(width), Int32(height), Int32(threads), Int32(side)) {
      throw ComparisonError(description: String(cString: problem))
    }
    defer { gles_close() }
    let uploads = Uploads()
    let inputs = exports.map { (frame: $0.uniforms, draws: $0.draws.map(uploads.draw)) }
    let carom = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * height * 4, alignment: 16)
    let other = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * height * 4, alignment: 16)
    defer {
      carom.deallocate()
      other.deallocate()
    }
    var times: [Timing] = []
    for round in 0...rounds {
      var (caromTiming, otherTiming) = (Timing(), Timing())
      for (frame, input) in zip(simplified, inputs) {
        caromTiming.add { renderer.render(frame, width: width, height: height, into: carom) }
        var problem: UnsafePointer<CChar>?
        otherTiming.add {
          var frame = input.frame
          problem = gles_render(
            &frame, input.draws, Int32(input.draws.count),
            other.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        if let problem { throw ComparisonError(description: String(cString: problem)) }
      }
      // Programs are compiled in the first round.
      if round > 0 { times += [caromTiming, otherTiming] }
    }
    func minimum(_ first: Int, _ value: (Timing) -> Double) -> Double {
      stride(from: first, to: times.count, by: 2).map { value(times[$0]) }.min() ?? 0
    }
    var (sum, different) = (0, 0)
    for i in 0..<carom.count {
      let difference = abs(Int(carom[i]) - Int(other[i]))
      sum += difference
      if difference > 8 { different += 1 }
    }
    return RenderComparison(
      subject: name, width: width, height: height, threads: threads,
      other: String(cString: gles_renderer()),
      time: (minimum(0, \.processor), minimum(1, \.processor)),
      wallTime: (minimum(0, \.wall), minimum(1, \.wall)),
      difference: Double(sum) / Double(carom.count),
      differentFraction: Double(different) / Double(carom.count))
  }
}

/// The times of the frames of one round.
private struct Timing {
  private var processorTimes: [Double] = []
  private var wallTimes: [Double] = []

  mutating func add(_ body: () -> Void) {
    let (start, wallStart) = (ProcessorTime.now, WallTime.now)
    body()
    wallTimes.append((WallTime.now - wallStart) * 1e3)
    processorTimes.append((ProcessorTime.now - start) * 1e3)
  }

  var processor: Double { median(processorTimes) }
  var wall: Double { median(wallTimes) }
}

/// Uploads each mesh and texture to OpenGL once.
private final class Uploads {
  private struct TextureKey: Hashable {
    var texture: ObjectIdentifier
    var isColor: Bool
    var repeatsS: Bool
    var repeatsT: Bool
  }
  private var meshes: [ObjectIdentifier: Int32] = [:]
  private var textures: [TextureKey: Int32] = [:]

  func draw(_ d: ExportedFrame.Draw) -> gles_draw {
    var out = gles_draw()
    let s = d.surface
    out.mesh = mesh(d.mesh)
    (out.first, out.count) = (Int32(d.indices.lowerBound), Int32(d.indices.count))
    let m = d.model
    copy(m.elements, to: &out.model)
    let n = d.normals
    copy([n.x, n.y, n.z].flatMap { [$0.x, $0.y, $0.z] }, to: &out.normal_matrix)
    out.flip = d.flip
    out.diffuse = texture(s.diffuse.sampler, d, isColor: true)
    out.normal = texture(s.normal, d, isColor: false)
    out.emission = texture(s.emission.sampler, d, isColor: true)
    copy(d.uv, to: &out.uv)
    copy(s.diffuse.color.xyz, to: &out.diffuse_color)
    copy(d.ambient, to: &out.ambient)
    copy(s.model == .blinn ? s.specular.color.xyz : .zero, to: &out.specular)
    copy(s.emission.color.xyz, to: &out.emission_color)
    (out.exponent, out.normal_intensity) = (
      min(max(s.specularExponent, 1), 1_024), s.normalIntensity
    )
    out.is_double_sided = s.sides == .both
    out.is_mirrored = d.flip < 0
    out.casts_shadow = d.castsShadow
    return out
  }

  private func mesh(_ mesh: PreparedMesh) -> Int32 {
    if let index = meshes[ObjectIdentifier(mesh)] { return index }
    let indices = mesh.triangleIndices
    let index = mesh.interleavedVertices.withUnsafeBytes { bytes in
      gles_mesh(
        bytes.baseAddress?.assumingMemoryBound(to: gles_vertex.self), Int32(mesh.vertexCount),
        indices, Int32(indices.count))
    }
    meshes[ObjectIdentifier(mesh)] = index
    return index
  }

  private func texture(_ sampler: RenderFrame.Sampler?, _ d: ExportedFrame.Draw, isColor: Bool)
    -> Int32
  {
    guard let texture = sampler?.texture else { return -1 }
    let (repeatsS, repeatsT) = (d.sampler?.wrapS == .repeat, d.sampler?.wrapT == .repeat)
    let key = TextureKey(
      texture: ObjectIdentifier(texture), isColor: isColor, repeatsS: repeatsS,
      repeatsT: repeatsT)
    if let index = textures[key] { return index }
    let index = gles_texture(
      texture.encodedBytes(isColor ? .sRGB : .linear), Int32(texture.width), Int32(texture.height),
      isColor, repeatsS, repeatsT)
    textures[key] = index
    return index
  }
}

extension ExportedFrame {
  /// The frame for the C code.
  fileprivate var uniforms: gles_frame {
    var out = gles_frame()
    copy(view.elements, to: &out.view)
    copy(shadowView.elements, to: &out.shadow_view)
    copy(eye, to: &out.eye)
    copy(background, to: &out.background)
    out.texel_per_distance = texelPerDistance
    out.texel = texel
    out.darkness = darkness
    out.light_count = Int32(min(lights.count, 8))
    withUnsafeMutableBytes(of: &out.lights) { bytes in
      let slots = bytes.bindMemory(to: gles_light.self)
      for (i, light) in lights.prefix(8).enumerated() { slots[i] = light.uniforms }
    }
    return out
  }
}

extension ExportedFrame.Light {
  fileprivate var uniforms: gles_light {
    var out = gles_light()
    switch light.type {
    case .directional: out.kind = 0
    // The compared scenes have no area lights.
    case .omni, .ambient, .area: out.kind = 1
    case .spot: out.kind = 2
    }
    copy(light.color, to: &out.color)
    copy(light.position, to: &out.position)
    copy(light.direction.normalized(or: Vector3(0, 0, -1)), to: &out.direction)
    (out.outer_cosine, out.cone_scale) = (
      light.outerCosine, 1 / max(light.innerCosine - light.outerCosine, 1e-4)
    )
    out.has_shadow = hasShadow
    return out
  }
}

/// Copies numbers to a C array.
private func copy<CArray>(_ numbers: [Float], to array: inout CArray) {
  withUnsafeMutableBytes(of: &array) { bytes in
    let floats = bytes.bindMemory(to: Float.self)
    for i in 0..<min(numbers.count, floats.count) { floats[i] = numbers[i] }
  }
}

private func copy<CArray>(_ v: Vector3, to array: inout CArray) {
  copy([v.x, v.y, v.z], to: &array)
}

extension Matrix4 {
  /// The elements by column.
  fileprivate var elements: [Float] { [x, y, z, w].flatMap { [$0.x, $0.y, $0.z, $0.w] } }
}
