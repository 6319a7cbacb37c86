import CaromMaths
import CaromProperties
import Testing

@Suite("State")
struct StateTests {
  /// A thing that uses every kind of value.
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

  @Test("What is saved and loaded into a fresh object has the same hash")
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
}
