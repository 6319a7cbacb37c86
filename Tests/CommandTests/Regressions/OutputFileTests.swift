import Foundation
import Testing

/// Symptom: `--save /dev/null`, a pipe or a symbolic link became a regular file, a file lost its
/// mode, and a full disk behind stdout was a success.
///
/// Cause: every output was written to a new file that was renamed over the path, and failed writes
/// to stdout were ignored.
@Suite("Output files")
struct OutputFileTests {
  /// Saves a state of five ticks at a path.
  private func save(_ path: String) throws -> Program.Outcome {
    try Program.run("run", "brick-breaker", "--ticks", "5", "--save", path)
  }

  private func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("A file keeps its mode")
  func mode() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.jsonl"
      try "old".write(toFile: file, atomically: false, encoding: .utf8)
      try #require(chmod(file, 0o640) == 0)
      #expect(try save(file).exitCode == 0)
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode & 0o7777 == 0o640)
      #expect(try text(file).hasPrefix("{\"head\":1,"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jsonl"])
    }
  }

  @Test("A symbolic link is followed, also to a file that does not exist yet")
  func links() throws {
    try TemporaryFolder.use { folder in
      for (name, isThere) in [("there", true), ("missing", false)] {
        let (link, target) = (folder.path + "/link-" + name, folder.path + "/" + name)
        if isThere { try "old".write(toFile: target, atomically: false, encoding: .utf8) }
        try #require(symlink(name, link) == 0)
        #expect(try save(link).exitCode == 0)
        #expect(kind(link) == S_IFLNK && kind(target) == S_IFREG)
        #expect(try text(target).hasPrefix("{\"head\":1,"))
      }
    }
  }

  @Test("A pipe is written to", arguments: ["--save", "--record"])
  func pipe(option: String) throws {
    try TemporaryFolder.use { folder in
      try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
      let run = try Program.shell(
        "cat pipe > copy & \"$CAROM\" run brick-breaker --ticks 5 \(option) pipe; code=$?; wait; exit $code",
        in: folder)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(kind(folder.path + "/pipe") == S_IFIFO)
      #expect(try text(folder.path + "/copy").hasPrefix("{\"head\":1,"))
    }
  }

  @Test("A device is written to; a full one is an error")
  func devices() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/null"
      // Not the system's own, which the fault would have replaced.
      guard mknod(file, S_IFCHR | 0o666, makedev(1, 3)) == 0 else {
        print("skipped: only root creates devices")
        return
      }
      #expect(try save(file).exitCode == 0)
      #expect(kind(file) == S_IFCHR)
      let full = folder.path + "/full"
      try #require(mknod(full, S_IFCHR | 0o666, makedev(1, 7)) == 0)
      let run = try save(full)
      #expect(run.exitCode == 1 && run.errors.contains("full: cannot be written: No space left"))
    }
  }

  private func makedev(_ major: UInt64, _ minor: UInt64) -> dev_t { dev_t(major << 8 | minor) }

  @Test("A failed write to stdout has exit code 1; a closed reader has not")
  func fullOutput() throws {
    try TemporaryFolder.use { folder in
      let full = try Program.shell("\"$CAROM\" games > /dev/full", in: folder)
      #expect(full.exitCode == 1)
      #expect(full.errors == "carom: standard output: cannot be written: No space left on device\n")
      let help = try Program.shell("\"$CAROM\" --help > /dev/full", in: folder)
      #expect(help.exitCode == 1)
      let head = try Program.shell("\"$CAROM\" games | head -1", in: folder)
      #expect(head.exitCode == 0 && head.errors.isEmpty)
    }
  }

  @Test("The file - is stdout, and results are printed on stderr")
  func dash() throws {
    try TemporaryFolder.use { folder in
      let run = try Program.shell("\"$CAROM\" run brick-breaker --ticks 5 --save -", in: folder)
      #expect(run.exitCode == 0)
      #expect(run.output.hasPrefix("{\"head\":1,") && run.output.split(separator: "\n").count == 1)
      #expect(run.errors.contains("ticks    5\n"))
      let render = try Program.shell(
        "\"$CAROM\" render brick-breaker --size 8x8 -o - > a.png", in: folder)
      #expect(render.exitCode == 0 && render.errors.isEmpty)
      #expect(try Picture.size(of: folder.path + "/a.png") == [8, 8])
    }
  }

  @Test("Two outputs in one file are refused before anything runs")
  func twice() throws {
    try TemporaryFolder.use { folder in
      try #require(symlink("a", folder.path + "/b") == 0)
      let run = try Program.run(
        "run", "brick-breaker", "--save", folder.path + "/a", "--sounds", folder.path + "/b")
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("--sounds: '\(folder.path)/b' is also the file of --save"))
      let nothing = try Program.run(
        "run", "brick-breaker", "--ticks", "5", "--save", "/dev/null", "--sounds", "/dev/null")
      #expect(nothing.exitCode == 0 && kind("/dev/null") == S_IFCHR, "\(nothing.errors)")
    }
  }

  @Test("A second recording into the same file is refused, and the first one stays whole")
  func recordings() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.replay.jsonl"
      let first = try RunningProgram(
        ["run", "brick-breaker", "--bot", "--ticks", "1000000000", "--record", file], in: folder)
      first.wait { (try? text(file).contains("\"t\":60,")) ?? false }
      let second = try Program.run("run", "brick-breaker", "--ticks", "5", "--record", file)
      #expect(second.exitCode == 1)
      #expect(second.errors.contains("another command is writing to it"))
      first.send(SIGTERM)
      #expect(try first.finish().exitCode == 143)
      let short = folder.path + "/short"
      let trim = try Program.run("replay", "trim", file, "--to", "120", "-o", short)
      #expect(trim.exitCode == 0, "\(trim.errors)")
      #expect(try Program.run("replay", "verify", short).exitCode == 0)
    }
  }

  @Test(
    "A path that cannot be a file is incorrect use, before anything runs",
    arguments: ["", "/", "/dev/null/x"])
  func wrongUse(path: String) throws {
    for arguments in [
      ["fuzz", "brick-breaker", "--runs", "1", "--ticks", "5", "-o", path],
      ["run", "brick-breaker", "--ticks", "5", "--frame", path],
      ["render", "brick-breaker", "-o", path],
      ["test", "Tests/GameStepsTests/Features", "--dry-run", "--junit", path],
    ] {
      let run = try Program.run(arguments)
      #expect(run.exitCode == 2 && run.output.isEmpty, "\(arguments) \(run.errors)")
    }
  }
}
