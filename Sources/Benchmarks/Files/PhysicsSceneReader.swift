import CaromCollision
import CaromMaths
import CaromPhysics

/// Reads physics scenes from text, the format that benchmark programs of other engines write.
///
/// Each line is an item; ``forms`` lists its words, which are separated by spaces. The first item
/// is `scene`. An item can refer only to items above it: a body to hulls and the mesh, a joint to
/// bodies. The article *Benchmark scenes* of CaromPhysics explains the words.
public struct PhysicsSceneReader {
  /// The words of each item; capital words are values, and `p3` stands for three of them.
  public static let forms: [(item: String, words: String)] = [
    ("scene", "NAME STEPS SLEEP FRICTION TRACE-EVERY RAYS-A-STEP"),
    ("hull", "COUNT x y z …"),
    ("mesh", "VERTEX-COUNT INDEX-COUNT x y z … i …"),
    (
      "body",
      "KIND p3 q4 v3 w3 DENSITY BULLET BIRTH DEATH PIECES, then each piece SHAPE h3 r hh HULL p3 q4"
    ),
    ("joint", "KIND a b anchor3 axis3 lo hi cone"),
  ]

  /// The limits of the numbers in a file.
  enum Limit {
    /// The number of steps.
    static let steps = 1_000_000
    /// The number of rays after each step.
    static let rays = 1_000_000
    /// The number of bodies, and of pieces of all bodies.
    static let pieces = 200_000
    /// The number of joints.
    static let joints = 200_000
    /// The number of points of a hull or a mesh.
    static let points = 1 << 24
  }

  var scene: PhysicsScene
  /// The hulls by number; nil for those with a problem.
  var hulls: [Shape?] = []
  /// The mesh; nil if there is none, or if it has a problem.
  var mesh: Shape?
  var hasMesh = false
  /// For each body of the file its index in the scene; nil for those with a problem.
  var bodyIndices: [Int?] = []
  var pieceCount = 0
  /// A world that is used to check whether joints are accepted.
  let trial = World()
  private var problems: [PhysicsSceneError.Problem] = []

  /// Reads a scene.
  ///
  /// - Parameter text: The text as UTF-8. Any other input is rejected.
  /// - Returns: A scene whose bodies and joints every world accepts.
  /// - Throws: A ``PhysicsSceneError`` with all problems, the first hundred at most.
  public static func scene(from text: [UInt8]) throws(PhysicsSceneError) -> PhysicsScene {
    var reader: PhysicsSceneReader?
    var number = 0
    var start = text.startIndex
    while start < text.endIndex {
      number += 1
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
      let line = SceneLine(number: number, bytes: text[start..<end])
      start = end == text.endIndex ? end : end + 1
      if line.isAtEnd { continue }
      do throws(PhysicsSceneError.Problem) {
        if reader == nil {
          reader = try PhysicsSceneReader(head: line)
        } else {
          try reader?.read(line)
        }
      } catch {
        // Without a valid first line, the rest of the file cannot be interpreted.
        guard reader != nil else { throw PhysicsSceneError(problems: [error]) }
        reader?.problems.append(error)
        if reader?.problems.count == PhysicsSceneError.maxCount { break }
      }
    }
    guard let reader else {
      let problem = "the file has no items; '\(form(of: "scene"))' is accepted"
      throw PhysicsSceneError(problems: [.init(line: 1, text: problem)])
    }
    guard reader.problems.isEmpty else { throw PhysicsSceneError(problems: reader.problems) }
    return reader.scene
  }

  /// All words of an item, for messages.
  private static func form(of item: String) -> String {
    forms.first { $0.item == item }.map { "\($0.item) \($0.words)" } ?? item
  }

  // MARK: Items

  /// Reads the first line.
  private init(head: SceneLine) throws(PhysicsSceneError.Problem) {
    var line = head
    line.form = Self.form(of: "scene")
    let item = try line.word("the item")
    guard item == "scene" else {
      throw line.problem("the first item is '\(item.prefix(40))'; '\(line.form)' is accepted")
    }
    let name = try line.word("NAME")
    let steps = try line.integer("STEPS", 1...Limit.steps)
    scene = PhysicsScene(name, "from a file", steps: steps)
    scene.allowsSleep = try line.flag("SLEEP")
    scene.friction = try line.number("FRICTION")
    scene.traceInterval = try line.integer("TRACE-EVERY", 1...Limit.steps)
    scene.raysPerStep = try line.integer("RAYS-A-STEP", 0...Limit.rays)
    try line.end()
    // Only the friction of this probe can be invalid.
    let probe = PhysicsScene.Body(
      kind: .static, shape: .sphere(SphereShape(radius: 1)), position: .zero)
    if let error = scene.definition(of: probe).error { throw line.problem("\(error)") }
  }

  /// Reads an item after the first.
  private mutating func read(_ given: SceneLine) throws(PhysicsSceneError.Problem) {
    var line = given
    let item = try line.word("the item")
    line.form = Self.form(of: item)
    switch item {
    case "hull": try readHull(&line)
    case "mesh": try readMesh(&line)
    case "body": try readBody(&line)
    case "joint": try readJoint(&line)
    case "scene": throw line.problem("a second scene; one is accepted, on the first line")
    default:
      throw line.problem(
        "no item is called '\(item.prefix(40))'; hull, mesh, body and joint are accepted")
    }
  }

  private mutating func readHull(_ line: inout SceneLine) throws(PhysicsSceneError.Problem) {
    hulls.append(nil)
    let count = try line.integer("COUNT", 4...Limit.points)
    let points = try line.points("point", count: count)
    try line.end()
    do throws(ShapeError) {
      hulls[hulls.count - 1] = .hull(try ConvexHullShape(points))
    } catch {
      throw line.problem("\(error)")
    }
  }

  private mutating func readMesh(_ line: inout SceneLine) throws(PhysicsSceneError.Problem) {
    guard !hasMesh else { throw line.problem("a second mesh; one is accepted") }
    hasMesh = true
    let vertexCount = try line.integer("VERTEX-COUNT", 3...Limit.points)
    let indexCount = try line.integer("INDEX-COUNT", 3...3 * Limit.points)
    let vertices = try line.points("vertex", count: vertexCount)
    var indices: [Int32] = []
    for _ in 0..<indexCount {
      indices.append(Int32(try line.integer("an index", 0...vertexCount - 1)))
    }
    try line.end()
    do throws(ShapeError) {
      mesh = .mesh(try MeshShape(vertices: vertices, indices: indices))
    } catch {
      throw line.problem("\(error)")
    }
  }
}
