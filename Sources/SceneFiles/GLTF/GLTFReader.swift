import CaromDocuments
import CaromMaths

/// Reads what one glTF file says, and gathers everything that is wrong with it.
///
/// Each value is asked for with what it may be; where it is something else, the mistake is noted at
/// its place and a harmless value is answered. A model is made only of a file without mistakes.
///
/// Nothing is allocated by a number of the file alone: every count is held against bytes that are
/// there, or against ``budget``.
final class GLTFReader {
  /// The file, relative to the scene root.
  let path: String
  let container: GLTFContainer
  /// What is outermost in the file.
  let root: JSON
  /// Reads another file, given relative to the scene root.
  let files: (String) throws(PathFault) -> [UInt8]
  let limits: SceneLimits
  /// What was wrong so far.
  private(set) var problems: [Problem] = []
  /// How many more bytes may be made of what the file says.
  private(set) var budget: Int
  private var isBudgetSpent = false
  private var tables: [String: [JSON]] = [:]

  // What was made already; nil for what turned out to be wrong, so that it is said once.
  var buffers: [Int: GLTFBytes?] = [:]
  var bufferFiles: [String: [UInt8]] = [:]
  var views: [Int: GLTFView?] = [:]
  var accessors: [Int: GLTFAccessor?] = [:]
  var numbers: [Int: [Float]?] = [:]
  var wholeNumbers: [Int: [UInt32]?] = [:]

  init(
    _ container: GLTFContainer, path: String, limits: SceneLimits, budget: Int,
    files: @escaping (String) throws(PathFault) -> [UInt8]
  ) {
    self.container = container
    self.path = path
    self.limits = limits
    self.budget = budget
    self.files = files
    root = container.document.root
    container.document.duplicateKeys.forEach(report)
  }

  func report(_ problem: Problem) {
    // A damaged file repeats one mistake a thousand times; each costs a walk to its place.
    if problems.count < 100 { problems.append(problem) }
  }

  /// Notes that something is wrong with a value.
  func fail(_ json: JSON, _ message: String) {
    if problems.count < 100 { report(json.problem(message)) }
  }

  /// Notes that a value is of the wrong kind.
  func fail(_ json: JSON, wants accepted: String) {
    fail(json, "this is \(json.noun); \(accepted) is accepted")
  }

  /// Whether nothing was wrong so far.
  var isGood: Bool { problems.isEmpty }

  /// Sets bytes aside for what is about to be made; false, and a problem, if there are too many.
  func spend(_ bytes: Int, for json: JSON) -> Bool {
    guard bytes <= budget else {
      if !isBudgetSpent {
        isBudgetSpent = true
        fail(
          json,
          "the numbers of the scene's models take more than \(limits.modelBytes) bytes; "
            + "no more are accepted")
      }
      return false
    }
    budget -= bytes
    return true
  }

  // MARK: Tables

  /// The objects of a table of the file, such as `nodes`; those of an extension are `EXT/table`.
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

  /// The row of a table that a number names; nil, and a problem, if there is none.
  func index(_ json: JSON, of table: GLTFTable) -> Int? {
    guard let number = json.integer(Int.self) else {
      fail(json, wants: "the number of \(table.article) \(table.noun)")
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

  /// The row of a table that a key of an object names; nil without the key.
  func index(_ json: JSON, _ key: String, of table: GLTFTable) -> Int? {
    json[key].flatMap { index($0, of: table) }
  }

  /// What an object says for an extension; nil if it says nothing.
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

/// A list of the file that numbers refer to.
enum GLTFTable: String {
  case accessors, animations, buffers, bufferViews, cameras, images, materials, meshes, nodes
  case samplers, scenes, skins, textures
  case lights, shapes, physicsMaterials, collisionFilters, physicsJoints

  /// What one is called in messages.
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
  /// The extension that brings the table; nil for those of glTF itself.
  var holder: String? {
    switch self {
    case .lights: GLTFExtension.lights.rawValue
    case .shapes: GLTFExtension.shapes.rawValue
    case .physicsMaterials, .collisionFilters, .physicsJoints: GLTFExtension.bodies.rawValue
    default: nil
    }
  }
}
