import CaromProperties
import Testing

private struct Crane: Part {
  static let summary = "Lifts loads"
  var winch = Winch()
  var reach: Float = 2

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("winch", \.winch, "The winch")
    p.property("reach", \.reach, "The length of the arm", .meters, 1...10)
  }
}

private struct Winch: Part {
  static let summary = "Winds a rope"
  var force: Float = 5
  var limit: Float?

  var problem: String? { (limit ?? 1) < 0 ? "the limit is negative" : nil }

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("force", \.force, "The maximum force", .newtons, 0...100)
    p.property("limit", \.limit, "The maximum length", .meters)
  }
}

@Suite("Checks of properties")
struct PropertyChecksTests {
  @Test("A number out of range is found in a nested part, by its path")
  func nested() {
    var crane = Crane()
    #expect(crane.invalidProperty == nil)
    crane.winch.force = 101
    #expect(crane.invalidProperty?.key == "winch.force")
    #expect(crane.invalidProperty?.problem == "101 is out of range; 0…100 N is accepted")
    crane.winch.force = 1
    crane.reach = .nan
    #expect(crane.invalidProperty?.key == "reach")
  }

  @Test("Numbers of the given units can be infinite, but not negative")
  func infinite() {
    var crane = Crane()
    crane.winch.force = .infinity
    #expect(crane.invalidProperty?.key == "winch.force")
    #expect(crane.invalidProperty(allowingInfinite: [.newtons]) == nil)
    crane.winch.force = -.infinity
    #expect(crane.invalidProperty(allowingInfinite: [.newtons])?.key == "winch.force")
    crane.winch.force = 1
    crane.reach = .infinity
    #expect(crane.invalidProperty(allowingInfinite: [.newtons])?.key == "reach")
  }

  @Test("The problem of a nested part counts on request")
  func problems() {
    var crane = Crane()
    crane.winch.limit = -1
    #expect(crane.invalidProperty == nil)
    let found = crane.invalidProperty(allowingInfinite: [], includingProblems: true)
    #expect(found?.key == "winch" && found?.problem == "the limit is negative")
  }
}
