import CaromDocuments
import CaromMaths
import CaromProperties
import Testing

@Suite("Reading records")
struct ReadingTests {
  /// Reads a record and returns it with the problems as `pointer: message`.
  private func read<R: Record>(
    _ type: R.Type, _ text: String, into record: R? = nil,
    _ prepare: (inout Reader) -> Void = { _ in }
  ) throws -> (R, [String]) {
    var reader = Reader()
    prepare(&reader)
    var value = record ?? R()
    value.readProperties(try JSON.parse(text), &reader)
    return (value, reader.problems.map { "\($0.pointer): \($0.message)" })
  }

  @Test("Every kind of value is read, and omitted properties keep their defaults")
  func values() throws {
    let (thing, problems) = try read(
      ThingState.self,
      """
      { "isHidden": true, "opacity": 0.5, "position": [1, 2, 3], "anglesDegrees": [0, 90, -180],
        "mask": -1, "seed": 18446744073709551615, "culling": "front", "title": "a\\n",
        "light": { "shape": { "steady": 2 } }, "shines": [{ "off": {} }, { "all": [] }] }
      """)
    #expect(problems.isEmpty)
    #expect(thing.isHidden && thing.opacity == 0.5 && thing.position == Vector3(1, 2, 3))
    #expect(thing.angles == Vector3(0, Float(Double.pi / 2), -Float(Double.pi)))
    #expect(thing.mask == .max && thing.seed == .max && thing.culling == .front)
    #expect(thing.title == "a\n" && thing.light?.shape == .steady(2))
    #expect(thing.light?.intensity == 1_000)
    #expect(thing.shines == [.off, .all([])])
    #expect(thing.mass == 1 && thing.scale == .one)
  }

