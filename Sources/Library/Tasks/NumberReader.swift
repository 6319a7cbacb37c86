import CaromMaths
import CaromProperties
import CaromSceneGraph

/// Reads a property of a value as numbers, without text in between.
///
/// A property is compiled once from its declaration; reading it allocates nothing.
struct NumberReader<Root> {
  /// The declaration of the property.
  var info: PropertyInfo
  /// The names of the components; one empty name for a single number.
  var components: [String]
  /// Writes the components.
  var read: (Root, UnsafeMutablePointer<Float>) -> Void

  /// Compiles the property at a dotted path; nil if it is no number or depends on a type that is
  /// known only at run time.
  static func compile(_ path: String, of _: Root.Type = Root.self) -> NumberReader?
  where Root: Record {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return record(names[...])
  }

  private static func record(_ path: ArraySlice<String>) -> NumberReader? where Root: Record {
    var compiler = NumberCompiler<Root>(path: path)
    Root.properties(&compiler)
    return compiler.found
  }

  /// Compiles a value and the rest of a path into it.
  fileprivate static func value(
    _ info: PropertyInfo, _ path: ArraySlice<String>
  ) -> NumberReader? where Root: PropertyValue {
    if let plain = plain(info) {
      if path.isEmpty { return plain }
      guard path.count == 1, let name = path.first,
        let index = plain.components.firstIndex(of: name)
      else { return nil }
      let count = plain.components.count
      return NumberReader(info: info, components: [""]) { root, out in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { numbers in
          guard let base = numbers.baseAddress else { return }
          plain.read(root, base)
          out.pointee = base[index]
        }
      }
    }
    if let type = Root.self as? any OptionalNumbers.Type {
      return type.reader(info, path) as? NumberReader
    }
    if path.isEmpty { return nil }
    if let type = Root.self as? any DescribedPart.Type { return described(type, path) }
    if let type = Root.self as? any Record.Type { return inner(type, path) }
    return nil
  }

  private static func inner<R: Record>(
    _: R.Type, _ path: ArraySlice<String>
  ) -> NumberReader? { NumberReader<R>.record(path) as? NumberReader }

  private static func described<D: DescribedPart>(
    _: D.Type, _ path: ArraySlice<String>
  ) -> NumberReader? {
    guard let reader = NumberReader<D.State>.record(path) else { return nil }
    return NumberReader<D>(info: reader.info, components: reader.components) {
      reader.read($0.state, $1)
    } as? NumberReader
  }

  // MARK: Plain values

  private static func plain(_ info: PropertyInfo) -> NumberReader? {
    let factor: Float = info.form == .degrees ? 180 / .pi : 1
    func vector<V>(_ type: V.Type, _ components: [String]) -> NumberReader? {
      guard Root.self == type else { return nil }
      let count = components.count
      return NumberReader(info: info, components: components) { root, out in
        withUnsafeBytes(of: root) { bytes in
          for index in 0..<count {
            out[index] = bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self) * factor
          }
        }
      }
    }
    func number<V>(_ type: V.Type, _ convert: @escaping (V) -> Float) -> NumberReader? {
      guard Root.self == type else { return nil }
      return NumberReader(info: info, components: [""]) { root, out in
        out.pointee = convert(unsafeBitCast(root, to: V.self)) * factor
      }
    }
    let kinds: [NumberReader?] = [
      number(Float.self) { $0 },
      vector(Vector2.self, ["x", "y"]),
      vector(Vector3.self, ["x", "y", "z"]),
      vector(Vector4.self, ["x", "y", "z", "w"]),
      vector(Quaternion.self, ["x", "y", "z", "w"]),
      vector(Color.self, ["red", "green", "blue", "alpha"]),
      number(Bool.self) { (value: Bool) -> Float in value ? 1 : 0 },
      number(Int32.self) { (value: Int32) -> Float in Float(value) },
      number(UInt32.self) { (value: UInt32) -> Float in Float(value) },
      number(UInt64.self) { (value: UInt64) -> Float in Float(value) },
      number(Double.self) { (value: Double) -> Float in Float(value) },
      name(info),
    ]
    return kinds.lazy.compactMap { $0 }.first
  }

  /// The index of the case of an enum.
  private static func name(_ info: PropertyInfo) -> NumberReader? {
    func reader<E: EnumName>(_: E.Type) -> NumberReader? {
      let cases = E.allCases
      var info = info
      info.range = 0...Double(max(1, cases.count - 1))
      return NumberReader<E>(info: info, components: [""]) { root, out in
        out.pointee = Float(cases.firstIndex(of: root) ?? 0)
      } as? NumberReader
    }
    guard let type = Root.self as? any EnumName.Type else { return nil }
    return reader(type)
  }
}

/// An optional, of which nil is zero.
private protocol OptionalNumbers {
  static func reader(_ info: PropertyInfo, _ path: ArraySlice<String>) -> Any?
}

extension Optional: OptionalNumbers where Wrapped: PropertyValue {
  fileprivate static func reader(_ info: PropertyInfo, _ path: ArraySlice<String>) -> Any? {
    guard let inner = NumberReader<Wrapped>.value(info, path) else { return nil }
    let count = inner.components.count
    return NumberReader<Wrapped?>(info: inner.info, components: inner.components) { root, out in
      if let root { inner.read(root, out) } else { out.update(repeating: 0, count: count) }
    }
  }
}

/// Finds the property that a path begins with.
private struct NumberCompiler<Root>: PropertyVisitor {
  let path: ArraySlice<String>
  var found: NumberReader<Root>?

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    let info = info()
    guard found == nil, info.form != .choice, info.key == self.path.first,
      let inner = NumberReader<V>.value(info, self.path.dropFirst())
    else { return }
    found = NumberReader(info: inner.info, components: inner.components) {
      inner.read($0[keyPath: path], $1)
    }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}
