import TestSupport
import Testing

@Suite("Arrows between modules")
struct LayerTests {
  @Test("Every Swift folder of Sources is in the table of layers, and nothing else is")
  func everyFolderIsInTheTable() throws {
    let manifest = try Manifest()
    let folders = Set(try SourceFile.all(under: "Sources").map(\.module))
    #expect(folders == Set(manifest.modules.map(\.name)))
    #expect(manifest.modules.count > 20, "The table in Package.swift was read in part only")
    #expect(manifest.module("Physics")?.uses.contains("Collision") == true)
  }

  @Test("Declared dependencies point down, never sideways")
  func dependenciesPointDown() throws {
    let manifest = try Manifest()
    for module in manifest.modules {
      for name in module.uses.sorted() {
        let lower = manifest.module(name)
        #expect(
          (lower?.layer ?? .max) < module.layer,
          "\(module.name) must not depend on \(name): arrows only point down")
      }
    }
  }

  @Test("A module declares exactly the modules of the system that its files import")
  func importsAreDeclared() throws {
    let manifest = try Manifest()
    var imported: [String: Set<String>] = [:]
    for file in try SourceFile.all(under: "Sources") {
      guard let module = manifest.module(file.module) else { continue }
      for name in file.imports where name != "Swift" {
        if let other = manifest.module(imported: name) {
          #expect(
            module.uses.contains(other.name),
            "\(file.path) imports \(name), which Package.swift does not give to its module")
        } else {
          imported[module.name, default: []].insert(name)
        }
      }
    }
    for module in manifest.modules {
      #expect(
        imported[module.name, default: []] == module.c.union(module.system),
        "\(module.name): the lists `c` and `system` in Package.swift are not what it imports")
    }
  }

  @Test("Layers up to the scene graph import no Foundation, and only Workers the C library")
  func lowerLayersArePure() throws {
    let manifest = try Manifest()
    let pure = manifest.pure
    for module in manifest.modules where pure.contains(module.name) {
      let allowed: Set<String> =
        module.name == "Workers" ? ["Glibc", "Synchronization"] : ["_Builtin_intrinsics"]
      #expect(
        module.system.isSubset(of: allowed),
        "\(module.name) must not import \(module.system.subtracting(allowed).sorted())")
    }
    #expect(pure.contains("Maths") && pure.contains("SceneGraph") && !pure.contains("Simulation"))
  }

  @Test("C code includes SDL only in CPlatform, which nothing but the player imports")
  func sdlStaysBehindThePlayer() throws {
    for file in try SourceFile.all(under: "Sources", endings: ["c", "h"]) {
      for (number, line) in file.code where line.contains("SDL.h") || line.contains("SDL2/") {
        #expect(file.module == "CPlatform", "\(file.path):\(number) includes SDL")
      }
    }
    for module in try Manifest().modules where module.c.contains("CPlatform") {
      #expect(module.name == "Player")
    }
  }

  @Test("Every module has tests, and tests use public and package declarations only")
  func everyModuleHasTests() throws {
    for module in try Manifest().modules where !module.isTested {
      // They contain nothing but exports.
      #expect(
        ["Carom", "SharedLibrary"].contains(module.name),
        "Package.swift declares no tests for \(module.name)")
    }
    for file in try SourceFile.all(under: "Tests") {
      for (number, line) in file.code where line.hasPrefix("@testable") {
        Issue.record(
          "\(file.path):\(number) sees internals: make the declaration package or public")
      }
    }
  }
}
