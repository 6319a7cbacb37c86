// swift-tools-version: 6.2
import PackageDescription

// The modules in layers, lowest first; an arrow may only point to a lower layer, and modules of one
// layer never import each other. `Tests/HouseRulesTests` holds this table against the sources.

/// What every Swift target is built with.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A library module in `Sources/<folder>`, called `Carom<folder>` so that it is unique anywhere.
func module(_ folder: String, _ modules: [String] = [], c: [String] = []) -> Target {
  .target(
    name: "Carom" + folder,
    dependencies: modules.map { .byName(name: "Carom" + $0) } + c.map { .byName(name: $0) },
    path: "Sources/" + folder,
    swiftSettings: strict,
    linkerSettings: folder == "Maths" ? [.linkedLibrary("m")] : [])
}

/// The tests of one module, in `Tests/<folder>Tests`; files beside the code are read in place.
func tests(_ folder: String, _ modules: [String], data: [String] = []) -> Target {
  .testTarget(
    name: folder + "Tests",
    dependencies: modules.map { .byName(name: $0 == "Carom" ? $0 : "Carom" + $0) }
      + ["TestSupport"],
    path: "Tests/" + folder + "Tests",
    exclude: data,
    swiftSettings: strict)
}

let package = Package(
  name: "carom",
  products: [
    .library(name: "Carom", targets: ["Carom"]),
    .library(name: "CaromPhysics", targets: ["CaromPhysics"]),
    .library(name: "CaromPlayer", targets: ["CaromPlayer"]),
    .library(name: "CaromAutomation", targets: ["CaromAutomation"]),
    .library(name: "CaromTesting", targets: ["CaromTesting"]),
    .executable(name: "carom", targets: ["CaromCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // Layer 0
    module("Maths"),
    tests("Maths", ["Maths"], data: ["Oracles"]),
    module("Documents"),
    tests("Documents", ["Documents"]),
    module("Properties", ["Maths", "Documents"]),
    tests("Properties", ["Maths", "Documents", "Properties"]),
    module("Workers"),
    tests("Workers", ["Workers", "Maths"]),
    .systemLibrary(
      name: "CSpng", path: "Sources/CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"])]),
    module("Images", c: ["CSpng", "CTurboJPEG"]),
    tests("Images", ["Images"]),
    module("Gherkin"),
    tests("Gherkin", ["Gherkin", "Maths"], data: ["Oracles"]),
    // Layer 1
    module("Collision", ["Maths"]),
    tests("Collision", ["Collision", "Maths"], data: ["Oracles"]),
    // Layer 2
    module("Physics", ["Collision", "Maths", "Properties", "Workers"]),
    tests("Physics", ["Physics", "Collision", "Maths", "Properties", "Workers"]),
    // Layer 3
    module("SceneGraph", ["Physics", "Collision", "Properties", "Documents", "Maths"]),
    tests(
      "SceneGraph", ["SceneGraph", "Physics", "Collision", "Properties", "Documents", "Maths"]),
    // Layer 4
    module("SceneFiles", ["SceneGraph", "Properties", "Documents", "Maths"]),
    tests(
      "SceneFiles",
      ["SceneFiles", "SceneGraph", "Physics", "Images", "Properties", "Documents", "Maths"]),
    module(
      "Rendering", ["Documents", "Images", "Maths", "Properties", "SceneGraph", "Workers"]),
    tests(
      "Rendering", ["Rendering", "SceneGraph", "Documents", "Images", "Maths"],
      data: ["Goldens"]),
    module("Sounds", ["Maths", "SceneGraph"]),
    tests("Sounds", ["Sounds", "SceneGraph", "Maths"]),
    module("Simulation", ["SceneGraph", "Physics", "Properties", "Documents", "Maths"]),
    tests("Simulation", ["Simulation", "SceneGraph", "Properties", "Documents", "Maths"]),
    // Layer 5
    module(
      "Content",
      ["Rendering", "SceneFiles", "SceneGraph", "Simulation", "Sounds", "Documents"]),
    tests(
      "Content",
      [
        "Content", "Rendering", "SceneFiles", "SceneGraph", "Simulation", "Sounds", "Properties",
        "Maths",
      ]),
    // All that a game without a window needs, under one name
    .target(
      name: "Carom",
      dependencies: [
        "CaromCollision", "CaromContent", "CaromDocuments", "CaromImages", "CaromMaths",
        "CaromPhysics", "CaromProperties", "CaromRendering", "CaromSceneFiles",
        "CaromSceneGraph", "CaromSimulation", "CaromSounds",
      ],
      path: "Sources/Carom", swiftSettings: strict),
    // Layer 6
    module(
      "Automation",
      [
        "Content", "Gherkin", "Images", "Rendering", "Simulation", "SceneGraph", "Physics",
        "Properties", "Documents", "Workers", "Maths",
      ]),
    tests(
      "Automation",
      [
        "Automation", "Content", "Gherkin", "Images", "Rendering", "Simulation", "SceneGraph",
        "Physics", "Properties", "Documents", "Maths",
      ],
      data: ["Oracles"]),
    module("Games", ["Simulation", "SceneGraph", "Properties", "Maths"]),
    tests(
      "Games",
      [
        "Games", "Automation", "Simulation", "Rendering", "SceneFiles", "SceneGraph", "Images",
        "Documents", "Properties", "Maths",
      ],
      data: ["Replays"]),
    .target(name: "CSoftwareGL"),
    module(
      "Benchmarks",
      ["Rendering", "SceneGraph", "Images", "Physics", "Collision", "Maths", "Workers"],
      c: ["CSoftwareGL"]),
    tests(
      "Benchmarks",
      ["Benchmarks", "Rendering", "Physics", "Collision", "Properties", "Maths"]),
    module("AssetMaker", ["Maths", "Images", "Rendering", "Sounds"]),
    tests("AssetMaker", ["AssetMaker", "Documents", "Images", "Rendering", "Sounds"]),
    .systemLibrary(
      name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"]), .brew(["sdl2"])]),
    .target(name: "CPlatform", dependencies: ["CSDL2"]),
    module(
      "Player",
      [
        "Content", "Documents", "Images", "Maths", "Properties", "Rendering", "SceneFiles",
        "SceneGraph", "Simulation", "Sounds",
      ],
      c: ["CPlatform"]),
    tests("Player", ["Carom", "Games", "Player", "Simulation", "Sounds"]),
    // Layer 7: page objects and steps of both games; features as cases of Swift Testing
    module("GameSteps", ["Automation", "Gherkin", "Games", "Simulation", "Maths"]),
    module("Testing", ["Automation", "Content", "Gherkin", "Simulation"]),
    tests(
      "Testing", ["Testing", "Automation", "Content", "Gherkin", "Simulation", "Properties"]),
    tests(
      "GameSteps",
      ["GameSteps", "Testing", "Automation", "Content", "Gherkin", "Games", "Simulation", "Maths"],
      data: ["Features"]),
    // Layer 8
    .executableTarget(
      name: "CaromCommand",
      dependencies: [
        "CaromAssetMaker", "CaromAutomation", "CaromBenchmarks", "CaromContent", "CaromDocuments",
        "CaromGames", "CaromGameSteps", "CaromGherkin", "CaromImages", "CaromMaths", "CaromPlayer",
        "CaromRendering", "CaromSceneFiles", "CaromSceneGraph", "CaromSimulation", "CaromSounds",
        "CaromWorkers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Command",
      swiftSettings: strict),
    tests("Command", ["Command", "Images", "Player"]),

    // For all tests: files of the checkout, pinned hashes
    .target(
      name: "TestSupport", dependencies: ["CaromImages", "CaromMaths", "CaromProperties"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("HouseRules", []),
  ]
)
