import ArgumentParser
import CaromAutomation
import CaromContent
import CaromSceneFiles
import CaromSimulation
import Foundation

/// `carom mcp`: serves a game to an agent.
struct AgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve a game or scene to an agent through the Model Context Protocol.",
    discussion: """
      Messages are lines of JSON on standard input and output. The tools are the commands of the \
      engine: find, get, set, step, act, click, screenshot, seek, replay and others. Time stands still \
      between calls. When the input ends, so does the program; --record writes what the agent did.

      A client such as an editor starts it with a configuration like \
      {"mcpServers": {"game": {"command": "carom", "args": ["mcp", "marble-maze"]}}}.

      EXAMPLE: carom mcp marble-maze
      EXAMPLE: carom mcp Scenes/brick-breaker/level1.json --seed 7 --record agent.replay.jsonl
      """)

  @Argument(help: ArgumentHelp("The name of a game, or a scene file.", valueName: "game|scene"))
  var subject: String?

  @Option(
    parsing: .unconditional, help: "The seed of the random streams. Default: 1.",
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Write the recording when the input ends.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp("The folder of golden images for the tool golden.", valueName: "folder"))
  var goldens: String?

  @OptionGroup var level: LevelOption
  @OptionGroup var content: ContentOptions

  func run() throws {
    let subject = try GameProgram.current.subject(subject)
    // Standard output belongs to the protocol.
    Terminal.reserveOutput()
    let isGame = GameProgram.current.games.contains { $0.name == subject }
    let loader = try content.loader(isNeeded: isGame)
    if let goldens, !Files.isFolder(goldens) {
      throw CommandFailure.wrongUse(
        "--goldens: there is no folder '\(goldens)'; a folder of images is accepted")
    }
    let runner = try orFail {
      try CommandRunner(
        launch: Launch(seed: seed), level: level.level, goldens: goldens
      ) { launch, level in
        try loader.load(subject, level: level, launch: launch)
      }
    }
    let loaded = try orFail { try loader.load(subject, level: level.level) }
    let server = AgentServer(
      runner, resources: AgentServer.resources(of: loaded, games: loader.games))
    let messages = InputLines { [cancellation = server.cancellation] in cancellation.note($0) }
    while let line = messages.next() {
      guard let response = server.answer(line) else { continue }
      let failure = OutputFile.write(Array((response + "\n").utf8), to: 1)
      guard failure != 0 else { continue }
      // A client that closed its end has ended the session.
      if failure == EPIPE { break }
      throw CommandFailure.checkFailed(
        "standard output: cannot be written: \(String(cString: strerror(failure)))")
    }
    if let record {
      try Files.write(Array(try orFail { try runner.replay() }.utf8), to: record)
    }
  }
}