  @Test("All problems of a record are reported together, each with the accepted values")
  func problems() throws {
    let (thing, problems) = try read(
      ThingState.self,
      """
      { "opacity": 2, "posiiton": [1, 2, 3], "position": [1, 2], "mass": "heavy", "mask": -2,
        "culling": "frnt", "light": { "shape": { "sput": {} }, "intensity": -1 }, "seed": 1.5,
        "isHidden": 1, "velocity": [1e39, 0, 0], "timer": 3, "title": null,
        "shines": [{ "off": { "x": 1 } }, {}, { "steady": [] }], "paint": "red" }
      """)
    #expect(
      problems == [
        "/isHidden: this is a number; true or false is accepted",
        "/opacity: 2 is out of range; 0…1 is accepted",
        "/position: the array has 2 elements; [x, y, z] is accepted",
        "/velocity/0: 1e39 is too large; up to 3.4028235e38 is accepted",
        "/mass: this is a string; a number in kg is accepted",
        "/mask: -2 is out of range; a whole number of 0…4294967295 is accepted",
        "/seed: 1.5 is not whole; a whole number of 0…18446744073709551615 is accepted",
        "/culling: \"frnt\" is not known; did you mean \"front\"?",
        "/light/shape/sput: unknown shine \"sput\"; did you mean \"spot\"?",
        "/light/intensity: -1 is out of range; 0…1000000 lm is accepted",
        "/paint: no paint is named \"red\"; the file names none",
        "/shines/0/off/x: unknown key \"x\"; {} is accepted",
        "/shines/1: this is an object with 0 keys; an object with one key of "
          + "omni, spot, steady, off, all is accepted",
        "/shines/2/steady: this is an array; a number in lm is accepted",
        "/posiiton: unknown key \"posiiton\"; did you mean \"position\"?",
        "/timer: unknown key \"timer\"; accepted are isHidden, opacity, position, anglesDegrees, "
          + "scale, velocity, mass, mask, seed, culling, title, light, paint, shines",
      ])
    #expect(thing.opacity == 1 && thing.mass == 1 && thing.culling == .back)
  }

  @Test("Null resets a property to its default and clears an optional")
  func null() throws {
    var thing = ThingState()
    thing.opacity = 0.2
    thing.light = Lamp()
    let (read, problems) = try read(
      ThingState.self, "{\"opacity\": null, \"light\": null}", into: thing)
    #expect(problems.isEmpty)
    #expect(read.opacity == 1 && read.light == nil)
  }

  @Test("Objects merge into the current value, arrays replace it")
  func merging() throws {
    var thing = ThingState()
    thing.light = Lamp()
    thing.light?.shape = .spot(Spot())
    thing.light?.intensity = 5
    thing.shines = [.off, .off]
    let (read, problems) = try read(
      ThingState.self,
      "{\"light\": {\"shape\": {\"spot\": {\"innerDegrees\": 180}}}, \"shines\": [{\"steady\": 1}]}",
      into: thing)
    #expect(problems.isEmpty)
    #expect(read.light?.intensity == 5)
    var spot = Spot()
    spot.inner = Float(Double.pi)
    #expect(read.light?.shape == .spot(spot))
    #expect(read.shines == [.steady(1)])
  }

  @Test("The cases of an inlined choice are mutually exclusive keys of the record")
  func inlinedChoice() throws {
    let (solid, none) = try read(
      Primitive.self, "{\"spot\": {\"innerDegrees\": 10}, \"paints\": []}")
    #expect(none.isEmpty)
    guard case .spot = solid.shine else {
      Issue.record("not a spot")
      return
    }
    #expect(solid.json == "{\"spot\":{\"innerDegrees\":10}}")
    #expect(
      try read(Primitive.self, "{\"spot\": {}, \"omni\": {}, \"x\": 1}").1 == [
        "/omni: \"omni\" and \"spot\" exclude each other; one of omni, spot, steady, off, all "
          + "is accepted",
        "/x: unknown key \"x\"; accepted are omni, spot, steady, off, all, paints",
      ])
    #expect(
      try read(Primitive.self, "{}").1 == [
        ": a key is missing; one of omni, spot, steady, off, all is accepted: What it is"
      ])
  }

  @Test("A required key may come from a lower layer")
  func layers() throws {
    let lower = try JSON.parse("{\"steady\": 3}")
    let (_, problems) = try read(Primitive.self, "{\"paints\": []}") { $0.layers = [lower] }
    #expect(problems.isEmpty)
  }

  @Test("A shared object is given by name and stays one object, or given inline")
  func shared() throws {
    let red = Paint("red", shininess: 9)
    let (solid, problems) = try read(
      Primitive.self, "{\"off\": {}, \"paints\": [\"red\", {\"shininess\": 2}, \"red\", \"rad\"]}"
    ) { $0.share(red, as: "red") }
    #expect(solid.paints[0] === red && solid.paints[2] === red)
    #expect(solid.paints[1] !== red && solid.paints[1].shininess == 2)
    #expect(problems == ["/paints/3: no paint is named \"rad\"; did you mean \"red\"?"])
    #expect(red.shininess == 9)
  }

  @Test("Keys that the caller reads itself are accepted and suggested")
  func extraKeys() throws {
    var reader = Reader()
    var thing = ThingState()
    thing.readProperties(
      try JSON.parse("{\"name\": \"x\", \"nodse\": []}"), &reader, alsoAccepting: ["name", "nodes"])
    #expect(
      reader.problems.map(\.message) == ["unknown key \"nodse\"; did you mean \"nodes\"?"])
  }

  @Test("Problems beyond the limit are counted, not stored")
  func limit() throws {
    let text = "[\((0..<500).map { _ in "{\"x\":1}" }.joined(separator: ","))]"
    var reader = Reader()
    for element in try #require(try JSON.parse(text).elements) {
      var thing = ThingState()
      thing.readProperties(element, &reader)
    }
    #expect(reader.problems.count == 100)
    #expect(reader.problemCount == 500)
  }
}
