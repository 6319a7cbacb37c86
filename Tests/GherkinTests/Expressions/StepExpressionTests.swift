import CaromGherkin
import Testing

@Suite("Step expressions")
struct StepExpressionTests {
  private func values(
    _ expression: String, _ text: String, _ types: ParameterTypes = ParameterTypes()
  ) throws -> [String]? {
    try StepExpression(expression, types: types).match(text)?.map {
      try $0.value().map { "\(type(of: $0)) \($0)" } ?? "nil"
    }
  }

  @Test("Built-in parameters become values of their types")
  func builtIn() throws {
    #expect(
      try values("{int} {byte} {short} {long} {biginteger}", "-1 2 3 4 99999999999999999999")
        == ["Int -1", "Int8 2", "Int16 3", "Int 4", "Int128 99999999999999999999"])
    #expect(try values("{float} {double}", "-.5 1.5E2") == ["Float -0.5", "Double 150.0"])
    #expect(
      try values("{word} {string} {string} {}", "a \"b \\\" c\" 'd' e f")
        == ["String a", "String b \" c", "String d", "String e f"])
    #expect(
      try values("{bigdecimal}", "3.141592653589793238462643") == [
        "String 3.141592653589793238462643"
      ])
    #expect(try values("{int}", "1.5") == nil)
  }

  @Test("A value out of range is an error with the value and the type")
  func outOfRange() throws {
    #expect {
      try values("{byte} lives", "300 lives")
    } throws: {
      "\($0)" == "300 is out of the range of {byte}, which is Int8"
    }
    #expect(throws: ParameterTypeError.self) { try values("{int}", "99999999999999999999") }
  }

  @Test("Optional text, alternatives and escapes match as written")
  func forms() throws {
    let balls = "I have {int} ball(s) in my box/hand"
    #expect(try values(balls, "I have 1 ball in my box") == ["Int 1"])
    #expect(try values(balls, "I have 2 balls in my hand") == ["Int 2"])
    #expect(try values(balls, "I have 2 balls in my foot") == nil)
    #expect(try values("\\{a} \\(b) c\\/d", "{a} (b) c/d") == [])
  }

  @Test("Errors have the official message and a pointer to the location")
  func errors() {
    #expect {
      try StepExpression("I have ({int}) 📚")
    } throws: {
      "\($0)" == """
        This Cucumber Expression has a problem at column 9:

        I have ({int}) 📚
                ^---^
        An optional may not contain a parameter type.
        If you did not mean to use an parameter type you can use '\\{' to escape the '{'
        """
    }
  }

  enum Color: String, CaseIterable { case red, darkBlue = "dark blue" }

  @Test("Registered types, with groups, enumerations and errors")
  func ownTypes() throws {
    var types = ParameterTypes()
    try types.add(ParameterType(name: "color", of: Color.self))
    try types.add(
      ParameterType(name: "point", patterns: ["\\((\\d+), (\\d+)\\)"], swiftType: "[Int]") {
        $0.compactMap { $0.flatMap { Int($0) } }
      })
    #expect(try values("a {color} ball", "a dark blue ball", types) == ["Color darkBlue"])
    #expect(try values("at {point}!", "at (3, 4)!", types) == ["Array<Int> [3, 4]"])
    #expect {
      try types.add(ParameterType(name: "int", patterns: ["x"]))
    } throws: {
      "\($0)" == "There is already a parameter type with name int"
    }
    #expect {
      try types.add(ParameterType(name: "a/b", patterns: ["x"]))
    } throws: {
      "\($0)"
        == "Illegal character in parameter name {a/b}. Parameter names may not contain '{', '}', "
        + "'(', ')', '\\' or '/'"
    }
    #expect {
      try types.add(ParameterType(name: "c", patterns: ["(x"]))
    } throws: {
      "\($0)".contains("invalid at column 1: unmatched '('")
    }
  }

  @Test("Regular expressions match any part, and their groups select parameter types")
  func regular() throws {
    #expect(
      try values("/^I tilt (-?\\d+) (left|right)$/", "I tilt -5 left") == [
        "Int -5", "String left",
      ])
    #expect(try values("^(\\d+)?x", "xy") == ["nil"])
    #expect(try values("/tilt/", "I tilt it") == [])
    #expect(try values("^tilt$", "I tilt it") == nil)
    #expect(throws: StepPatternError.self) { try StepExpression("/(?=a)/") }
  }

  @Test("Expressions that are too long or too deep are rejected")
  func bounds() {
    let deep = String(repeating: "(", count: 5_000)
    #expect(throws: CucumberExpressionError.self) { try StepExpression(deep) }
    #expect(throws: StepPatternError.self) { try StepExpression("^" + deep) }
    #expect(throws: (any Error).self) { try StepExpression(String(repeating: "a", count: 20_000)) }
    #expect(throws: StepPatternError.self) { try StepExpression("/((a{900}){900}){900}/") }
    #expect((try? StepExpression("/(?:(?:(?:){900}){900}){900}/")) != nil)
  }
}
