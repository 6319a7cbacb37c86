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
    Image(
      width: size.width, height: size.height,
      writing: { render(frame, width: width, height: height, scaledTo: size, into: $0) })
  }

  /// Renders a frame at one size and scales it up into memory of four bytes a pixel: red, green,
  /// blue, alpha.
  ///
  /// - Precondition: All sizes are from 1 to ``maximumSide``, and `memory` is large enough for the
  ///   result.
  public func render(
    _ frame: RenderFrame, width: Int, height: Int, scaledTo size: (width: Int, height: Int),
    into memory: UnsafeMutableRawBufferPointer
  ) {
    checkSize(size.width, size.height)
    guard size != (width, height) else {
      return render(frame, width: width, height: height, into: memory)
    }
    precondition(
      memory.count >= size.width * size.height * 4, "An image needs four bytes for each pixel")
    guard let base = memory.bindMemory(to: UInt8.self).baseAddress else { return }
    var scene = frame
    scene.overlay = []
    let small = render(scene, width: width, height: height)
    stageObserver?(.scale)
    small.bytes.withUnsafeBufferPointer { source in
      let scaler = ImageScaler(
        source: source, width: width, height: height, result: base, size: size)
      pool.run(chunks: scaler.chunkCount) { scaler.run($0) }
    }
    stageObserver?(.overlay)
    OverlayPainter.paint(
      frame.overlay, over: base, width: size.width, height: size.height, with: pool)
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
  ///
  /// Each row of the source is spread over the width once, and each row of the result is then a
  /// mean of two of these, which processors compute for many bytes at once.
  func run(_ chunk: Int) {
    let rows = chunk * Self.rows..<min(size.height, (chunk + 1) * Self.rows)
    let count = size.width * 4
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * count) { memory in
      guard var upper = memory.baseAddress else { return }
      var lower = upper + count
      var (first, second) = (-1, -1)
      for y in rows {
        let (row, weight) = Self.sample(y, of: size.height, in: height)
        if row == second { swap(&upper, &lower); swap(&first, &second) }
        if row != first { spread(row, to: upper) }
        first = row
        let next = min(row + 1, height - 1)
        if next != second { spread(next, to: lower) }
        second = next
        let target = result + y * count
        let (a, b) = (256 - weight, weight)
        for i in 0..<count {
          target[i] = UInt8(truncatingIfNeeded: (upper[i] &* a &+ lower[i] &* b &+ 128) &>> 8)
        }
      }
    }
  }

  /// Scales a row of the source to the width of the result.
  private func spread(_ row: Int, to target: UnsafeMutablePointer<UInt16>) {
    guard let base = source.baseAddress else { return }
    let bytes = UnsafeRawPointer(base + row * width * 4)
    let last = (width - 1) * 4
    columns.withUnsafeBufferPointer { columns in
      for x in 0..<size.width {
        let (index, weight) = columns[x]
        let place = Int(index) * 4
        let p = bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt8>.self)
        let q = bytes.loadUnaligned(fromByteOffset: min(place + 4, last), as: SIMD4<UInt8>.self)
        let (a, b) = (SIMD4(repeating: 256 - weight), SIMD4(repeating: weight))
        let mixed =
          (SIMD4<UInt16>(truncatingIfNeeded: p) &* a &+ SIMD4(truncatingIfNeeded: q) &* b &+ 128)
          &>> 8
        UnsafeMutableRawPointer(target + x * 4).storeBytes(of: mixed, as: SIMD4<UInt16>.self)
      }
    }
  }
}
