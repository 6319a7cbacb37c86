import TestSupport
import Testing

@Suite("carom find")
struct FindCommandTests {
  @Test("Finds nodes of a game by XPath and tells their paths")
  func xpath() throws {
    let run = try Program.run("find", "marble-maze", "//node[@role='ball']")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("1 match\n/"))
    let count = try Program.run("find", "brick-breaker", "count(//node[@role]) > 10")
    #expect(count.output == "true\n")
  }

  @Test("Finds a label by what it says")
  func label() throws {
    let run = try Program.run("find", "marble-maze", "//label[.='Press space to start']")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "1 match\nlabel message = Press space to start\n", "\(run.output)")
  }

  @Test("Finds by CSS after some ticks, as JSON")
  func css() throws {
    let run = try Program.run(
      "find", "marble-maze", ".ball", "--css", "--at", "30", "--bot", "--json", "--attributes",
      "--suggest")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("\"tick\":30,\"matches\":[{\"path\":\"/"))
    #expect(run.output.contains("\"position.y\":") && run.output.contains("\"stability\":1"))
  }

  @Test("Nothing found is exit code 1 with the step that failed and what is near")
  func miss() throws {
    let run = try Program.run("find", "marble-maze", "//node[@role='bal']")
    #expect(run.exitCode == 1)
    #expect(run.output == "0 matches\n")
    #expect(run.errors.contains("values of @role nearby: \"ball\" (1)"))
  }

  @Test("A wrong selector is exit code 2 with its column")
  func wrong() throws {
    let run = try Program.run("find", "marble-maze", "//node[")
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.contains("column 8"))
  }
}
