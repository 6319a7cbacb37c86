import CaromTool
import Foundation
import TestSupport
import Testing

@Suite("Files of new packages")
struct PackageTemplateTests {
  static let assets = Repository.url("Assets").path
  static let names = PackageTemplate.names(assets: assets)

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func files(
    _ template: String, _ name: String, _ engine: String? = nil, in folder: String = "/tmp/new"
  ) throws -> [PackageTemplate.File] {
    try PackageTemplate(template, assets: Self.assets).files(
      name: PackageName(name), engine: EngineLocation(engine ?? Repository.root.path),
      in: URL(fileURLWithPath: folder))
  }

  @Test("There are templates, and an unknown one is rejected with their names")
  func known() {
    #expect(Self.names.contains("ball") && !Self.names.contains("common"))
    let failure = #expect(throws: CommandFailure.self) {
      try PackageTemplate("../common", assets: Self.assets)
    }
    #expect(failure?.message.contains("known: ball") ?? false)
  }

  @Test("Every file has the new name, and none the name of the template", arguments: names)
  func renamed(template: String) throws {
    let files = try files(template, "mini-golf")
    let old = ["my-game", "MyGame", "My Game"].map { $0.replacing("my", with: template) }
      .map { $0.replacing("My", with: template.capitalized) }
    for file in files {
      let text = String(validating: file.bytes, as: UTF8.self) ?? ""
      for word in old + ["my-game", "MyGame", "My Game"] {
        #expect(!text.contains(word) && !file.path.contains(word), "\(file.path) has \(word)")
      }
    }
    let paths = files.map(\.path)
    for path in [
      "Package.swift", "README.md", ".gitignore", ".github/workflows/ci.yml", "dist.sh",
      "Sources/mini-golf/main.swift", "Sources/MiniGolfKit/MiniGolf.swift",
      "Sources/MiniGolfKit/MiniGolfBot.swift", "Sources/MiniGolfKit/MiniGolfScreen.swift",
      "Scenes/level1.json", "Scenes/level2.json", "Scenes/scene.schema.json", "Assets/README.md",
      "Tests/MiniGolfTests/Features/mini-golf.feature", "Tests/MiniGolfTests/Goldens/level1.png",
    ] { #expect(paths.contains(path), "\(path)") }
    #expect(paths == paths.sorted() && Set(paths).count == paths.count)
    #expect(!paths.contains { $0.hasSuffix(".replay.jsonl") })
    #expect(files.first { $0.path == "dist.sh" }?.isExecutable ?? false)
  }

  @Test("A template keeps its own files under its own name", arguments: names)
  func own(template: String) throws {
    for file in try files(template, "\(template)-game") {
      let url = Repository.url("Assets/templates/\(template)/\(file.path)")
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      #expect([UInt8](try Data(contentsOf: url)) == file.bytes, "\(file.path)")
    }
  }

  @Test("The manifest names a near checkout by a relative path, a far one by its own, and a URL")
  func dependency() throws {
    func manifest(_ engine: String? = nil, in folder: String) throws -> String {
      let file = try files("ball", "golf", engine, in: folder).first { $0.path == "Package.swift" }
      return String(decoding: file?.bytes ?? [], as: UTF8.self)
    }
    let root = Repository.root.resolvingSymlinksInPath().standardizedFileURL
    let folder = root.lastPathComponent
    let parent = root.deletingLastPathComponent().path
    #expect(
      try manifest(in: parent + "/golf").contains(
        "path: \"../\(folder)\", traits: [\"CommandLine\"])"))
    #expect(
      try manifest(in: parent + "/games/golf").contains(
        "path: \"../../\(folder)\", traits: [\"CommandLine\"])"))
    #expect(
      try manifest(in: root.path + "/golf").contains("path: \"..\", traits: [\"CommandLine\"])"))
    #expect(
      try manifest(in: parent + "/a/b/c").contains(
        "path: \"\(root.path)\", traits: [\"CommandLine\"])"))
    let remote = try manifest("https://example.com/engines/carom3d.git", in: "/tmp/golf")
    #expect(
      remote.contains(
        ".package(url: \"https://example.com/engines/carom3d.git\", branch: \"main\", traits: [\"CommandLine\"])"
      ))
    #expect(remote.contains("package: \"carom3d\"") && !remote.contains("package: \"carom\""))
  }

  // The manifest of a template has the names of Carom and its products, but is not that of Carom.
  @Test(
    "A path without Carom, a game made with it, and a URL with quotes, are rejected",
    arguments: [
      "/", "/no/such/folder", Repository.root.path + "/Assets/templates/common",
      "https://example.com/\"),x(\"",
    ])
  func wrongEngine(text: String) {
    let failure = #expect(throws: CommandFailure.self) { try EngineLocation(text) }
    #expect(failure?.message.contains("--carom: ") ?? false)
  }

  @Test("A name that the template uses for something else is rejected", arguments: names)
  func taken(template: String) throws {
    for name in ["game", "role"] {
      let failure = #expect(throws: CommandFailure.self) { _ = try files(template, name) }
      #expect(failure?.message.contains("is taken") ?? false, "\(name)")
    }
  }

  @Test("Files are written to a new or empty folder only, and programs can be run")
  func written() throws {
    try withFolder { folder in
      let files = try files("ball", "golf")
      let target = folder.appending(path: "golf")
      try PackageTemplate.write(files, to: target)
      for file in files {
        let bytes = [UInt8](try Data(contentsOf: target.appending(path: file.path)))
        #expect(bytes == file.bytes, "\(file.path)")
      }
      let script = target.appending(path: "dist.sh").path
      #expect(FileManager.default.isExecutableFile(atPath: script))
      let manifest = target.appending(path: "Package.swift")
      try Data("mine".utf8).write(to: manifest)
      #expect(throws: CommandFailure.self) { try PackageTemplate.write(files, to: target) }
      #expect(try String(contentsOf: manifest, encoding: .utf8) == "mine")
      #expect(throws: CommandFailure.self) { try PackageTemplate.write(files, to: manifest) }
    }
  }

  @Test("The sounds of a template are sounds that Carom generates", arguments: names)
  func sounds(template: String) throws {
    func sounds(_ folder: String) throws -> [Data] {
      try FileManager.default.contentsOfDirectory(atPath: Repository.url(folder).path)
        .map { try Data(contentsOf: Repository.url("\(folder)/\($0)")) }
    }
    let known = Set(try sounds("Assets/sounds"))
    let own = try sounds("Assets/templates/\(template)/Assets/sounds")
    #expect(!own.isEmpty && own.allSatisfy(known.contains))
  }

  @Test(
    "A new package builds and passes its tests, and its program plays and draws",
    .enabled(if: isFullTier, "It builds the engine again"), arguments: names)
  func builds(template: String) throws {
    try withFolder { folder in
      let target = folder.appending(path: "golf")
      try PackageTemplate.write(try files(template, "golf", in: target.path), to: target)
      let swift = URL(filePath: "/usr/bin/env")
      // All templates share what they build of the engine.
      let build = FileManager.default.temporaryDirectory.appending(path: "carom-new-build").path
      let commands = [
        ["test"], ["run", "golf", "run", "--bot", "--ticks", "600"],
        ["run", "golf", "render", "-o", "frame.png"],
        ["run", "golf", "play", "golf", "--bot", "--ticks", "60"],
        ["run", "golf", "fuzz", "--runs", "4", "--ticks", "300"],
      ]
      for command in commands {
        let arguments = ["swift", command[0], "--scratch-path", build] + command.dropFirst()
        let run = try BuiltProgram.run(
          swift, arguments, in: target,
          environment: [
            "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "CAROM_GOLDENS": "missing",
          ])
        #expect(run.exitCode == 0, "\(command): \(run.output)\(run.errors)")
      }
    }
  }
}
