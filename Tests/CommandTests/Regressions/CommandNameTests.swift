import Foundation
import Testing

/// Symptom: `carom scnee` printed "Unexpected argument 'scnee'", and a level without the ball of
/// its game, or a path with a typing error, was reported without a position or a suggestion.
///
/// Cause: the parser of arguments does not compare words with the names of commands, the game's
/// requirements were reported for the whole file, and a missing file was not compared with others.
@Suite("Words that are almost right")
struct CommandNameTests {
  @Test(
    "An unknown command is answered by the one that was meant",
    arguments: [
      (["scnee"], "there is no command 'carom scnee'; did you mean \"scene\"?"),
      (
        ["scene", "chekc", "x"], "there is no command 'carom scene chekc'; did you mean \"check\"?"
      ),
      (["replay", "vrify"], "there is no command 'carom replay vrify'; did you mean \"verify\"?"),
      (["help", "rendr"], "there is no command 'carom rendr'; did you mean \"render\"?"),
      (["frobnicate"], "there is no command 'carom frobnicate'; accepted are play, run, render"),
    ])
  func commands(arguments: [String], message: String) throws {
    let run = try Program.run(arguments)
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("carom: " + message), "\(run.errors)")
  }

  @Test("Commands, their options and help are not mistaken for unknown ones")
  func known() throws {
    for arguments in [["help"], ["help", "scene"], ["scene", "--help"], ["--help"]] {
      let run = try Program.run(arguments)
      #expect(run.exitCode == 0 && run.output.contains("USAGE: carom"), "\(arguments)")
    }
  }

  @Test("What a scene lacks for its game is at the key that names the game")
  func missingRole() throws {
    try TemporaryFolder.use { folder in
      let text = "{ \"format\": \"carom.scene/1\",\n  \"game\": \"marble-maze\", \"nodes\": [] }\n"
      try text.write(to: folder.appending(path: "level.json"), atomically: true, encoding: .utf8)
      let run = try Program.run("scene", "check", "level.json", in: folder)
      #expect(run.exitCode == 1)
      #expect(
        run.errors.hasPrefix("level.json:2:11: /game: the scene has 0 nodes with the role ball"),
        "\(run.errors)")
      let near = try Program.run("scene", "check", "levle.json", in: folder)
      #expect(near.exitCode == 2)
      #expect(
        near.errors == "levle.json: there is no such file; did you mean \"level.json\"?\n",
        "\(near.errors)")
    }
  }

  @Test("Warnings about properties without effect are printed by commands, and fail --strict")
  func effects() throws {
    try TemporaryFolder.use { folder in
      let text = """
        { "format": "carom.scene/1",
          "materials": { "red": {} },
          "nodes": [{ "light": { "type": "ambient", "castsShadow": true } }] }

        """
      try text.write(to: folder.appending(path: "level.json"), atomically: true, encoding: .utf8)
      let lines = """
        level.json:2:18: warning: /materials/red: nothing uses the material "red"; a geometry with \
        "materials": ["red"] is accepted
        level.json:3:60: warning: /nodes/0/light/castsShadow: an ambient light casts no shadows; \
        "type": "directional" or "spot" is accepted

        """
      for arguments in [["scene", "check"], ["scene", "tree"]] {
        let run = try Program.run(arguments + ["level.json"], in: folder)
        #expect(run.exitCode == 0 && run.errors == lines, "\(run.errors)")
      }
      #expect(try Program.run("scene", "check", "--strict", "level.json", in: folder).exitCode == 1)
    }
  }
}
