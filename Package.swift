// swift-tools-version: 6.2
import PackageDescription

/// A module in `Sources/<name>`, with its tests in `Tests/<name>Tests`.
///
/// In Swift it is called `Carom<name>`, so that it is unique in any package graph.
struct Module {
  /// The folder in `Sources`.
  let name: String
  /// The modules that it imports, all of lower layers.
  var uses: [String] = []
  /// The C modules that it imports.
  var c: [String] = []
  /// The modules of the toolchain and of other packages that it imports.
  var system: [String] = []
  /// Modules that only its tests import.
  var testsUse: [String] = []
  /// Programs that its tests run.
  var testsRun: [String] = []
  /// Folders of its tests that are read in place and not compiled.
  var data: [String] = []
  /// Whether it has a test target.
  var isTested = true
  /// Whether it is the command line; all others are libraries.
  var isExecutable = false

  init(
    _ name: String, _ uses: [String] = [], c: [String] = [], system: [String] = [],
    testsUse: [String] = [], testsRun: [String] = [], data: [String] = [], isTested: Bool = true,
    isExecutable: Bool = false
  ) {
    (self.name, self.uses, self.c, self.system) = (name, uses, c, system)
    (self.testsUse, self.testsRun, self.data) = (testsUse, testsRun, data)
    (self.isTested, self.isExecutable) = (isTested, isExecutable)
  }
}

/// The templates of `carom new`, in `Assets/templates`.
let templates = ["ball", "empty", "paddle", "tilt"]

/// Games that were made from templates, in `Assets/examples`.
let examples = ["mini-golf"]

