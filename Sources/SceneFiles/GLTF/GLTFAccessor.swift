import CaromDocuments

/// The storage type of one number of an accessor; raw values are those of the file.
///
/// - Source: glTF 2.0, section 3.6.2.2 (accessor data types).
enum GLTFComponent: Int {
  case byte = 5120
  case unsignedByte = 5121
  case short = 5122
  case unsignedShort = 5123
  case unsignedInt = 5125
  case float = 5126

  /// The size of one number, in bytes.
  var size: Int {
    switch self {
    case .byte, .unsignedByte: 1
    case .short, .unsignedShort: 2
    case .unsignedInt, .float: 4
    }
  }
}

/// The type of one element of an accessor; raw values are those of the file.
enum GLTFElementType: String, CaseIterable {
  case scalar = "SCALAR"
  case vec2 = "VEC2"
  case vec3 = "VEC3"
  case vec4 = "VEC4"
  case mat2 = "MAT2"
  case mat3 = "MAT3"
  case mat4 = "MAT4"

  /// The number of components of one element.
  var count: Int { rows * columns }
  var rows: Int {
    switch self {
    case .scalar: 1
    case .vec2, .mat2: 2
    case .vec3, .mat3: 3
    case .vec4, .mat4: 4
    }
  }
  var columns: Int {
    switch self {
    case .scalar, .vec2, .vec3, .vec4: 1
    case .mat2: 2
    case .mat3: 3
    case .mat4: 4
    }
  }
}

/// A typed view of elements, validated but not decoded.
///
/// - Source: glTF 2.0, section 3.6.2 (accessors).
struct GLTFAccessor {
  /// The JSON object that describes the accessor.
  let json: JSON
  let count: Int
  let component: GLTFComponent
  let type: GLTFElementType
  /// Whether integers represent fractions from 0 (or −1) to 1.
  let isNormalized: Bool
  /// The location of the elements; nil for zeros.
  let source: GLTFElements?
  /// The elements that replace those of ``source``.
  let sparse: GLTFSparse?

  /// The distance between the columns of a matrix, in bytes; columns start at multiples of 4.
  var columnStride: Int {
    type.columns == 1 ? type.rows * component.size : (type.rows * component.size + 3) & ~3
  }
  /// The size of one element, in bytes, without the padding of its last column.
  var elementSize: Int { (type.columns - 1) * columnStride + type.rows * component.size }
  /// The distance between tightly packed elements, in bytes.
  var tightStride: Int { type.columns * columnStride }
}

/// Elements in memory; all of them lie within the bytes.
struct GLTFElements {
  let bytes: [UInt8]
  /// The offset of the first element, in bytes.
  let start: Int
  /// The distance between elements, in bytes.
  let stride: Int
  /// The offset of the first element in the buffer, in bytes.
  let offset: Int
  /// Whether the view gives the distance.
  let isStrided: Bool
}

/// The elements of a sparse accessor that differ from its base.
struct GLTFSparse {
  let json: JSON
  let count: Int
  let indices: GLTFElements
  let component: GLTFComponent
  let values: GLTFElements
}

extension GLTFReader {
  /// The validated accessor; nil, and a problem the first time, if it is invalid.
  func accessor(_ index: Int) -> GLTFAccessor? {
    if let known = accessors[index] { return known }
    let made = makeAccessor(table(.accessors)[index])
    accessors[index] = .some(made)
    return made
  }

  private func makeAccessor(_ json: JSON) -> GLTFAccessor? {
    guard let count = required(json, "count", in: 1...(1 << 32)),
      let component = component(
        json, [.byte, .unsignedByte, .short, .unsignedShort, .unsignedInt, .float])
    else { return nil }
    if json["type"] == nil { missing(json, "type") }
    guard let word = keyword(json, "type", of: GLTFElementType.allCases.map(\.rawValue)),
      let type = GLTFElementType(rawValue: word)
    else { return nil }
    let isNormalized = bool(json, "normalized")
    if isNormalized, component == .float || component == .unsignedInt {
      fail(json, "numbers of the component type \(component.rawValue) cannot be normalized")
      return nil
    }
    let header = GLTFAccessor(
      json: json, count: count, component: component, type: type, isNormalized: isNormalized,
      source: nil, sparse: nil)
    var source: GLTFElements?
    if json["bufferView"] != nil {
      source = elements(json, count, size: header.elementSize, tight: header.tightStride)
      if source == nil { return nil }
    }
    var sparse: GLTFSparse?
    if let part = json["sparse"] {
      sparse = makeSparse(part, of: header)
      if sparse == nil { return nil }
    }
    return GLTFAccessor(
      json: json, count: count, component: component, type: type, isNormalized: isNormalized,
      source: source, sparse: sparse)
  }

  private func component(_ json: JSON, _ accepted: [GLTFComponent]) -> GLTFComponent? {
    guard let number = required(json, "componentType", in: 0...65_535) else { return nil }
    if let component = GLTFComponent(rawValue: number), accepted.contains(component) {
      return component
    }
    let known = accepted.map { String($0.rawValue) }.joined(separator: ", ")
    fail(
      json["componentType"] ?? json,
      "there is no component type \(number) here; \(known) are accepted")
    return nil
  }

  /// The location of `count` elements of `size` bytes; nil, and a problem, if they are out of
  /// bounds.
  private func elements(
    _ json: JSON, _ count: Int, size: Int, tight: Int, mayStride: Bool = true
  ) -> GLTFElements? {
    if json["bufferView"] == nil { missing(json, "bufferView") }
    guard let index = index(json, "bufferView", of: .bufferViews), let view = view(index) else {
      return nil
    }
    let offset = integer(json, "byteOffset", in: Self.sizes) ?? 0
    let stride = mayStride ? view.stride ?? tight : tight
    guard stride >= size else {
      fail(json, "elements of \(size) bytes do not fit into the view's stride of \(stride)")
      return nil
    }
    let viewSize = view.bytes.range.count
    let end = offset + stride * (count - 1) + size
    guard end <= viewSize else {
      fail(json, "\(count) elements end at byte \(end), but the buffer view has \(viewSize) bytes")
      return nil
    }
    return GLTFElements(
      bytes: view.bytes.bytes, start: view.bytes.range.lowerBound + offset, stride: stride,
      offset: view.offset + offset, isStrided: view.stride != nil)
  }

  /// - Source: glTF 2.0, section 3.6.2.3 (sparse accessors).
  private func makeSparse(_ json: JSON, of accessor: GLTFAccessor) -> GLTFSparse? {
    guard json.isObject else {
      fail(json, wants: "an object")
      return nil
    }
    guard let count = required(json, "count", in: 1...accessor.count) else { return nil }
    guard let indices = json["indices"] else {
      missing(json, "indices")
      return nil
    }
    guard let values = json["values"] else {
      missing(json, "values")
      return nil
    }
    guard
      let component = component(indices, [.unsignedByte, .unsignedShort, .unsignedInt]),
      let indexElements = elements(
        indices, count, size: component.size, tight: component.size, mayStride: false),
      let valueElements = elements(
        values, count, size: accessor.elementSize, tight: accessor.tightStride, mayStride: false)
    else { return nil }
    return GLTFSparse(
      json: json, count: count, indices: indexElements, component: component, values: valueElements)
  }
}
