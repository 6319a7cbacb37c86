import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// A collectible.
struct Pearl: Role {
  static let name = "pearl"
  static let summary = "Something to collect"
  var life: Float = 1
  var next = NodeReference()

  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("life", \.life, "What it gives", .ratio, 0...1)
    p.property("next", \.next, "The pearl to show next")
  }
}

/// A role of another game with the same name.
private enum OtherGame {
  struct Pearl: Role {
    static let name = "pearl"
    static let summary = "Something to string"
    var thread: Int32 = 0

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("thread", \.thread, "The thread it is on")
    }
  }
}

@Suite("Node state in files")
struct NodeStateTests {
  /// Reads a node; returns its state and the problems.
  func read(_ text: String) throws -> (NodeState, [String]) {
    var reader = Reader()
    reader[RoleTypes.self] = [Pearl.self]
    reader.share(Material(name: "red", diffuse: Color(1, 0, 0)), as: "red")
    var state = NodeState()
    state.readProperties(try JSON.parse(text), &reader)
    return (state, reader.problems.map { "\($0.pointer): \($0.message)" })
  }

  static let whole = """
    { "position": [0, 10, 0], "eulerAnglesDegrees": [-45, 0, 90], "scale": [1, 2, 1],
      "isHidden": true, "opacity": 0.5, "categoryBitMask": -1,
      "geometry": { "box": { "width": 2, "chamferRadius": 0.1 }, "materials": ["red",
        { "lightingModel": "lambert", "diffuse": { "color": "#ff0000", "intensity": 0.5 } }] },
      "light": { "type": "spot", "spotOuterAngleDegrees": 30, "color": [1, 1, 0.5] },
      "camera": { "fieldOfViewDegrees": 45, "zNear": 0.11 },
      "constraints": [
        { "follow": { "target": "/ball", "offset": [0, 3.5, 3.5], "rate": 0.6 } },
        { "lookAt": { "target": "/ball", "isGimbalLockEnabled": true } }],
      "physics": { "type": "static", "restitution": 1, "categoryBitMask": 4,
        "shape": { "compound": [{ "shape": { "sphere": { "radius": 1 } }, "position": [1, 0, 0] }] }
      },
      "role": { "pearl": { "life": 0.25, "next": "../other" } },
      "actions": [{ "repeatForever": { "action": { "sequence": { "actions": [
        { "rotateBy": { "anglesDegrees": [0, 360, 0], "duration": 2, "timing": "easeIn" } },
        { "wait": { "duration": 0.5 } }, { "run": { "function": "f" } }, { "hide": {} },
        { "playAudio": { "sound": "bump" } } ] } } } }] }
    """

  // Symptom: the schema rejected a role of a game. Cause: of two roles of different games with the
  // same name, the schema contained the first one only.
  @Test("The schema accepts roles of different games with the same name")
  func rolesOfEqualNames() throws {
    var schema = Schema()
    schema[RoleTypes.self] = [Pearl.self, OtherGame.Pearl.self]
    let text = RoleValue.schema(PropertyInfo("role"), &schema)
    let roles = try #require(try JSON.parse(text)["properties"]?.members).map { $0 }
    let pearls = try #require(roles.first?.value["anyOf"]?.elements).map { $0 }
    #expect(roles.count == 1 && pearls.count == 2)
    let definitions = schema.definitionMembers(usedBy: text)
    #expect(definitions.contains("\"life\"") && definitions.contains("\"thread\""))
  }

  @Test("The example of the design is read")
  func reads() throws {
    let (state, problems) = try read(Self.whole)
    #expect(problems.isEmpty, "\(problems)")
    #expect(state.position == Vector3(0, 10, 0) && state.scale.y == 2 && state.isHidden)
    #expect(isNear(state.eulerAngles, Vector3(-.pi / 4, 0, .pi / 2), 1e-6))
    #expect(state.categoryBitMask == .max && state.opacity == 0.5)
    #expect(state.geometry?.boundingBox.size == Vector3(2, 1, 1))
    #expect(state.geometry?.materials.first?.name == "red")
    #expect(state.geometry?.materials.last?.diffuse.color == Color(1, 0, 0))
    #expect(state.light?.type == .spot && state.camera?.zNear == 0.11)
    #expect(abs((state.camera?.fieldOfView ?? 0) - .pi / 4) < 1e-6)
    #expect(state.constraints.count == 2 && state.constraints[0].target.path == "/ball")
    #expect(state.physicsBody?.type == .static && state.physicsBody?.restitution == 1)
    #expect((state.role.value as? Pearl)?.life == 0.25)
    #expect(state.actions.count == 1)
  }

