import CaromDocuments
import CaromMaths

/// Reads one glTF file and collects all of its problems.
///
/// Each value is read with the range that it must have. An invalid value is reported at its
/// position and replaced by a valid value. A model is built only from a file without problems.
///
/// No allocation depends only on a number in the file: every count is checked against the available
/// bytes or against ``budget``.
final class GLTFReader {
  /// The path of the file, relative to the scene root.
  let path: String
  let container: GLTFContainer
  /// The root object of the file.
  let root: JSON
  /// Reads another file by its path relative to the scene root.
  let files: (String) throws(PathError) -> [UInt8]
  let limits: SceneLimits
  /// The problems found so far.
  private(set) var problems: [Problem] = []
  /// The content that is accepted, but has no effect or violates a rule of glTF.
  private(set) var warnings: [Problem]
  /// Whether problems are reported as warnings, in parts of the file that nothing uses.
  private var isTolerant = false
  /// The remaining number of bytes for decoded data.
  private(set) var budget: Int
  private var isBudgetSpent = false
  private var tables: [String: [JSON]] = [:]

  /// The sets of texture coordinates that each material uses.
  var texcoordSets: [Int: Set<Int>] = [:]
  /// The pointers of the accessors that were reported because they have no bounds.
  var hasNoBounds: Set<String> = []
  /// The index of the material that is being read.
  var readMaterial = 0

  // Caches; nil marks invalid entries, so that each problem is reported once.
  var buffers: [Int: GLTFBytes?] = [:]
  var bufferFiles: [String: [UInt8]] = [:]
  var views: [Int: GLTFView?] = [:]
  var accessors: [Int: GLTFAccessor?] = [:]
  var numbers: [Int: [Float]?] = [:]
  var wholeNumbers: [Int: [UInt32]?] = [:]

  init(
    _ container: GLTFContainer, path: String, limits: SceneLimits, budget: Int,
    files: @escaping (String) throws(PathError) -> [UInt8]
  ) {
    self.container = container
    self.path = path
    self.limits = limits
    self.budget = budget
    self.files = files
    root = container.document.root
    warnings = container.warnings
    container.document.duplicateKeys.forEach(report)
  }

  func report(_ problem: Problem) {
    if isTolerant {
      if warnings.count < 100 { warnings.append(problem.asWarning) }
      return
    }
    // A damaged file repeats one problem many times, and each problem requires a search for its
    // position.
    if problems.count < 100 { problems.append(problem) }
  }

  /// Reports a value that is accepted, but has no effect or violates a rule of glTF.
  func warn(_ json: JSON, _ message: String) {
    if warnings.count < 100 { warnings.append(json.problem(message).asWarning) }
  }

  /// Reports a problem with a value.
  func fail(_ json: JSON, _ message: String) {
    if problems.count < 100 { report(json.problem(message)) }
  }

  /// Reports a value of the wrong type.
  func fail(_ json: JSON, wants accepted: String) {
    fail(json, "this is \(json.noun); \(accepted) is accepted")
  }

  /// Reads parts of the file that nothing uses: their problems are warnings.
  func tolerantly(_ body: () -> Void) {
    isTolerant = true
    body()
    isTolerant = false
  }

  /// Whether no problem was found so far.
  var isGood: Bool { problems.isEmpty }

  /// Reserves bytes of the budget; returns false, and reports a problem, if it is exhausted.
  func spend(_ bytes: Int, for json: JSON) -> Bool {
    guard bytes <= budget else {
      if !isBudgetSpent {
        isBudgetSpent = true
        fail(
          json,
          "the decoded data of the scene's models takes more than \(limits.modelBytes) bytes; "
            + "no more are accepted")
      }
      return false
    }
    budget -= bytes
    return true
  }

  // MARK: Tables

  /// The rows of a table of the file, such as `nodes`, or of a table of an extension.
  func table(_ table: GLTFTable) -> [JSON] {
    if let known = tables[table.key] { return known }
    var holder = root
    if let name = table.holder {
      guard let found = self.extension(name, of: root) else {
        tables[table.key] = []
        return []
      }
      holder = found
    }
    var rows: [JSON] = []
    if let json = holder[table.name] {
      if let elements = json.elements {
        if elements.count == 0 { warn(json, "the list is empty; glTF demands an element") }
        rows.reserveCapacity(elements.count)
        for element in elements {
          if !element.isObject { fail(element, wants: "an object") }
          rows.append(element)
        }
      } else {
        fail(json, wants: "an array of \(table.noun)s")
      }
    }
    tables[table.key] = rows
    return rows
  }

  /// The row index that a value names; reports a problem and returns nil if there is no such row.
  func index(_ json: JSON, of table: GLTFTable) -> Int? {
    guard let number = json.integer(Int.self) else {
      fail(json, wants: "the index of \(table.article) \(table.noun)")
      return nil
    }
    let count = self.table(table).count
    guard number >= 0, number < count else {
      let known = count == 0 ? "the file has none" : "0 to \(count - 1) are accepted"
      fail(json, "there is no \(table.noun) \(number); \(known)")
      return nil
    }
    return number
  }

  /// The row index under a key; nil if the key is missing.
  func index(_ json: JSON, _ key: String, of table: GLTFTable) -> Int? {
    json[key].flatMap { index($0, of: table) }
  }

  /// The data of an extension in an object; nil if there is none.
  func `extension`(_ name: String, of json: JSON) -> JSON? {
    guard let extensions = json["extensions"] else { return nil }
    guard extensions.isObject else {
      fail(extensions, wants: "an object of extensions by name")
      return nil
    }
    guard let found = extensions[name] else { return nil }
    if found.isObject { return found }
    fail(found, wants: "an object")
    return nil
  }
}

/// A top-level array of the file whose elements are referred to by index.
enum GLTFTable: String {
  case accessors, animations, buffers, bufferViews, cameras, images, materials, meshes, nodes
  case samplers, scenes, skins, textures
  case lights, shapes, physicsMaterials, collisionFilters, physicsJoints

  /// The noun for one row, for messages.
  var noun: String {
    switch self {
    case .accessors: "accessor"
    case .animations: "animation"
    case .buffers: "buffer"
    case .bufferViews: "buffer view"
    case .cameras: "camera"
    case .images: "image"
    case .materials: "material"
    case .meshes: "mesh"
    case .nodes: "node"
    case .samplers: "sampler"
    case .scenes: "scene"
    case .skins: "skin"
    case .textures: "texture"
    case .lights: "light"
    case .shapes: "shape"
    case .physicsMaterials: "physics material"
    case .collisionFilters: "collision filter"
    case .physicsJoints: "physics joint"
    }
  }
  var article: String { self == .accessors || self == .animations || self == .images ? "an" : "a" }
  var name: String { rawValue }
  var key: String { rawValue }
  /// The extension that defines the table; nil for tables of the glTF core.
  var holder: String? {
    switch self {
    case .lights: GLTFExtension.lights.rawValue
    case .shapes: GLTFExtension.shapes.rawValue
    case .physicsMaterials, .collisionFilters, .physicsJoints: GLTFExtension.bodies.rawValue
    case .accessors, .animations, .buffers, .bufferViews, .cameras, .images, .materials, .meshes,
      .nodes, .samplers, .scenes, .skins, .textures:
      nil
    }
  }
}
