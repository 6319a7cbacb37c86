import CaromDocuments
import CaromMaths
import CaromProperties
import Testing

@Suite("Properties by name")
struct PathTests {
  private func problem(_ body: () throws(Problem) -> Void) -> String? {
    do throws(Problem) {
      try body()
      return nil
    } catch { return error.message }
  }

  @Test("A property is read and set by its dotted path, in the units of files")
  func getAndSet() throws {
    var thing = ThingState()
    thing.light = Lamp()
    thing.light?.shape = .spot(Spot())
    thing.shines = [.off, .steady(1)]
    try thing.set("light.shape.spot.outerDegrees", to: JSON.parse("60"))
    #expect(try thing.get("light.shape.spot.outerDegrees") == "60")
    try thing.set("shines.1.steady", to: JSON.parse("4"))
    #expect(thing.shines == [.off, .steady(4)])
    #expect(try thing.get("position") == "[0,0,0]")
    #expect(try thing.get("timer") == "0")
    #expect(try thing.get("light.shape") == "{\"spot\":{\"outerDegrees\":60}}")
  }

  @Test("The cases of an inlined choice are names of the record")
  func inlinedChoice() throws {
    var solid = Primitive()
    solid.shine = .spot(Spot())
    try solid.set("spot.innerDegrees", to: JSON.parse("20"))
    #expect(try solid.get("spot.innerDegrees") == "20")
    #expect(
      problem { () throws(Problem) in _ = try solid.get("omni.radius") }?.contains("is not there")
        == true)
  }

  @Test("A wrong name, a wrong value and a nil optional are reported and change nothing")
  func reports() throws {
    var thing = ThingState()
    let one = try JSON.parse("1")
    #expect(
      problem { () throws(Problem) in try thing.set("opacty", to: one) }
        == "thing has no property opacty; did you mean \"opacity\"?")
    #expect(
      problem { () throws(Problem) in try thing.set("opacity.x", to: one) }
        == "thing has no property opacity.x: opacity has no such part")
    #expect(
      problem { () throws(Problem) in try thing.set("light.intensity", to: one) }
        == "light.intensity: light is not set; set the whole of it first")
    #expect(
      problem { () throws(Problem) in try thing.set("position", to: one) }
        == "this is a number; [x, y, z] is accepted")
    #expect(problem { () throws(Problem) in try thing.set("shines.3", to: one) } != nil)
    #expect(
      problem { () throws(Problem) in try thing.set("light.intensty", to: one) }
        == "thing has no property light.intensty: light has no intensty; did you mean "
        + "\"intensity\"?")
    #expect(
      problem { () throws(Problem) in try thing.set("light.shape.spott.innerDegrees", to: one) }
        == "thing has no property light.shape.spott.innerDegrees: shape has no spott; did you "
        + "mean \"spot\"?")
    #expect(
      problem { () throws(Problem) in try thing.set("shines.first", to: one) }
        == "thing has no property shines.first: shines is a list; an index such as 0 is accepted"
    )
    #expect(thing.stateHash == ThingState().stateHash)
  }

  @Test("A number is animated by its resolved path, in stored units")
  func animates() throws {
    var thing = ThingState()
    thing.light = Lamp()
    thing.light?.shape = .spot(Spot())
    let angle = try ThingState.find("light.shape.spot.innerDegrees")
    thing.driveState(angle.path, SIMD4(1, 0, 0, 0))
    #expect(thing.light?.shape != .spot(Spot()))
    let place = try ThingState.find("position")
    #expect(place.info.unit == .meters)
    thing.driveState(place.path, SIMD4(1, 2, 3, 0))
    #expect(thing.position == Vector3(1, 2, 3))
  }
}
