import CSoftwareGL
import CaromMaths
import CaromRendering
import CaromSceneGraph

/// How Carom's renderer and OpenGL ES by software did on the same frames.
public struct RenderComparison: Sendable {
  /// The name of what was drawn.
  public let subject: String
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// How many threads drew.
  public let threads: Int
  /// The name of what drew the other pictures, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
  public let other: String
  /// Processor time of a frame in milliseconds: the least of the rounds' medians, ours and the other's.
  public let time: (ours: Double, other: Double)
  /// Time on the wall of a frame in milliseconds.
  public let wallTime: (ours: Double, other: Double)
  /// The mean difference of the last pictures' bytes, 0 to 255.
  public let difference: Double
  /// The share of bytes of the last pictures that differ by more than 8.
  public let differentShare: Double
}

/// Why there is no comparison.
public struct ComparisonError: Error, CustomStringConvertible {
  /// What is wrong and what is accepted.
  public let description: String
}

extension RenderSubject {
  /// Draws all frames by Carom and by OpenGL ES 3 by software, in turns, and measures both.
  ///
  /// Both draw solid surfaces with their pictures and highlights, all lights and the shadow map; mirrors,
  /// transparent surfaces, fog and the overlay are left out. Both end with the picture in memory.
  ///
  /// - Parameters:
  ///   - width: Pixels a row.
  ///   - height: Rows.
  ///   - threads: How many threads draw, at least one.
  ///   - rounds: How often all frames are drawn; the fastest round counts.
  /// - Returns: The times of both, and how far their pictures are apart.
  /// - Throws: that EGL is not installed, or that a frame holds what is not compared.
  public func compare(
    width: Int, height: Int, threads: Int, rounds: Int
  ) throws(ComparisonError) -> RenderComparison {
    let renderer = Renderer(threads: threads)
    let plain = frames.map(\.plain)
    var exports: [FrameExport] = []
    for frame in plain {
      guard let export = renderer.export(frame, width: width, height: height) else {
        throw ComparisonError(
          description: "\(name) has surfaces or lights that are not compared; Lambert and Blinn "
            + "with diffuse, normal and emission pictures, lights that do not fade and one plain "
            + "shadow map are")
      }
      exports.append(export)
    }
    let side = exports.map(\.shadowSize).max() ?? 64
    if let problem = gles_open(Int32(width), Int32(height), Int32(threads), Int32(side)) {
      throw ComparisonError(description: String(cString: problem))
    }
    defer { gles_close() }
    let uploads = Uploads()
    let inputs = exports.map { (frame: $0.plain, draws: $0.draws.map(uploads.draw)) }
    let ours = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * height * 4, alignment: 16)
    let theirs = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * height * 4, alignment: 16)
    defer {
      ours.deallocate()
      theirs.deallocate()
    }
    var times: [Timing] = []
    for round in 0...rounds {
      var (mine, other) = (Timing(), Timing())
      for (frame, input) in zip(plain, inputs) {
        mine.add { renderer.render(frame, width: width, height: height, into: ours) }
        var problem: UnsafePointer<CChar>?
        other.add {
          var frame = input.frame
          problem = gles_render(
            &frame, input.draws, Int32(input.draws.count),
            theirs.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        if let problem { throw ComparisonError(description: String(cString: problem)) }
      }
      // In the first round programs are compiled.
      if round > 0 { times += [mine, other] }
    }
    func least(_ first: Int, _ value: (Timing) -> Double) -> Double {
      stride(from: first, to: times.count, by: 2).map { value(times[$0]) }.min() ?? 0
    }
    var (sum, far) = (0, 0)
    for i in 0..<ours.count {
      let apart = abs(Int(ours[i]) - Int(theirs[i]))
      sum += apart
      if apart > 8 { far += 1 }
    }
    return RenderComparison(
      subject: name, width: width, height: height, threads: threads,
      other: String(cString: gles_renderer()),
      time: (least(0, \.processor), least(1, \.processor)),
      wallTime: (least(0, \.wall), least(1, \.wall)),
      difference: Double(sum) / Double(ours.count),
      differentShare: Double(far) / Double(ours.count))
  }
}

/// Times of frames of one round.
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

