import Foundation
import TestSupport
import Testing

/// `carom test --trace` and `carom replay trace`.
@Suite("Traces by command")
struct TraceCommandTests {
  @Test("A minute of marble-maze is a page of at most 5 MB, the same each time, with an index")
  func minute() throws {
    try TemporaryFolder.use { folder in
      let feature = folder.appending(path: "minute.feature")
      try Data(
        """
        Feature: A minute
          @game:marble-maze
          Scenario: The bot plays
            When the bot plays for 1200 ticks
            And the bot plays for 1200 ticks
            And the bot plays for 1200 ticks
        """.utf8
      ).write(to: feature)
      func page(_ name: String) throws -> Data {
        let program = try RunningProgram(
          ["test", feature.path, "--trace", folder.path + "/" + name], in: folder)
        let run = try program.finish()
        #expect(run.exitCode == 0, "\(run.errors)")
        print("measured: \(program.cpuSeconds) s, \(program.peakMemory >> 20) MiB for a trace")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name)
        #expect(pages.count == 2 && pages.contains("index.html"))
        let file = try #require(pages.first { $0.hasSuffix("__minute-feature-3.trace.html") })
        return try Data(contentsOf: folder.appending(path: name + "/" + file))
      }
      let first = try page("a")
      print("measured: \(first.count) bytes for 3,600 ticks of marble-maze")
      #expect(first.count <= 5_000_000)
      #expect(try page("b") == first)
    }
  }

  @Test("A recording is traced, opens at the hash that differs, and a report links to traces")
  func recording() throws {
    try TemporaryFolder.use { folder in
      let record = folder.path + "/a b.replay.jsonl"
      let played = try Program.run(
        "run", "brick-breaker", "--bot", "--ticks", "200", "--record", record)
      #expect(played.exitCode == 0, "\(played.errors)")
      let good = try Program.run("replay", "trace", record, "-o", folder.path + "/good.html")
      #expect(good.exitCode == 0 && good.output.contains("good.html: 200 ticks"), "\(good.errors)")
      let text = try String(contentsOfFile: record, encoding: .utf8)
      let check = #/"t":120,"check":"[0-9a-f]{4}/#
      let changed = text.replacing(check, with: "\"t\":120,\"check\":\"0000")
      #expect(changed != text)
      try Data(changed.utf8).write(to: URL(filePath: record))
      let bad = try Program.run("replay", "trace", record, in: folder)
      #expect(bad.exitCode == 1 && bad.errors.contains("the state differs at tick 120"))
      let page = try String(contentsOfFile: folder.path + "/a b.trace.html", encoding: .utf8)
      #expect(page.contains("\"failure\":120") && page.contains("\"count\":200"))
      for wrong in [[record, "-o", record], [folder.path + "/none.jsonl"]] {
        #expect(try Program.run(["replay", "trace"] + wrong).exitCode == 2)
      }
    }
  }

  @Test("A report links to the traces, wherever they are, and a file is no folder for traces")
  func report() throws {
    try TemporaryFolder.use { folder in
      let feature = folder.appending(path: "a.feature")
      try Data("Feature: F\n  @game:brick-breaker\n  Scenario: A\n    When 2 ticks pass\n".utf8)
        .write(to: feature)
      let run = try Program.run(
        "test", feature.path, "--trace", folder.path + "/t r", "--report",
        folder.path + "/out/r.html")
      #expect(run.exitCode == 0, "\(run.errors)")
      let page = try String(contentsOfFile: folder.path + "/out/r.html", encoding: .utf8)
      let link = try #require(page.firstMatch(of: #/href="(\.\./t%20r/[^"]+)"/#)?.output.1)
      let file = folder.path + "/out/" + link.replacing("%20", with: " ")
      #expect(FileManager.default.fileExists(atPath: file), "\(file)")
      let wrong = try Program.run("test", feature.path, "--trace", feature.path)
      #expect(wrong.exitCode == 2 && wrong.errors.contains("a folder is accepted"))
      #expect(try Program.run("test", feature.path, "--trace", "t", "--dry-run").exitCode == 2)
    }
  }
}
