public import CaromImages
import CaromWorkers

extension Renderer {
  /// Renders a frame at one size, scales the image up, and draws the overlay over the result.
  ///
  /// Text and menus are as sharp as the result allows, however coarse the image of the scene is.
  /// Without scaling, the result is that of ``render(_:width:height:)``.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - width: The width of the image of the scene, in pixels.
  ///   - height: The height of the image of the scene, in pixels.
  ///   - size: The size of the result, in pixels.
  /// - Returns: The image, of that size.
  /// - Precondition: All sizes are from 1 to ``maximumSide``.
  public func render(
    _ frame: RenderFrame, width: Int, height: Int, scaledTo size: (width: Int, height: Int)
  ) -> Image {
    checkSize(size.width, size.height)
    guard size != (width, height) else { return render(frame, width: width, height: height) }
    var scene = frame
    scene.overlay = []
    let small = render(scene, width: width, height: height)
    return Image(
      width: size.width, height: size.height,
      writing: { memory in
        guard let base = memory.bindMemory(to: UInt8.self).baseAddress else { return }
        small.bytes.withUnsafeBufferPointer { source in
          let scaler = ImageScaler(
            source: source, width: width, height: height, result: base, size: size)
          pool.run(chunks: scaler.chunkCount) { scaler.run($0) }
        }
        stageObserver?(.overlay)
        let painter = OverlayPainter(pixels: base, width: size.width, height: size.height)
        for item in frame.overlay { painter.paint(item) }
      })
  }
}

/// Scales an image up by bilinear interpolation, in integers.
private struct ImageScaler: @unchecked Sendable {
  /// The rows of a chunk of work.
  private static let rows = 32

  private let source: UnsafeBufferPointer<UInt8>
  private let width: Int
  private let height: Int
  private let result: UnsafeMutablePointer<UInt8>
  private let size: (width: Int, height: Int)
  /// For each column of the result, the column to its left in the source and the weight of the
  /// next one, of 256.
  private let columns: [(index: Int32, weight: UInt16)]

  init(
    source: UnsafeBufferPointer<UInt8>, width: Int, height: Int,
    result: UnsafeMutablePointer<UInt8>, size: (width: Int, height: Int)
  ) {
    (self.source, self.width, self.height) = (source, width, height)
    (self.result, self.size) = (result, size)
    columns = (0..<size.width).map {
      let (index, weight) = Self.sample($0, of: size.width, in: width)
      return (Int32(index), weight)
    }
  }

  var chunkCount: Int { (size.height + Self.rows - 1) / Self.rows }

  /// The pixel before the center of a pixel of the result, and the weight of the next one, of 256.
  private static func sample(_ pixel: Int, of count: Int, in other: Int) -> (Int, UInt16) {
    // Centers of pixels, in 512ths of a pixel of the source.
    let place = max(0, (2 * pixel + 1) * other * 256 / count - 256)
    let index = min(place >> 9, other - 1)
    return (index, index + 1 < other ? UInt16((place & 511) >> 1) : 0)
  }

  /// Scales the rows of a chunk.
  func run(_ chunk: Int) {
    // A row of the source at the height of a row of the result, and its last pixel once more.
    var line = [SIMD4<UInt16>](repeating: .zero, count: width + 1)
    let rows = chunk * Self.rows..<min(size.height, (chunk + 1) * Self.rows)
    guard let base = source.baseAddress else { return }
    let bytes = UnsafeRawPointer(base)
    line.withUnsafeMutableBufferPointer { line in
      for y in rows {
        let (row, weight) = Self.sample(y, of: size.height, in: height)
        let (a, b) = (SIMD4<UInt16>(repeating: 256 - weight), SIMD4<UInt16>(repeating: weight))
        let upper = row * width * 4
        let lower = min(row + 1, height - 1) * width * 4
        for x in 0..<width {
          let p = bytes.loadUnaligned(fromByteOffset: upper + x * 4, as: SIMD4<UInt8>.self)
          let q = bytes.loadUnaligned(fromByteOffset: lower + x * 4, as: SIMD4<UInt8>.self)
          line[x] =
            (SIMD4<UInt16>(truncatingIfNeeded: p) &* a &+ SIMD4(truncatingIfNeeded: q) &* b
              &+ 128) &>> 8
        }
        line[width] = line[width - 1]
        scale(line, to: y)
      }
    }
  }

  private func scale(_ line: UnsafeMutableBufferPointer<SIMD4<UInt16>>, to y: Int) {
    let target = UnsafeMutableRawPointer(result + y * size.width * 4)
    columns.withUnsafeBufferPointer { columns in
      for x in 0..<size.width {
        let (index, weight) = columns[x]
        let mixed =
          (line[Int(index)] &* (256 &- weight) &+ line[Int(index) + 1] &* weight &+ 128) &>> 8
        target.storeBytes(
          of: SIMD4<UInt8>(truncatingIfNeeded: mixed), toByteOffset: x * 4, as: SIMD4<UInt8>.self)
      }
    }
  }
}
