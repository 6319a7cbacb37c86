import TestSupport
import Testing

@Suite("Arrows between modules")
struct ArrowTests {
  @Test("Every Swift folder of Sources is a module of the package with a place in the layers")
  func everyFolderHasAPlace() throws {
    let manifest = try Manifest()
    let declared = Set(
      manifest.targets.filter { $0.kind != "tests" }.map { Manifest.folder($0.name) })
    for folder in Set(try SourceFile.all(under: "Sources").map(\.module)).sorted() {
      #expect(declared.contains(folder), "Sources/\(folder) is not in Package.swift")
      #expect(
        Layers.row(of: folder) != nil,
        "Sources/\(folder) has no place in Tests/HouseRulesTests/Layers.swift")
    }
  }

  @Test("Declared dependencies point down, never sideways")
  func dependenciesPointDown() throws {
    for target in try Manifest().targets where target.kind != "tests" {
      let folder = Manifest.folder(target.name)
      guard let row = Layers.row(of: folder) else { continue }
      for dependency in target.dependencies {
        let below = Manifest.folder(dependency)
        if let lower = Layers.row(of: below) {
          #expect(lower < row, "\(folder) must not depend on \(below): arrows only point down")
        } else {
          #expect(
            Layers.cModules[folder, default: []].contains(below),
            "\(folder) must not depend on \(below)")
        }
      }
    }
  }

  @Test("A file imports only what its module declares and its layer allows")
  func importsAreDeclared() throws {
    let manifest = try Manifest()
    let dependencies = Dictionary(
      manifest.targets.map { (Manifest.folder($0.name), Set($0.dependencies)) },
      uniquingKeysWith: { a, _ in a })
    let own = Set(manifest.targets.map(\.name))
    for file in try SourceFile.all(under: "Sources") {
      for name in file.imports {
        if own.contains(name) {
          #expect(
            dependencies[file.module, default: []].contains(name),
            "\(file.path) imports \(name), which Package.swift does not give to its module")
        } else {
          #expect(
            Layers.outside(file.module).contains(name),
            "\(file.path) imports \(name), which \(file.module) may not know")
        }
      }
    }
  }

  @Test("C code includes SDL only in CPlatform, which nothing but the player imports")
  func sdlStaysBehindThePlayer() throws {
    for file in try SourceFile.all(under: "Sources", endings: ["c", "h"]) {
      for (number, line) in file.code where line.contains("SDL.h") || line.contains("SDL2/") {
        let isShim = file.module == "CPlatform" || file.module == "CSDL2"
        #expect(isShim, "\(file.path):\(number) includes SDL")
      }
    }
  }

  @Test("Every module has tests, and tests use public and package declarations only")
  func everyModuleHasTests() throws {
    let manifest = try Manifest()
    let tests = Set(manifest.targets.filter { $0.kind == "tests" }.map(\.name))
    for target in manifest.targets where target.kind == "module" && target.name != "Carom" {
      let folder = Manifest.folder(target.name)
      #expect(tests.contains(folder + "Tests"), "Package.swift has no tests(\"\(folder)\", …)")
    }
    for file in try SourceFile.all(under: "Tests") {
      for (number, line) in file.code where line.hasPrefix("@testable") {
        Issue.record(
          "\(file.path):\(number) sees internals: make the declaration package or public")
      }
    }
  }
}