/// The modules in layers, lowest first.
///
/// A module imports only modules of lower layers, never of its own layer. `Tests/HouseRulesTests`
/// compares this table with the imports of all files. The article *Architecture* in
/// `Sources/Carom/Documentation.docc` describes the modules.
let layers: [[Module]] = [
  [
    Module("Maths", system: ["_Builtin_intrinsics"], data: ["Oracles"]),
    Module("Documents"),
    Module("Workers", system: ["Glibc", "Synchronization"], testsUse: ["Maths"]),
    Module("Images", c: ["CSpng", "CTurboJPEG"]),
  ],
  [
    Module("Properties", ["Maths", "Documents"]),
    Module("Gherkin", ["Documents"], testsUse: ["Maths"], data: ["Oracles"]),
  ],
  [
    Module("Collision", ["Properties", "Maths"], c: ["CPrefetch"], data: ["Oracles"])
  ],
  [
    Module(
      "Physics", ["Collision", "Properties", "Workers", "Maths"], c: ["CPrefetch"],
      system: ["_Builtin_intrinsics"])
  ],
  [
    Module("SceneGraph", ["Physics", "Collision", "Properties", "Documents", "Maths"])
  ],
  [
    Module(
      "SceneFiles", ["SceneGraph", "Physics", "Properties", "Documents", "Maths"],
      system: ["FoundationEssentials", "Glibc"],
      testsUse: ["Images"]),
    Module(
      "Rendering", ["SceneGraph", "Properties", "Documents", "Images", "Workers", "Maths"],
      system: ["FoundationEssentials", "Glibc", "_Builtin_intrinsics"], data: ["Goldens"]),
    Module("Sounds", ["SceneGraph", "Maths"]),
    Module(
      "Simulation", ["SceneGraph", "Physics", "Properties", "Documents", "Maths"],
      system: ["FoundationEssentials"], testsUse: ["SceneFiles"]),
  ],
  [
    Module(
      "Content", ["Rendering", "SceneFiles", "Simulation", "Sounds", "SceneGraph", "Documents"],
      system: ["FoundationEssentials", "Glibc"], testsUse: ["Images", "Properties", "Maths"],
      data: ["Oracles"])
  ],
  [
    // All that a game without a window needs, under one name.
    Module(
      "Carom",
      [
        "Collision", "Content", "Documents", "Images", "Maths", "Physics", "Properties",
        "Rendering", "SceneFiles", "SceneGraph", "Simulation", "Sounds",
      ], isTested: false)
  ],
  [
    Module(
      "Automation",
      [
        "Content", "Gherkin", "Images", "Rendering", "Simulation", "SceneGraph", "Physics",
        "Properties", "Documents", "Workers", "Maths",
      ], system: ["FoundationEssentials", "Synchronization"], data: ["Oracles"]),
    Module(
      "Games", ["Simulation", "SceneGraph", "Properties", "Maths"],
      testsUse: ["Automation", "Rendering", "SceneFiles", "Images", "Documents"],
      data: ["Replays"]),
    Module(
      "Benchmarks",
      ["Rendering", "SceneGraph", "Images", "Physics", "Collision", "Maths", "Workers"],
      system: ["Foundation"], testsUse: ["Properties"]),
    Module("AssetMaker", ["Rendering", "Sounds", "Images", "Maths"], testsUse: ["Documents"]),
    Module(
      "Player",
      [
        "Content", "Rendering", "SceneFiles", "Simulation", "Sounds", "SceneGraph", "Images",
        "Properties", "Documents", "Maths",
      ], c: ["CPlatform"], system: ["Foundation"],
      testsUse: ["Automation", "Carom", "Games"], data: ["Features"]),
  ],
  [
    // Page objects and steps of Marble Maze and Brick Breaker.
    Module(
      "GameSteps", ["Automation", "Games", "Gherkin", "Simulation", "Maths"],
      testsUse: ["Testing", "Content"], data: ["Features"]),
    // Games as functions of C, for other languages.
    Module(
      "Library",
      [
        "Automation", "Content", "Rendering", "Simulation", "SceneGraph", "Properties",
        "Documents", "Workers", "Maths",
      ], c: ["CCarom"], system: ["Synchronization"], testsUse: ["Games", "Images"],
      testsRun: ["SampleCProgram"]),
    // Features as cases of Swift Testing.
    Module(
      "Testing", ["Automation", "Content", "Gherkin", "Simulation"],
      system: ["Foundation", "Testing"], testsUse: ["Properties"]),
    // The commands for the games of any package.
    Module(
      "Tool",
      [
        "Automation", "Content", "Gherkin", "Player", "Rendering", "SceneFiles", "Simulation",
        "Sounds", "SceneGraph", "Images", "Documents", "Workers", "Maths",
      ], system: ["ArgumentParser", "Foundation", "Synchronization"],
      testsRun: ["SampleProgram"] + templates.map { "\($0)-game" } + examples),
  ],
  [
    // Games over HTTP: WebDriver for clients in any language.
    Module(
      "Driver",
      [
        "Tool", "Automation", "Content", "Rendering", "Simulation", "SceneGraph", "Images",
        "Properties", "Documents", "Maths",
      ],
      system: [
        "ArgumentParser", "Dispatch", "Foundation", "NIOCore", "NIOHTTP1", "NIOPosix",
        "Synchronization",
      ],
      testsUse: ["Games", "GameSteps"], data: ["Clients"])
  ],
  [
    Module(
      "Command",
      [
        "AssetMaker", "Benchmarks", "Content", "Documents", "Driver", "GameSteps", "Games",
        "Images", "Maths", "Player", "Rendering", "SceneGraph", "Simulation", "Tool",
      ], system: ["ArgumentParser", "Foundation"], isExecutable: true),
    Module("DriverCommand", ["Driver", "Games"], testsUse: ["Documents"], isExecutable: true),
    // The games that ship with the engine as functions of C.
    Module("SharedLibrary", ["Library", "Games"], isTested: false),
  ],
]

/// What the modules see of C: libraries of the system and shims over them.
let cTargets: [Target] = [
  .systemLibrary(
    name: "CSpng", path: "Sources/CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
  .systemLibrary(
    name: "CTurboJPEG", path: "Sources/CTurboJPEG", pkgConfig: "libturbojpeg",
    providers: [.apt(["libturbojpeg0-dev"])]),
  .target(name: "CPlatform"),
  .target(name: "CPrefetch"),
  .target(name: "CCarom"),
]

// MARK: Settings

/// The settings of all Swift targets.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Optimizes libraries in debug builds as well and keeps their assertions, so that a debug build of a
/// game runs at full speed.
///
/// Without optimization, an image takes a hundred times as long. To debug the engine itself, use
/// `CAROM_UNOPTIMIZED=1 swift build`, which preserves all variables and compiles faster.
///
/// Release builds do not check at run time that accesses to stored properties of classes are
/// exclusive. The check takes a fifth of the instructions of a tick; debug builds make it.
let playable: [SwiftSetting] =
  (Context.environment["CAROM_UNOPTIMIZED"] == nil
    ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])
  + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// The modules whose tests are built, or nil for all.
