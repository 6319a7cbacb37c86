/// The modules in layers, lowest first: imports go down this list, never sideways.
///
/// Modules of one row are siblings. A new module gets its place here and a line in `Package.swift`.
enum Layers {
  /// Folders of `Sources` by row.
  static let rows: [[String]] = [
    ["Maths", "Documents", "Workers", "Images", "Gherkin"],
    ["Properties"],
    ["Collision"],
    ["Physics"],
    ["SceneGraph"],
    ["SceneFiles", "Simulation", "Rendering", "Sounds"],
    ["Content"],
    ["Carom"],
    ["Automation", "Games", "Benchmarks", "Player", "AssetMaker"],
    ["WebDriver", "GameSteps", "Testing"],
    ["Command", "DriverCommand"],
  ]

  /// The C modules that a Swift module may import.
  static let cModules: [String: Set<String>] = [
    "Images": ["CSpng", "CTurboJPEG"], "Player": ["CPlatform"], "CPlatform": ["CSDL2"],
    "Benchmarks": ["CSoftwareGL"],
  ]

  /// The rows that hold no Foundation, no system and no global state: Maths to SceneGraph.
  static let pure = Set(rows[0...4].joined())

  /// The modules that may know clocks and chance: they face people, or measure.
  static let facing: Set<String> = [
    "Player", "Benchmarks", "Command", "WebDriver", "DriverCommand",
  ]

  /// Modules of the system or of other packages that a module may import.
  static func outside(_ module: String) -> Set<String> {
    var allowed: Set<String> = ["Swift", "_Builtin_intrinsics"]
    if module == "Workers" { allowed.formUnion(["Glibc", "Synchronization"]) }
    if !pure.contains(module) { allowed.formUnion(["Foundation", "FoundationEssentials"]) }
    if facing.contains(module) { allowed.formUnion(["Synchronization"]) }
    switch module {
    case "Testing": allowed.insert("Testing")
    case "WebDriver":
      allowed.formUnion(["NIOCore", "NIOPosix", "NIOHTTP1", "NIOFoundationCompat", "Logging"])
    case "Command", "DriverCommand": allowed.formUnion(["ArgumentParser", "Logging"])
    default: break
    }
    return allowed
  }

  /// The row of a folder of `Sources`, or nil when it has none.
  static func row(of folder: String) -> Int? { rows.firstIndex { $0.contains(folder) } }
}
