import CaromDocuments

// Every read goes through a span, which checks bounds once more.
extension GLTFReader {
  /// All numbers of an accessor, element by element; matrices in column-major order.
  ///
  /// Normalized integers are converted to fractions: `max(c / 127, -1)`, `c / 255` and likewise for
  /// two bytes (glTF 2.0, section 3.6.2.2). Returns nil, and reports a problem the first time, if a
  /// number is not finite.
  func floats(_ index: Int) -> [Float]? {
    if let known = numbers[index] { return known }
    var made: [Float]?
    if let accessor = accessor(index) { made = floats(of: accessor) }
    numbers[index] = .some(made)
    return made
  }

  private func floats(of accessor: GLTFAccessor) -> [Float]? {
    let width = accessor.type.count
    guard spend(accessor.count * width * 4, for: accessor.json) else { return nil }
    var numbers: [Float]
    if let source = accessor.source {
      numbers = []
      numbers.reserveCapacity(accessor.count * width)
      read(source, accessor.count, accessor, into: &numbers)
    } else {
      numbers = [Float](repeating: 0, count: accessor.count * width)
    }
    if let sparse = accessor.sparse {
      guard let indices = indices(of: sparse, in: accessor) else { return nil }
      var values: [Float] = []
      values.reserveCapacity(sparse.count * width)
      read(sparse.values, sparse.count, accessor, into: &values)
      for (i, index) in indices.enumerated() {
        for c in 0..<width { numbers[index * width + c] = values[i * width + c] }
      }
    }
    if let bad = numbers.firstIndex(where: { !$0.isFinite }) {
      fail(accessor.json, "element \(bad / width) is not finite; finite numbers are accepted")
      return nil
    }
    check(accessor, numbers)
    return numbers
  }

  /// The indices of the replaced elements, which must increase.
  private func indices(of sparse: GLTFSparse, in accessor: GLTFAccessor) -> [Int]? {
    var indices: [Int] = []
    indices.reserveCapacity(sparse.count)
    var last = -1
    for number in read(sparse.indices, sparse.count, sparse.component) {
      guard Int(number) > last, Int(number) < accessor.count else {
        fail(
          sparse.json,
          "the sparse index \(number) follows \(last); increasing indices below "
            + "\(accessor.count) are accepted")
        return nil
      }
      last = Int(number)
      indices.append(last)
    }
    return indices
  }

  /// The integers of an accessor of scalars or vectors, such as indices and joints.
  func integers(_ index: Int) -> [UInt32]? {
    if let known = wholeNumbers[index] { return known }
    var made: [UInt32]?
    if let accessor = accessor(index) { made = integers(of: accessor) }
    wholeNumbers[index] = .some(made)
    return made
  }

  private func integers(of accessor: GLTFAccessor) -> [UInt32]? {
    let width = accessor.type.count
    guard spend(accessor.count * width * 4, for: accessor.json) else { return nil }
    var numbers: [UInt32]
    if let source = accessor.source {
      numbers = read(source, accessor.count, accessor.component, width: width)
    } else {
      numbers = [UInt32](repeating: 0, count: accessor.count * width)
    }
    if let sparse = accessor.sparse {
      guard let indices = indices(of: sparse, in: accessor) else { return nil }
      let values = read(sparse.values, sparse.count, accessor.component, width: width)
      for (i, index) in indices.enumerated() {
        for c in 0..<width { numbers[index * width + c] = values[i * width + c] }
      }
    }
    return numbers
  }

  // MARK: Bytes to numbers

  private func read(
    _ elements: GLTFElements, _ count: Int, _ accessor: GLTFAccessor, into numbers: inout [Float]
  ) {
    let isNormalized = accessor.isNormalized
    switch accessor.component {
    case .byte:
      read(elements, count, accessor, &numbers) { (bits: UInt8) in
        let c = Float(Int8(bitPattern: bits))
        return isNormalized ? max(c / 127, -1) : c
      }
    case .unsignedByte:
      read(elements, count, accessor, &numbers) { (c: UInt8) in
        isNormalized ? Float(c) / 255 : Float(c)
      }
    case .short:
      read(elements, count, accessor, &numbers) { (bits: UInt16) in
        let c = Float(Int16(bitPattern: bits))
        return isNormalized ? max(c / 32_767, -1) : c
      }
    case .unsignedShort:
      read(elements, count, accessor, &numbers) { (c: UInt16) in
        isNormalized ? Float(c) / 65_535 : Float(c)
      }
    case .unsignedInt:
      read(elements, count, accessor, &numbers) { (c: UInt32) in Float(c) }
    case .float:
      read(elements, count, accessor, &numbers) { (bits: UInt32) in Float(bitPattern: bits) }
    }
  }

  private func read<Bits: FixedWidthInteger & BitwiseCopyable>(
    _ elements: GLTFElements, _ count: Int, _ accessor: GLTFAccessor, _ numbers: inout [Float],
    _ number: (Bits) -> Float
  ) {
    let bytes = elements.bytes.span.bytes
    let (rows, columns) = (accessor.type.rows, accessor.type.columns)
    let step = accessor.columnStride
    for i in 0..<count {
      let start = elements.start + i * elements.stride
      for column in 0..<columns {
        for row in 0..<rows {
          let at = start + column * step + row * MemoryLayout<Bits>.size
          let bits = bytes.unsafeLoadUnaligned(fromByteOffset: at, as: Bits.self)
          numbers.append(number(Bits(littleEndian: bits)))
        }
      }
    }
  }

  private func read(
    _ elements: GLTFElements, _ count: Int, _ component: GLTFComponent, width: Int = 1
  ) -> [UInt32] {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(count * width)
    let bytes = elements.bytes.span.bytes
    for i in 0..<count {
      for c in 0..<width {
        let at = elements.start + i * elements.stride + c * component.size
        switch component.size {
        case 1:
          numbers.append(UInt32(bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt8.self)))
        case 2:
          let bits = bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt16.self)
          numbers.append(UInt32(UInt16(littleEndian: bits)))
        default:
          let bits = bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt32.self)
          numbers.append(UInt32(littleEndian: bits))
        }
      }
    }
    return numbers
  }
}