/// Meshes and pictures that OpenGL has, each once.
private final class Uploads {
  private struct Picture: Hashable {
    var texture: ObjectIdentifier
    var isColor: Bool
    var repeatsS: Bool
    var repeatsT: Bool
  }
  private var meshes: [ObjectIdentifier: Int32] = [:]
  private var pictures: [Picture: Int32] = [:]

  func draw(_ d: FrameExport.Draw) -> gles_draw {
    var out = gles_draw()
    out.mesh = mesh(d.mesh)
    (out.first, out.count) = (Int32(d.indices.lowerBound), Int32(d.indices.count))
    let m = d.model
    copy([m.x, m.y, m.z, m.w].flatMap { [$0.x, $0.y, $0.z, $0.w] }, to: &out.model)
    let n = d.normals
    copy([n.x, n.y, n.z].flatMap { [$0.x, $0.y, $0.z] }, to: &out.normal_matrix)
    out.flip = d.flip
    out.diffuse = picture(d.diffuse, d, isColor: true)
    out.normal = picture(d.normal, d, isColor: false)
    out.emission = picture(d.emission, d, isColor: true)
    copy(d.uv, to: &out.uv)
    copy(d.diffuseColor, to: &out.diffuse_color)
    copy(d.ambient, to: &out.ambient)
    copy(d.specular, to: &out.specular)
    copy(d.emissionColor, to: &out.emission_color)
    (out.exponent, out.normal_intensity) = (d.exponent, d.normalIntensity)
    out.is_double_sided = d.isDoubleSided
    out.is_mirrored = d.flip < 0
    out.casts_shadow = d.castsShadow
    return out
  }

  private func mesh(_ mesh: PreparedMesh) -> Int32 {
    if let known = meshes[ObjectIdentifier(mesh)] { return known }
    let indices = mesh.plainIndices
    let number = mesh.plainVertices.withUnsafeBytes { bytes in
      gles_mesh(
        bytes.baseAddress?.assumingMemoryBound(to: gles_vertex.self), Int32(mesh.vertexCount),
        indices, Int32(indices.count))
    }
    meshes[ObjectIdentifier(mesh)] = number
    return number
  }

  private func picture(_ texture: Texture?, _ d: FrameExport.Draw, isColor: Bool) -> Int32 {
    guard let texture else { return -1 }
    let key = Picture(
      texture: ObjectIdentifier(texture), isColor: isColor, repeatsS: d.repeatsS,
      repeatsT: d.repeatsT)
    if let known = pictures[key] { return known }
    let number = gles_texture(
      texture.bytes(isColor ? .sRGB : .linear), Int32(texture.width), Int32(texture.height),
      isColor, d.repeatsS, d.repeatsT)
    pictures[key] = number
    return number
  }
}

extension FrameExport {
  /// The frame as the C code wants it.
  fileprivate var plain: gles_frame {
    var out = gles_frame()
    copy(view, to: &out.view)
    copy(shadowView, to: &out.shadow_view)
    copy(eye, to: &out.eye)
    copy(background, to: &out.background)
    out.texel_per_distance = texelPerDistance
    out.texel = texel
    out.darkness = darkness
    out.light_count = Int32(min(lights.count, 8))
    withUnsafeMutableBytes(of: &out.lights) { bytes in
      let places = bytes.bindMemory(to: gles_light.self)
      for (i, light) in lights.prefix(8).enumerated() { places[i] = light.plain }
    }
    return out
  }
}

extension FrameExport.Light {
  fileprivate var plain: gles_light {
    var out = gles_light()
    switch type.type {
    case .directional: out.kind = 0
    case .omni, .ambient: out.kind = 1
    case .spot: out.kind = 2
    }
    copy(type.color, to: &out.color)
    copy(type.position, to: &out.position)
    copy(type.direction.normalized(or: Vector3(0, 0, -1)), to: &out.direction)
    (out.outer_cosine, out.cone_scale) = (type.outerCosine, coneScale)
    out.has_shadow = hasShadow
    return out
  }
}

/// Copies numbers into an array of C, as many as there are.
private func copy<Place>(_ numbers: [Float], to place: inout Place) {
  withUnsafeMutableBytes(of: &place) { bytes in
    let floats = bytes.bindMemory(to: Float.self)
    for i in 0..<min(numbers.count, floats.count) { floats[i] = numbers[i] }
  }
}

private func copy<Place>(_ v: Vector3, to place: inout Place) {
  copy([v.x, v.y, v.z], to: &place)
}
