import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Launch options")
struct LaunchTests {
  @Test(
    "A date is parsed and formatted as ISO 8601",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-01-01T00:00:00Z", 1_767_225_600_000),
      ("2000-02-29T12:34:56.789Z", 951_827_696_789), ("1969-12-31T23:59:59.999Z", -1),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
  func dates(text: String, milliseconds: Int64) throws {
    let date = try #require(WorldDate(text))
    #expect(date.milliseconds == milliseconds)
    #expect(date.description == text)
  }

  @Test("Every day of eight hundred years reads back as itself and follows the day before")
  func calendar() throws {
    var date = try #require(WorldDate("1600-01-01T06:00:00Z"))
    for _ in 0..<292_194 {
      let next = date.advanced(bySeconds: 86_400)
      #expect(WorldDate(next.description) == next)
      #expect(date.description < next.description)
      date = next
    }
    #expect(date.description == "2400-01-01T06:00:00Z")
  }

  @Test(
    "Invalid dates are rejected",
    arguments: [
      "", "2026", "2026-01-01", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
      "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00",
      "2026-01-01 00:00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234Z",
      "0000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "2026-01-01T00:00:00+00:00", "ääääääääääZ",
    ])
  func noDate(text: String) { #expect(WorldDate(text) == nil) }

  @Test("A date is clamped to the years that ISO 8601 can represent")
  func bounds() {
    #expect(WorldDate(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(WorldDate(milliseconds: .min).description == "0001-01-01T00:00:00Z")
    #expect(WorldDate().advanced(bySeconds: 1e300).description == "9999-12-31T23:59:59.999Z")
    #expect(WorldDate().advanced(bySeconds: -.infinity).description == "0001-01-01T00:00:00Z")
  }

  @Test("The date of a session advances with its ticks")
  func sessionDate() throws {
    let start = try #require(WorldDate("2026-11-21T23:59:59Z"))
    let session = try Session(
      scene: makeScene(), game: Diary(), launch: Launch(seed: 3, start: start))
    #expect(session.seed == 3)
    session.step(90)
    #expect(session.date.description == "2026-11-22T00:00:00.500Z")
  }

  @Test("Arguments, date and stored numbers are part of the state and of snapshots")
  func state() throws {
    var storage = Storage()
    storage["best"] = 7
    let launch = Launch(arguments: ["lives": 2, "easy": true, "name": "Ada"], storage: storage)
    let session = try Session(scene: makeScene(), game: Diary(), launch: launch)
    #expect(session.storage["best"] == 7)
    let plain = try Session(scene: makeScene(), game: Diary())
    #expect(session.hash != plain.hash)
    try plain.restore(session.snapshot())
    #expect(plain.hash == session.hash)
    #expect(plain.launch.arguments["lives"]?.number == 2)
    #expect(plain.launch.arguments["easy"]?.bool == true)
    #expect(plain.launch.arguments["name"]?.text == "Ada")
    #expect(plain.launch.arguments["other"] == nil)
  }

  @Test("A command line argument is a Boolean, a number or a string")
  func parsed() {
    #expect(LaunchValue(parsing: "true") == .bool(true))
    #expect(LaunchValue(parsing: "-2.5") == .number(-2.5))
    #expect(LaunchValue(parsing: "nan") == .text("nan"))
    #expect(LaunchValue(parsing: "two") == .text("two"))
  }
}
