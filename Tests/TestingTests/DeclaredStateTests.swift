import CaromProperties
import CaromSimulation
import CaromTesting
import Testing

/// A game whose state has a stored property missing from its declaration.
private final class ForgetfulGame: Game {
  struct State: GameState {
    static let summary = "The state of a test game"
    var score: Int32 = 0
    var combo: Int32 = 0
    var phaseName: String { "playing" }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The points")
    }
  }

  static let name = "forgetful"
  static let title = "Forgetful"
  static let summary = "Forgets its combo"
  var state = State()
}

@Suite("Declared state of games")
struct DeclaredStateTests {
  @Test("An undeclared property of a game's state is named")
  func undeclaredProperty() {
    #expect(ForgetfulGame.undeclaredState == ["State.combo"])
    withKnownIssue {
      ForgetfulGame.checkDeclaredState()
    } matching: { issue in
      "\(issue)".contains("State.combo is stored, but not declared")
    }
  }

  @Test("A game without rules has only declared state")
  func declaredState() {
    NoRules.checkDeclaredState()
  }
}
