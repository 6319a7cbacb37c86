import CaromSceneGraph

/// The primitive mode of vertices; raw values are those of the file.
///
/// - Source: glTF 2.0, section 3.7.2.1 (topology types).
enum GLTFTopology: Int {
  case points = 0
  case lines = 1
  case lineLoop = 2
  case lineStrip = 3
  case triangles = 4
  case triangleStrip = 5
  case triangleFan = 6

  /// The primitive type of the resulting geometry element.
  var primitiveType: GeometryPrimitiveType {
    switch self {
    case .points: .point
    case .lines, .lineLoop, .lineStrip: .line
    case .triangles, .triangleStrip, .triangleFan: .triangles
    }
  }

  /// The accepted numbers of vertices, as the end of a sentence; nil if `count` is valid.
  func fault(_ count: Int) -> String? {
    switch self {
    case .points: nil
    case .lines: count % 2 == 0 ? nil : "an even number is accepted"
    case .lineLoop, .lineStrip: count >= 2 ? nil : "at least 2 are accepted"
    case .triangles: count % 3 == 0 ? nil : "a multiple of 3 is accepted"
    case .triangleStrip, .triangleFan: count >= 3 ? nil : "at least 3 are accepted"
    }
  }

  /// The indices as separate points, lines or triangles; degenerate triangles are removed.
  func expanded(_ v: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    switch self {
    case .points, .lines, .triangles: return v
    case .lineStrip, .lineLoop:
      result.reserveCapacity(v.count * 2)
      for i in 1..<v.count { result += [v[i - 1], v[i]] }
      if self == .lineLoop, let first = v.first, let last = v.last { result += [last, first] }
    case .triangleStrip:
      result.reserveCapacity((v.count - 2) * 3)
      for i in 0..<(v.count - 2) {
        let (a, b, c) = (v[i], v[i + 1 + i % 2], v[i + 2 - i % 2])
        if a != b, b != c, c != a { result += [a, b, c] }
      }
    case .triangleFan:
      result.reserveCapacity((v.count - 2) * 3)
      for i in 1..<(v.count - 1) {
        let (a, b, c) = (v[i], v[i + 1], v[0])
        if a != b, b != c, c != a { result += [a, b, c] }
      }
    }
    return result
  }
}