  @Test("A node that was read is written with the same text")
  func writesTheSame() throws {
    let (state, _) = try read(Self.whole)
    let text = state.json
    let (again, problems) = try read(text)
    #expect(problems.isEmpty, "\(problems)")
    #expect(again.json == text)
    #expect(text.contains("\"eulerAnglesDegrees\":[-45,0,90]"))
    #expect(!text.contains("orientation"))
    #expect(NodeState().json == "{}")
  }

  @Test("A rotation given as a quaternion is written as one")
  func writesQuaternions() throws {
    let (state, problems) = try read(#"{ "orientation": [0, 1, 0, 0] }"#)
    #expect(problems.isEmpty)
    #expect(state.json == #"{"orientation":[0,1,0,0]}"#)
  }

  @Test("Errors name what is accepted")
  func namesMistakes() throws {
    let (_, problems) = try read(
      #"{ "role": { "perl": {} }, "geometry": { "box": { "width": -1 } }, "phisics": {} }"#)
    #expect(problems.count == 3)
    #expect(problems.contains { $0.contains("pearl") })
    #expect(problems.contains { $0.contains("physics") })
    let (_, more) = try read(
      #"{ "light": { "color": [2, 0, 0] }, "constraints": [{ "lookAt": {} }] }"#)
    #expect(more.count == 2)
  }

  @Test("References in constraints and roles are resolved")
  func updatesReferences() throws {
    let node = Node(state: try read(Self.whole).0)
    let target = Node(name: "target")
    var paths: [String] = []
    node.updateReferences {
      paths.append($0.path)
      $0.set(target)
    }
    #expect(paths == ["/ball", "/ball", "../other"])
    let scene = Scene()
    scene.rootNode.addChildNode(node)
    scene.rootNode.addChildNode(target)
    #expect(node.constraints[0].target.node(in: scene) === target)
    #expect(node.role(as: Pearl.self)?.next.node(in: scene) === target)
  }

  @Test("Setting the whole state has the same effects as setting each property")
  func setsState() {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    f.step(2)
    var state = f.ball.state
    state.position = Vector3(0, 10, 0)
    state.isHidden = true
    f.ball.state = state
    f.step(60)
    #expect(f.ball.position == Vector3(0, 10, 0))
    state.isHidden = false
    let body = PhysicsBody.dynamic()
    body.isAffectedByGravity = false
    body.velocity = .unitY
    state.physicsBody = body
    f.ball.state = state
    f.step(60)
    #expect(abs(f.ball.position.y - 11) < 0.1)
  }

  @Test("Properties are set by path, and a body's change reaches the simulation")
  func setsByPath() throws {
    let f = Fixture(ballAt: Vector3(0, 5, 0))
    f.step(1)
    var state = f.ball.state
    try state.set("physics.velocity", to: JSON.parse("[0, 9, 0]"))
    try state.set("position", to: JSON.parse("[1, 2, 3]"))
    f.ball.state = state
    #expect(f.ball.physicsBody?.velocity == Vector3(0, 9, 0))
    #expect(f.ball.position == Vector3(1, 2, 3))
    #expect(try f.ball.state.get("physics.velocity") == "[0,9,0]")
  }

  @Test("Property paths resolve in the current role, and errors suggest the nearest key")
  func reachesRoles() throws {
    var state = NodeState()
    state.role = RoleValue(Pearl())
    func message(_ path: String) -> String {
      do throws(Problem) { return try state.get(path) } catch { return error.message }
    }
    try state.set("role.pearl.life", to: JSON.parse("0.75"))
    #expect(try state.get("role.pearl.life") == "0.75")
    #expect((state.role.value as? Pearl)?.life == 0.75)
    #expect(message("role.pearl.lfe").hasSuffix("pearl has no lfe; did you mean \"life\"?"))
    #expect(message("role.perl.life") == "role.perl.life: role is pearl; did you mean \"pearl\"?")
    #expect(throws: Problem.self) { try state.set("role.pearl.life", to: JSON.parse("7")) }
    #expect((state.role.value as? Pearl)?.life == 0.75)
    state.role = RoleValue()
    #expect(
      message("role.pearl.life") == "role.pearl.life: role is not set; set the whole of it first")
    #expect(throws: Problem.self) { try NodeState.find("role.pearl.life") }
  }
}