///
/// `CAROM_TESTS=Physics,Rendering swift test …` builds these tests and what they need, in a fraction of
/// the time.
let testedModules = Context.environment["CAROM_TESTS"]?.split(separator: ",").map(String.init)

func buildsTests(of name: String) -> Bool { testedModules?.contains(name) ?? true }

/// The layers up to the highest that these tests need.
let builtLayers: ArraySlice<[Module]> = {
  guard let testedModules else { return layers[...] }
  let tested = layers.joined().filter { testedModules.contains($0.name) }
  let needed = Set(tested.flatMap { [$0.name] + $0.testsUse })
  let highest = layers.lastIndex { $0.contains { needed.contains($0.name) } } ?? layers.startIndex
  // The tests of one program run others.
  return tested.contains { !$0.testsRun.isEmpty } ? layers[...] : layers[...max(highest, 2)]
}()

/// Whether all modules are built, and with them the programs.
let buildsPrograms = builtLayers.count == layers.count

func isBuilt(_ name: String) -> Bool { builtLayers.joined().contains { $0.name == name } }

// MARK: Targets

/// The traits of this package that need a parser of arguments.
let argumentTraits: Set<String> = ["CommandLine", "Driver"]

/// The product of another package with a name, which traits of this package enable.
func packageProduct(_ name: String) -> Target.Dependency? {
  let (package, traits) =
    name == "ArgumentParser"
    ? ("swift-argument-parser", argumentTraits) : ("swift-nio", ["Driver"])
  guard name == "ArgumentParser" || name.hasPrefix("NIO") else { return nil }
  return .product(name: name, package: package, condition: .when(traits: traits))
}

func swiftName(_ folder: String) -> String { folder == "Carom" ? folder : "Carom" + folder }

extension Module {
  /// The module and its tests.
  var targets: [Target] {
    let others = system.compactMap(packageProduct)
    let dependencies =
      uses.map { Target.Dependency(stringLiteral: swiftName($0)) }
      + c.map { Target.Dependency(stringLiteral: $0) } + others
    let path = "Sources/" + name
    let own: Target =
      isExecutable
      ? .executableTarget(
        name: swiftName(name), dependencies: dependencies, path: path, swiftSettings: strict)
      : .target(
        name: swiftName(name), dependencies: dependencies, path: path,
        swiftSettings: strict + playable,
        linkerSettings: name == "Maths" ? [.linkedLibrary("m")] : [])
    guard isTested, buildsTests(of: name) else { return [own] }
    let tested = [name] + uses + testsUse
    return [
      own,
      .testTarget(
        name: name + "Tests",
        dependencies: (tested.map(swiftName) + testsRun).map { .init(stringLiteral: $0) }
          + ["TestSupport"],
        path: "Tests/" + name + "Tests", exclude: data, swiftSettings: strict),
    ]
  }
}

/// Tests that belong to no module.
let repositoryTests: [Target] =
  buildsTests(of: "HouseRules")
  ? [
    .testTarget(
      name: "HouseRulesTests", dependencies: ["TestSupport"], path: "Tests/HouseRulesTests",
      swiftSettings: strict)
  ] : []

