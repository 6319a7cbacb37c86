import Foundation
import Testing

/// Symptom: a misspelled game outside of a checkout was answered by "no folder of scenes"; the
/// agent's server ended with 0 on a full disk; `--against` printed an error of Foundation; a folder
/// that is a file was refused after all scenarios had run; `find "//ball"` listed components; a
/// link that leads nowhere was answered by its own name.
///
/// Cause: the folder was looked for before the name; write errors ended the loop without a code;
/// errors were passed on as they came; names of nodes were not known to hints.
@Suite("What strangers typed")
struct StrangerTests {
  private static let scene = """
    { "format": "carom.scene/1", "nodes": [{ "name": "ball", "geometry": { "sphere": {} } }] }
    """

  @Test("A name that is no game is reported as such, also without a folder of scenes")
  func unknownGame() throws {
    try TemporaryFolder.use { folder in
      // The program finds the checkout around itself, so it is run from elsewhere.
      let program = Program.executable.path
      for command in ["run marbel-maze", "find marbel-maze //node", "mcp marbel-maze"] {
        let line = "test -e carom || ln '\(program)' carom || cp '\(program)' carom; ./carom "
        let (code, errors) = try shell(line + command, in: folder)
        #expect(code == 2)
        #expect(errors.contains("there is no game 'marbel-maze'"), "\(errors)")
      }
    }
  }

  // Symptom: every command ran for ever. Cause: the parents of the relative path ".".
  @Test("Commands run and fail as elsewhere in a working directory that was deleted")
  func deletedFolder() throws {
    try TemporaryFolder.use { folder in
      let program = "timeout 60 '\(Program.executable.path)' "
      let start = "mkdir gone && cd gone && rmdir ../gone && "
      let run = start + program + "run marble-maze --ticks 10"
      #expect(try shell(run, in: folder).0 == 0)
      for path in ["b.jsonl", "a/b.jsonl"] {
        let (code, errors) = try shell(run + " --record \(path)", in: folder)
        #expect(code == 2)
        #expect(errors.contains("\(path): the working directory was deleted"), "\(errors)")
      }
    }
  }

  // Symptom: levels in /usr/share/carom, which stayed there after the package was removed.
  @Test("Levels are not generated into the folder of an installed program")
  func installedFolder() throws {
    try TemporaryFolder.use { folder in
      let program = Program.executable.path
      let install =
        "mkdir -p bin share/carom/Scenes share/carom/Assets && "
        + "(ln '\(program)' bin/carom || cp '\(program)' bin/carom) && "
      let (code, errors) = try shell(install + "bin/carom generate marble-maze", in: folder)
      #expect(code == 2)
      #expect(errors.contains("share/carom' is the installed folder; a copy"), "\(errors)")
    }
  }

  /// Runs a line of the shell; returns the exit code and the standard error.
  private func shell(_ line: String, in folder: URL) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["CAROM_ROOT"] = nil
    process.environment = variables
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// A folder of scenes and assets without a package was no root: the program asked for `--root`,
  /// or read the scenes of the checkout around itself.
  @Test("A working folder with Scenes and Assets is the root; one with Scenes alone is not")
  func workingFolder() throws {
    try TemporaryFolder.use { folder in
      let level = folder.appending(path: "Scenes/marble-maze/level1.json")
      for path in [level.deletingLastPathComponent(), folder.appending(path: "Assets")] {
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      }
      try "{ \"format\": \"carom.scene/9\" }".write(to: level, atomically: true, encoding: .utf8)
      let arguments = ["run", "marble-maze", "--ticks", "1"]
      let own = try Program.run(arguments, in: folder)
      #expect(own.exitCode == 1 && own.errors.contains("carom.scene/9"), "\(own.errors)")
      try FileManager.default.removeItem(at: folder.appending(path: "Assets"))
      #expect(try Program.run(arguments, in: folder).exitCode == 0)
    }
  }

  @Test("The agent's server fails if its answers cannot be written")
  func fullDisk() throws {
    try TemporaryFolder.use { folder in
      try Self.scene.write(
        to: folder.appending(path: "a.json"), atomically: true, encoding: .utf8)
      let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
      let (code, text) = try shell(
        "echo '\(ping)' | '\(Program.executable.path)' mcp a.json > /dev/full", in: folder)
      #expect(code == 1)
      #expect(text.contains("standard output: cannot be written: No space left"), "\(text)")
    }
  }

  @Test("The name of a node in the place of an element is answered by a selector that finds it")
  func nodeName() throws {
    try TemporaryFolder.use { folder in
      try Self.scene.write(
        to: folder.appending(path: "a.json"), atomically: true, encoding: .utf8)
      for selector in ["//ball", "/ball"] {
        let run = try Program.run("find", "a.json", selector, in: folder)
        #expect(run.exitCode == 1)
        #expect(
          run.errors.contains("ball is the name of a node; //node[@name='ball'] is accepted"),
          "\(run.errors)")
      }
      let css = try Program.run("find", "a.json", "ball", "--css", in: folder)
      #expect(css.errors.contains("or #ball in CSS"), "\(css.errors)")
    }
  }

  @Test("A link that leads nowhere, a program that is none and a file for a folder are named")
  func files() throws {
    try TemporaryFolder.use { folder in
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: folder.path + "/loop.json", withDestinationPath: "loop.json")
      let link = try Program.run("scene", "check", "loop.json", in: folder)
      #expect(link.exitCode == 2 && !link.errors.contains("did you mean"), "\(link.errors)")
      try Self.scene.write(
        to: folder.appending(path: "a.json"), atomically: true, encoding: .utf8)
      _ = try Program.run("run", "a.json", "--ticks", "2", "--record", "a.jsonl", in: folder)
      let other = try Program.run("replay", "bisect", "a.jsonl", "--against", "none", in: folder)
      #expect(other.exitCode == 2)
      #expect(other.errors.contains("'none' cannot be run; the path of"), "\(other.errors)")
      let feature = """
        Feature: A
          Scenario: B
            Given the scene "a.json"
            Then the score is 7
        """
      try feature.write(
        to: folder.appending(path: "a.feature"), atomically: true, encoding: .utf8)
      let test = try Program.run("test", "a.feature", "--recordings", "a.json", in: folder)
      #expect(test.exitCode == 2 && test.output.isEmpty)
      #expect(test.errors.contains("--recordings: 'a.json' is not a folder"), "\(test.errors)")
    }
  }
}
