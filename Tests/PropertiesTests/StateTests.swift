import CaromMaths
import CaromProperties
import TestSupport
import Testing

@Suite("State")
struct StateTests {
  /// A record that uses every kind of value.
  static func richThing(_ paint: Paint) -> Thing {
    let thing = Thing()
    thing.state.isHidden = true
    thing.state.position = Vector3(1, 2, 3)
    thing.state.culling = .none
    thing.state.title = "Größe \u{1f600}"
    thing.state.light = Lamp()
    thing.state.light?.shape = .spot(Spot())
    thing.state.paint = paint
    thing.state.shines = [.off, .all([.steady(2), .omni(Omni())])]
    return thing
  }

  @Test("State loaded into a fresh object has the same hash")
  func roundTrip() throws {
    let paint = Paint("red", shininess: 7)
    let things = [Self.richThing(paint), Self.richThing(paint), Thing()]
    let buffer = StateBuffer(capacity: 64)
    buffer.fill { for thing in things { thing.saveState(&$0) } }

    var fresh = [Thing(), Thing(), Thing()]
    var source = StateSource(buffer.bytes)
    for i in fresh.indices { fresh[i].loadState(&source) }
    try source.finish()

    #expect(fresh[0].state.title == "Größe \u{1f600}")
    #expect(fresh[0].state.paint === fresh[1].state.paint)
    #expect(fresh[0].state.paint?.shininess == 7)
    #expect(fresh[0].state.paint?.name == "red")
    let again = StateBuffer()
    again.fill { for thing in fresh { thing.saveState(&$0) } }
    #expect(again.hash == buffer.hash)
    #expect(again.array == buffer.array)
  }