/// Programs that tests run.
let testedPrograms: [Target] = [
  // A game of another package, with its program: imports products only
  .executableTarget(
    name: "SampleProgram", dependencies: ["Carom", "CaromAutomation", "CaromTool"],
    path: "Tests/SampleProgram", exclude: ["Scenes", "Features"], swiftSettings: strict),
  // The same as functions of C, and a program in C that plays it
  .target(
    name: "SampleLibrary", dependencies: ["Carom", "CaromLibrary"],
    path: "Tests/SampleLibrary", exclude: ["Scenes"], swiftSettings: strict),
  .executableTarget(
    name: "SampleCProgram", dependencies: ["CCarom", "SampleLibrary"],
    path: "Tests/SampleCProgram"),
  // Compares the renderer with OpenGL ES in software
  .target(name: "CSoftwareGL", path: "Tests/CSoftwareGL"),
  .executableTarget(
    name: "LlvmpipeBenchmark",
    dependencies: [
      "CaromBenchmarks", "CaromContent", "CaromGames", "CaromMaths", "CaromRendering",
      "CaromSceneGraph", "CaromSimulation", "CSoftwareGL",
      .product(
        name: "ArgumentParser", package: "swift-argument-parser",
        condition: .when(traits: argumentTraits)),
    ],
    path: "Tests/LlvmpipeBenchmark", swiftSettings: strict),
  .testTarget(
    name: "LlvmpipeBenchmarkTests",
    dependencies: ["LlvmpipeBenchmark", "CaromBenchmarks", "CaromMaths", "CaromRendering"],
    path: "Tests/LlvmpipeBenchmarkTests", swiftSettings: strict),
]

/// The packages of the templates and examples: one that does not compile breaks the build.
///
/// They are compiled without the settings of this package, as users compile them.
let packageTargets: [Target] =
  templates.flatMap { ownTargets("\($0)-game", in: "Assets/templates/\($0)") }
  + examples.flatMap { ownTargets($0, in: "Assets/examples/\($0)") }

/// The game, the program and the tests of a package that `carom new` made.
func ownTargets(_ name: String, in folder: String) -> [Target] {
  let type = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
  let tests = Target.testTarget(
    name: "\(type)Tests",
    dependencies: ["\(type)Kit", "Carom", "CaromAutomation", "CaromTesting"].map {
      .init(stringLiteral: $0)
    },
    path: "\(folder)/Tests/\(type)Tests", exclude: ["Features", "Goldens"],
    swiftSettings: warnings)
  return [
    .target(
      name: "\(type)Kit", dependencies: ["Carom", "CaromAutomation"],
      path: "\(folder)/Sources/\(type)Kit", swiftSettings: warnings),
    .executableTarget(
      name: name, dependencies: [.init(stringLiteral: "\(type)Kit"), "CaromTool"],
      path: "\(folder)/Sources/\(name)", swiftSettings: warnings),
  ] + (buildsTests(of: "Tool") ? [tests] : [])
}

/// The modules that are products for other packages.
let libraries = [
  "Carom", "Physics", "Player", "Automation", "Testing", "Tool", "Driver", "Games", "Library",
]

/// The other products.
let programs: [Product] = [
  .library(name: "CaromShared", type: .dynamic, targets: ["CaromSharedLibrary"]),
  .executable(name: "carom", targets: ["CaromCommand"]),
  .executable(name: "carom-driver", targets: ["CaromDriverCommand"]),
]

let package = Package(
  name: "carom",
  products: libraries.filter(isBuilt).map(swiftName).map { .library(name: $0, targets: [$0]) }
    + (buildsPrograms ? programs : []),
  // A package that needs only the libraries sets `traits: []`, so no other package is fetched.
  //
  // Only one is enabled by default: SwiftPM passes the names of several to the compiler in random
  // order, and then compiles everything again whenever the order changes.
  traits: [
    .trait(
      name: "CommandLine", description: "The program carom and CaromTool, which parse arguments"),
    .trait(
      name: "Driver",
      description: "carom-driver and CaromDriver, which serve HTTP, and all of CommandLine"),
    .default(enabledTraits: ["Driver"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: builtLayers.joined().flatMap(\.targets) + cTargets + [
    // For all tests: files of the checkout, pinned hashes
    .target(
      name: "TestSupport", dependencies: ["CaromImages", "CaromMaths", "CaromProperties"],
      path: "Tests/TestSupport", swiftSettings: strict)
  ] + repositoryTests + (buildsPrograms ? testedPrograms + packageTargets : [])
)
