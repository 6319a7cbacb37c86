/// A QR code of a short text, to be printed in a terminal.
///
/// - Source: ISO/IEC 18004, versions 1 to 5 with error correction level L, which have one block.
struct QRCode {
  /// The number of modules of a side.
  private(set) var size: Int
  /// Whether modules are dark, row by row.
  private(set) var modules: [Bool]
  /// Whether modules belong to patterns rather than to data.
  private var isFixed: [Bool]

  /// The numbers of data and of error correction bytes, by version from 1.
  private static let capacities = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

  /// Encodes a text; nil if it has more than 106 bytes.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let index = Self.capacities.firstIndex(where: { $0.0 >= bytes.count + 2 }) else {
      return nil
    }
    let (data, correction) = Self.capacities[index]
    size = 21 + 4 * index
    modules = Array(repeating: false, count: size * size)
    isFixed = modules
    drawPatterns(alignment: index == 0 ? nil : size - 7)
    var codewords = Self.dataBytes(bytes, count: data)
    codewords += Self.correction(of: codewords, count: correction)
    place(codewords)
    let plain = self
    var best: (penalty: Int, code: QRCode)?
    for mask in 0..<8 {
      var code = plain
      code.apply(mask)
      let penalty = code.penalty
      if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, code) }
    }
    if let best { self = best.code }
  }

  /// Lines of text, two rows of modules in each, with a quiet zone; dark on a light background.
  var lines: [String] {
    func isDark(_ x: Int, _ y: Int) -> Bool {
      (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }
    return stride(from: -4, to: size + 4, by: 2).map { y in
      (-4..<size + 4).map { x in
        // Terminals are mostly dark: light modules are drawn.
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
    }
  }

  // MARK: Patterns

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    modules[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  private mutating func drawPatterns(alignment: Int?) {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      drawRings(x, y, reach: 4) { $0 != 2 && $0 != 4 }
    }
    if let alignment { drawRings(alignment, alignment, reach: 2) { $0 != 1 } }
    drawFormat(0)
  }

  private mutating func drawRings(_ x: Int, _ y: Int, reach: Int, _ isDark: (Int) -> Bool) {
    for dy in -reach...reach {
      for dx in -reach...reach { set(x + dx, y + dy, isDark(max(abs(dx), abs(dy)))) }
    }
  }

  /// The bits of the error correction level and of the mask, twice.
  private mutating func drawFormat(_ mask: Int) {
    let data = 0b01 << 3 | mask
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (data << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<6 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  // MARK: Data

  private static func dataBytes(_ bytes: [UInt8], count: Int) -> [UInt8] {
    // Four bits of the mode, eight of the length, the bytes, four bits of the end.
    let length = UInt8(bytes.count)
    var nibbles: [UInt8] = [4, length >> 4, length & 15]
    for byte in bytes { nibbles += [byte >> 4, byte & 15] }
    nibbles.append(0)
    var result = stride(from: 0, to: nibbles.count, by: 2).map {
      nibbles[$0] << 4 | nibbles[$0 + 1]
    }
    let padding: [UInt8] = [0xEC, 0x11]
    for index in 0..<count - result.count { result.append(padding[index % 2]) }
    return result
  }

  /// Reed–Solomon bytes in the field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1.
  private static func correction(of data: [UInt8], count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count)
    divisor[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        divisor[index] = product(divisor[index], root)
        if index + 1 < count { divisor[index] ^= divisor[index + 1] }
      }
      root = product(root, 2)
    }
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in 0..<count { rest[index] ^= product(divisor[index], factor) }
    }
    return rest
  }

  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      if b >> bit & 1 == 1 { result ^= Int(a) }
    }
    return UInt8(truncatingIfNeeded: result)
  }

  /// Places bits in columns of two, upwards and downwards in turn, from the right.
  private mutating func place(_ bytes: [UInt8]) {
    var next = 0
    var right = size - 1
    var isUp = true
    while right > 0 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        let y = isUp ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] {
          if next < bytes.count * 8 {
            modules[y * size + x] = bytes[next / 8] >> (7 - next % 8) & 1 == 1
            next += 1
          }
        }
      }
      (right, isUp) = (right - 2, !isUp)
    }
  }

  private mutating func apply(_ mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] && Self.isMasked(mask, x, y) {
        modules[y * size + x].toggle()
      }
    }
    drawFormat(mask)
  }

  private static func isMasked(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// How hard the code is to read: long runs and blocks of one color, and an uneven share of dark.
  private var penalty: Int {
    var result = 0
    for isRow in [true, false] {
      for line in 0..<size {
        var run = 0
        for index in 0..<size {
          let (now, before) = (at(isRow, line, index), index > 0 && at(isRow, line, index - 1))
          run = index > 0 && now == before ? run + 1 : 1
          if run == 5 { result += 3 } else if run > 5 { result += 1 }
        }
      }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let first = at(true, y, x)
        if first == at(true, y, x + 1), first == at(true, y + 1, x), first == at(true, y + 1, x + 1)
        {
          result += 3
        }
      }
    }
    let dark = modules.count { $0 } * 100 / modules.count
    return result + abs(dark - 50) / 5 * 10
  }

  private func at(_ isRow: Bool, _ line: Int, _ index: Int) -> Bool {
    modules[isRow ? line * size + index : index * size + line]
  }
}
