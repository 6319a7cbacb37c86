import CaromDocuments
import Testing

@Suite("Nearest word")
struct NearestTests {
  @Test("A slip of one letter in a short word and of a third in a long one is understood")
  func slipsAreUnderstood() {
    #expect(nearest("posiiton", in: ["rotation", "position"]) == "position")
    #expect(nearest("Mass", in: ["mass"]) == "mass")
    #expect(nearest("ms", in: ["mass", "m"]) == "m")
    #expect(nearest("velocity", in: ["mass", "shape"]) == nil)
  }

  @Test("A part of the only name with hyphens that has it is understood")
  func partsAreUnderstood() {
    let games = ["marble-maze", "brick-breaker", "rules"]
    #expect(meant(by: "marble", in: games) == "marble-maze")
    #expect(meant(by: "Breaker", in: games) == "brick-breaker")
    #expect(meant(by: "marble", in: games + ["marble-run"]) == nil, "either could be meant")
    #expect(meant(by: "mar", in: games) == nil)
    #expect(meant(by: "text", in: ["textColor", "width"]) == nil, "keys have no hyphens")
  }

  @Test("A suggestion lists what is accepted if nothing is near")
  func listsWhenNothingIsNear() {
    #expect(suggestion(for: "x", in: ["mass", "shape"]) == "; accepted are mass, shape")
    #expect(suggestion(for: "shap", in: ["mass", "shape"]) == "; did you mean \"shape\"?")
  }
}
