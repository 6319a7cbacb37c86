public import CCarom
import CaromRendering
import CaromSceneGraph
import CaromSimulation

// Calls about pictures.

extension OpenSession {
  /// The resources for pictures of the current scene.
  func preparedPictures() throws(CallFailure) -> PictureMaker {
    let maker = pictures ?? PictureMaker(self)
    pictures = maker
    try maker.prepare(session)
    return maker
  }
}

/// Draws the last tick.
@c @implementation
public func carom_render(
  _ session: carom_session, _ camera: UnsafePointer<CChar>?, _ width: UInt32, _ height: UInt32,
  _ contents: UInt32, _ pixels: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> carom_status {
  call { () throws(CallFailure) in
    let format = try PictureMaker.Format(width, height, contents)
    let selector = try optionalString(camera, "camera")
    let out = try pixelMemory(pixels, capacity, format.byteCount)
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      let maker = try opened.preparedPictures()
      let camera = try PictureMaker.camera(selector, opened.session)
      let frame = maker.frame(opened.session, from: camera, format)
      PictureRenderer.use(frame) { $0.draw($1, format, to: out) }
    }
  }
}

/// Draws the last tick of several sessions.
@c @implementation
public func carom_render_many(
  _ sessions: UnsafePointer<carom_session>?, _ count: Int, _ width: UInt32, _ height: UInt32,
  _ contents: UInt32, _ threads: UInt32, _ pixels: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> carom_status {
  call { () throws(CallFailure) in
    let format = try PictureMaker.Format(width, height, contents)
    let threads = try CallThreads.count(threads)
    try SessionTable.with(sessions, count) { (opened) throws(CallFailure) in
      let out = try pixelMemory(pixels, capacity, format.byteCount * count)
      for session in opened { _ = try session.preparedPictures() }
      let job = PictureJob(sessions: opened, format: format, out: out)
      CallThreads.run(count, on: threads) { job.run($0) }
    }
  }
}

/// The pictures of several sessions; each chunk writes its own.
private struct PictureJob: @unchecked Sendable {
  let sessions: [OpenSession]
  let format: PictureMaker.Format
  let out: UnsafeMutablePointer<UInt8>

  func run(_ index: Int) {
    guard let maker = sessions[index].pictures else { return }
    let frame = maker.frame(sessions[index].session, from: nil, format)
    PictureRenderer.use(frame) { $0.draw($1, format, to: out + index * format.byteCount) }
  }
}

private func pixelMemory(
  _ pixels: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ needed: Int
) throws(CallFailure) -> UnsafeMutablePointer<UInt8> {
  guard let pixels else { throw .missing("pixels") }
  guard capacity >= needed else {
    throw CallFailure(.tooSmall, "capacity: is \(capacity); at least \(needed) is accepted")
  }
  return pixels
}

/// Writes depth, node and normal of each pixel.
@c @implementation
public func carom_render_geometry(
  _ session: carom_session, _ camera: UnsafePointer<CChar>?, _ width: UInt32, _ height: UInt32,
  _ depths: UnsafeMutablePointer<Float>?, _ nodes: UnsafeMutablePointer<UInt32>?,
  _ normals: UnsafeMutablePointer<Float>?, _ pixels: Int
) -> carom_status {
  call { () throws(CallFailure) in
    let format = try PictureMaker.Format(width, height, 0)
    let selector = try optionalString(camera, "camera")
    guard pixels >= format.width * format.height else {
      throw CallFailure(
        .tooSmall, "pixels: is \(pixels); at least \(format.width * format.height) is accepted")
    }
    let buffer = try SessionTable.with(session) { (opened) throws(CallFailure) in
      let maker = try opened.preparedPictures()
      let camera = try PictureMaker.camera(selector, opened.session)
      let frame = maker.frame(opened.session, from: camera, format)
      return PictureRenderer.use(frame) { $0.geometry(of: $1, format) }
    }
    for y in 0..<format.height {
      for x in 0..<format.width {
        let index = y * format.width + x
        depths?[index] = buffer.distance(x, y) ?? .infinity
        nodes?[index] = buffer.nodes[x, y].map { UInt32(truncatingIfNeeded: $0) } ?? 0
        let normal = normals == nil ? nil : buffer.normal(x, y)
        normals?[index * 3] = normal?.x ?? 0
        normals?[index * 3 + 1] = normal?.y ?? 0
        normals?[index * 3 + 2] = normal?.z ?? 0
      }
    }
  }
}