  @Test("Truncated or altered bytes are reported or load a valid value")
  func malformed() throws {
    let paint = Paint("red", shininess: 7)
    let buffer = StateBuffer()
    buffer.fill {
      Self.richThing(paint).saveState(&$0)
      Self.richThing(paint).saveState(&$0)
    }
    let whole = buffer.array
    for length in 0..<whole.count {
      #expect(throws: StateProblem.self) { try Self.load(Array(whole[..<length])) }
    }
    var state: UInt64 = 3
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      try? Self.load(bytes)
    }
  }

  private static func load(_ bytes: [UInt8]) throws(StateProblem) {
    let outcome: Result<Void, StateProblem> = bytes.withUnsafeBytes { bytes in
      var source = StateSource(bytes)
      for _ in 0..<2 {
        var thing = Thing()
        thing.loadState(&source)
      }
      do throws(StateProblem) {
        try source.finish()
        return .success(())
      } catch { return .failure(error) }
    }
    try outcome.get()
  }

  @Test("An impossible count, a Boolean of 7 and endless nesting are refused")
  func refusals() {
    func problem(_ bytes: [UInt8], _ read: (inout StateSource) -> Void) -> String? {
      bytes.withUnsafeBytes {
        var source = StateSource($0)
        read(&source)
        return source.problem?.description
      }
    }
    #expect(
      problem([255, 255, 255, 255, 0]) { _ = $0.getArray(of: Float.self) }
        == "state at byte 4: a count of 4294967295 with 1 bytes left")
    #expect(problem([7]) { _ = $0.getBool() } != nil)
    #expect(
      problem([1, 2]) { _ = $0.get(UInt64.self) }
        == "state at byte 0: the state ends too early")
    let nested = [UInt8](repeating: 4, count: 1) + [1, 0, 0, 0]
    let endless = (0..<100_000).flatMap { _ in nested }
    #expect(
      problem(endless) {
        var shine = Shine()
        shine.load(&$0)
      }?.hasSuffix("values nested deeper than 200") == true)
    #expect(problem([9, 0, 0, 0]) { _ = Paint.loaded(over: nil, &$0) } != nil)
  }

  @Test("Restoring into the same objects preserves the identity of shared objects")
  func identity() throws {
    let (red, blue) = (Paint("red", shininess: 1), Paint("blue", shininess: 2))
    let things = [Thing(), Thing()]
    things[0].state.paint = red
    things[1].state.paint = blue
    let buffer = StateBuffer()
    buffer.fill { for thing in things { thing.state.saveState(&$0) } }
    red.shininess = 50
    things[0].state.paint = blue
    things[1].state.paint = nil

    var source = StateSource(buffer.bytes, objects: buffer.objects)
    for thing in things { thing.state.loadState(&source) }
    try source.finish()
    #expect(things[0].state.paint === red && things[1].state.paint === blue)
    #expect(red.shininess == 1 && blue.name == "blue")
  }

  @Test("The hash depends on every property and on sharing")
  func hash() {
    let base = Thing().stateHash
    let thing = Thing()
    thing.state.timer = 1
    #expect(thing.stateHash != base)
    let (one, two) = (Paint("a", shininess: 1), Paint("a", shininess: 1))
    var (shared, apart) = (Primitive(), Primitive())
    shared.paints = [one, one]
    apart.paints = [one, two]
    #expect(shared.stateHash != apart.stateHash)
  }

  @Test("The streamed hash equals the hash of the bytes for any row length and capacity")
  func streamedHash() {
    let short = [UInt8](repeating: 3, count: 700)
    let long = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
    func write(_ sink: inout StateSink) {
      sink.put(7 as UInt32)
      short.withUnsafeBytes { sink.put(bytes: $0) }
      long.withUnsafeBytes { sink.put(bytes: $0) }
      #expect(sink.count == 50_704)
      sink.put("between")
      for _ in 0..<30 { short.withUnsafeBytes { sink.put(bytes: $0) } }
      long.withUnsafeBytes { sink.put(bytes: $0) }
      Self.richThing(Paint("red", shininess: 7)).saveState(&sink)
    }
    let kept = StateBuffer()
    kept.fill(write)
    for capacity in [64, 1024, 1 << 20] {
      let buffer = StateBuffer(capacity: capacity)
      #expect(buffer.hash(of: write) == kept.hash)
      #expect(buffer.count == 0)
    }
    #expect(StateBuffer().hash(of: { _ in }) == StateHash().value)
  }

  @Test("Many shared objects are restored")
  func manyObjects() throws {
    var solid = Primitive()
    solid.paints = (0..<3_000).map { Paint("p", shininess: Float($0)) }
    solid.paints += solid.paints
    let buffer = StateBuffer()
    buffer.fill { solid.saveState(&$0) }
    #expect(buffer.objects.count == 3_000)
    var again = Primitive()
    var source = StateSource(buffer.bytes)
    again.loadState(&source)
    try source.finish()
    #expect(again.paints[5_999] === again.paints[2_999])
    #expect(again.stateHash == solid.stateHash)
  }

  @Test("An undeclared stored property is found")
  func undeclared() {
    #expect(undeclaredProperties(reachableFrom: [ThingState.self, Paint.self]) == [])
    #expect(
      undeclaredProperties(reachableFrom: [Outer.self]) == ["Forgetful.forgotten"])
    #expect(
      undeclaredProperties(reachableFrom: [Excused.self]) == ["Excused.gone (not stored)"])
  }
}

/// A record with a stored property missing from its declaration.
private struct Forgetful: Part {
  static let summary = "Forgets"
  var angle: Float = 0
  var kept: Float = 0 { didSet {} }
  var forgotten: Float = 0
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("angleDegrees", \.angle, "Remembered")
    p.property("kept", \.kept, "Remembered")
  }
}

/// A record that contains one with an undeclared property.
private struct Outer: Part {
  static let summary = "Contains"
  var inner: [Forgetful?] = []
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("inner", \.inner, "The parts")
  }
}

/// A record with undeclared properties by design, one of which is not stored.
private struct Excused: Part {
  static let summary = "Has a cache"
  static let undeclaredByDesign: Set<String> = ["cache", "gone"]
  var cache: Float = 0
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {}
}
