import CaromDocuments

// The uses of a variant's declaration.

struct ReadCase<Root: Variant>: CaseVisitor {
  let member: JSON.Member
  var reader: Reader
  let current: Root
  var result: Root?
  var isKnown = false

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    let info = info()
    guard member.isNamed(info.key) else { return }
    isKnown = true
    var value = payload(current) ?? P()
    value.read(member.value, info, &reader)
    result = make(value)
  }
}

struct WriteCase<Root>: CaseVisitor {
  let value: Root
  var writer: PropertyWriter

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    guard let payload = payload(value) else { return }
    let info = info()
    writer.json.beginObject()
    writer.json.key(info.key)
    payload.write(info, &writer)
    writer.json.endObject()
  }
}

struct WriteCaseDifference<Root>: CaseVisitor {
  let value: Root
  let base: Root
  var writer: PropertyWriter
  var differs = false

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    guard let own = payload(value) else { return }
    let info = info()
    var part = writer.blank
    if let other = payload(base) {
      guard own.writeDifference(from: other, info, &part) else { return }
    } else {
      own.write(info, &part)
    }
    differs = true
    writer.json.beginObject()
    writer.json.key(info.key)
    writer.json.raw(part.json.text)
    writer.json.endObject()
  }
}

struct ListCases<Root>: CaseVisitor {
  var names: [String] = []

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    names.append(info().key)
  }
}

struct SchemaOfCases<Root>: CaseVisitor {
  var schema: Schema
  var parts: [(name: String, schema: String)] = []

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    let info = info()
    let text = P.schema(info, &schema)
    let described = info.schemaDescription
    parts.append(
      (
        info.key,
        described.isEmpty
          ? text : "\(text.dropLast()),\"description\":\(quoted(described))}"
      ))
  }
}

struct ModifyCase<Root>: CaseVisitor {
  var value: Root
  var access: PropertyAccess
  let path: ArraySlice<Int>
  var position = 0

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    if position == path.first, var inner = payload(value) {
      access.info = info()
      inner.modify(path.dropFirst(), &access)
      value = make(inner)
    }
    position += 1
  }
}

struct ResolveCase<Root>: CaseVisitor {
  let path: ArraySlice<String>
  var miss: UnresolvedPath
  var result: [Int]?
  var position = 0

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    if info().key == path.first, let rest = P.resolve(path.dropFirst(), &miss) {
      result = [position] + rest
    }
    position += 1
  }
}

struct DriveCase<Root>: CaseVisitor {
  var value: Root
  let path: PropertyPath
  let numbers: SIMD4<Float>
  var position = 0

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    if position == path.first, var inner = payload(value) {
      inner.drive(path.rest, numbers)
      value = make(inner)
    }
    position += 1
  }
}

@usableFromInline struct SaveCase<Root>: CaseVisitor {
  @usableFromInline let value: Root
  @usableFromInline var sink: StateSink
  @usableFromInline var position: UInt8 = 0
  @usableFromInline var isSaved = false

  @inlinable init(_ value: Root, _ sink: StateSink) {
    self.value = value
    self.sink = sink
  }

  @inlinable @inline(__always) mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    if let payload = payload(value) {
      sink.put(position)
      payload.save(&sink)
      isSaved = true
    }
    position &+= 1
  }
}

@usableFromInline struct LoadCase<Root>: CaseVisitor {
  @usableFromInline var value: Root
  @usableFromInline var source: StateSource
  @usableFromInline var position: UInt8 = 0
  @usableFromInline let wanted: UInt8

  @inlinable init(_ value: Root, _ source: StateSource, _ wanted: UInt8) {
    self.value = value
    self.source = source
    self.wanted = wanted
  }

  @inlinable @inline(__always) mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    if position == wanted {
      value = make(P.loaded(over: payload(value), &source))
    }
    position &+= 1
  }
}
