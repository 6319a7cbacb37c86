import CaromDocuments
import CaromMaths
import CaromProperties
import Testing

@Suite("Writing records")
struct WritingTests {
  @Test("Only properties that differ from their defaults are written, and read back equal")
  func roundTrip() throws {
    #expect(ThingState().json == "{}")
    let red = Paint("red", shininess: 3)
    let thing = StateTests.richThing(red)
    thing.state.mask = .max
    thing.state.angles = Vector3(0.1, -2, 3.14159)
    thing.state.scale.y = 0.1
    var reader = Reader()
    reader.share(red, as: "red")
    var again = ThingState()
    again.readProperties(try JSON.parse(thing.state.json), &reader)
    #expect(reader.problems.map(\.description) == [])
    #expect(again.stateHash == thing.state.stateHash)
    #expect(again.json == thing.state.json)
  }

  @Test("Loaded degrees are saved as the same degrees, and radians round-trip exactly")
  func degrees() throws {
    for degrees in ["45", "0.1", "-33.3", "360", "1e-3", "179.99", "12345.678", "1e-20"] {
      var reader = Reader()
      var spot = ThingState()
      spot.readProperties(try JSON.parse("{\"anglesDegrees\":[\(degrees),0,0]}"), &reader)
      let (once, first) = (spot.json, spot.angles.x)
      spot.readProperties(try JSON.parse(once), &reader)
      #expect(spot.angles.x == first && spot.json == once, "\(degrees)")
      if Float(degrees).map({ abs($0) > 0.01 }) == true {
        #expect(once == "{\"anglesDegrees\":[\(degrees),0,0]}")
      }
    }
    var state: UInt32 = 7
    for _ in 0..<20_000 {
      state = state &* 1_664_525 &+ 1_013_904_223
      let radians = Float(bitPattern: state)
      guard radians.isFinite else { continue }
      var thing = ThingState()
      thing.angles.x = radians
      let json = try JSON.parse(thing.json)
      var (reader, again) = (Reader(), ThingState())
      again.readProperties(json, &reader)
      // Degrees beyond the range of a Double cannot occur: a Float is far smaller.
      #expect(again.angles.x.bitPattern == radians.bitPattern || radians == 0)
    }
  }

  @Test("The schema is a JSON Schema with descriptions, units, ranges, defaults and cases")
  func schema() throws {
    let text = Schema.document(of: ThingState.self)
    let json = try JSON.parse(text)
    let thing = try #require(json["$defs"]?["ThingState"])
    #expect(json["$ref"]?.string == "#/$defs/ThingState")
    #expect(thing["additionalProperties"]?.bool == false)
    #expect(
      thing["properties"]?["opacity"]?.description
        == "{\"description\":\"One is solid (ratio)\",\"default\":1,\"type\":[\"number\",\"null\"],"
        + "\"minimum\":0,\"maximum\":1}")
    // One of three names, or null for the default.
    let culling = thing["properties"]?["culling"]?["enum"]
    #expect(culling?.elements?.count == 4)
    #expect(culling?[3]?.isNull == true)
    #expect(thing["properties"]?["timer"] == nil)
    let shine = json["$defs"]?["Shine"]
    #expect(shine?["properties"]?.members?.count == 5)
    #expect(shine?["minProperties"]?.double == 1 && shine?["maxProperties"]?.double == 1)
    #expect(JSONFormatter.format(text) == text)
  }

  @Test("An inlined choice and a required key become schema rules; a partial schema has none")
  func schemaRules() throws {
    let whole = try JSON.parse(Schema.document(of: Primitive.self))
    let solid = try #require(whole["$defs"]?["Primitive"])
    #expect(solid["allOf"]?[0]?["then"]?["oneOf"]?.elements?.count == 5)
    #expect(solid["properties"]?["spot"]?["$ref"]?.string == "#/$defs/Spot")
    var schema = Schema()
    schema.isPartial = true
    let reference = Primitive.schemaOfProperties(&schema)
    let part = try JSON.parse("{\(schema.definitionMembers(usedBy: reference))}")
    #expect(part["PrimitivePart"]?["allOf"] == nil)
    #expect(part["PrimitivePart"]?["properties"]?["spot"]?["type"]?[1]?.string == "null")
  }

  @Test("The docs table has one row for each property of files")
  func docs() {
    let rows = ThingState.docsTable.split(separator: "\n")
    #expect(rows.count == 2 + 14)
    #expect(rows.contains("| opacity | ratio | 0…1 | 1 | One is solid |"))
  }
}
