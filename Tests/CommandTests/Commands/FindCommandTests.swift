import TestSupport
import Testing

@Suite("carom find")
struct FindCommandTests {
  @Test("Finds nodes of a game with XPath and prints their paths")
  func xpath() throws {
    let run = try Program.run("find", "marble-maze", "//node[@role='ball']")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("1 match\n/"))
    let count = try Program.run("find", "brick-breaker", "count(//node[@role]) > 10")
    #expect(count.output == "true\n")
  }

  @Test("Finds a label by its text")
  func label() throws {
    let run = try Program.run("find", "marble-maze", "//label[.='Press Space to start']")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "1 match\nlabel message = Press Space to start\n", "\(run.output)")
  }

  @Test("Finds nodes with CSS after some ticks, as JSON")
  func css() throws {
    let run = try Program.run(
      "find", "marble-maze", ".ball", "--css", "--at", "30", "--bot", "--json", "--attributes",
      "--suggest")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("\"tick\":30,\"matches\":[{\"path\":\"/"))
    #expect(run.output.contains("\"position.y\":") && run.output.contains("\"stability\":1"))
  }

  @Test("No match has exit code 1 and reports the failed step with suggestions")
  func miss() throws {
    let run = try Program.run("find", "marble-maze", "//node[@role='bal']")
    #expect(run.exitCode == 1)
    #expect(run.output == "0 matches\n")
    #expect(run.errors.contains("values of @role nearby: \"ball\" (1)"))
  }

  @Test("An invalid selector has exit code 2 and a column")
  func wrong() throws {
    let run = try Program.run("find", "marble-maze", "//node[")
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.contains("column 8"))
  }
}
