import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Declarations")
struct DeclarationTests {
  @Test("Every stored property reachable from the roots of a scene's state is declared")
  func everythingIsDeclared() {
    #expect(undeclaredProperties(reachableFrom: Scene.stateRoots) == [])
  }

  @Test("Overlay elements declare every property of their frame")
  func overlayFrames() {
    let keys = Set(Label.propertyInfos.map(\.key))
    for stored in Mirror(reflecting: OverlayFrame()).children.compactMap(\.label) {
      #expect(keys.contains(stored), "\(stored)")
    }
  }

  @Test("The roots of a scene's state reach the records of all its parts")
  func reachesAllParts() {
    var layout = StateLayout()
    Scene.describeState(&layout)
    let names = Set(layout.records.map { "\($0)" })
    #expect(names.count >= 75)
    for name in [
      "NodeState", "SceneState", "WorldState", "BodyState", "BodyProperties", "JointState",
      "HingeJoint", "PhysicsField", "WheelProperties", "WheelControls", "CharacterSettings",
      "PlacedShape", "Geometry", "Material", "MaterialProperty", "Light", "Camera", "IKJoint",
      "Overlay", "Label", "Animation", "ParticleSystem", "Morpher", "Skinner", "MoveBy",
      "Repetition",
      "WorldSettings",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test("The layout changes with a key, a type and the order of properties")
  func layoutTag() {
    func tag<R: Part>(_: R.Type) -> String {
      var layout = StateLayout()
      layout.add(R.self)
      return layout.lines.joined().replacing("\(R.self)", with: "")
    }
    let tags = [tag(Base.self), tag(OtherKey.self), tag(OtherType.self), tag(OtherOrder.self)]
    #expect(Set(tags).count == 4)
    var (first, second) = (StateLayout(), StateLayout())
    first.add(Base.self)
    second.add(Base.self)
    #expect(first.tag == second.tag && first.tag.count == 16)
    second.add(OtherKey.self)
    #expect(first.tag != second.tag)
  }

  private struct Base: Part {
    static let summary = "A sample"
    var a: Float = 0
    var b: Int32 = 0
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("a", \.a, "A")
      p.property("b", \.b, "B")
    }
  }

  private struct OtherKey: Part {
    static let summary = "A sample"
    var a: Float = 0
    var b: Int32 = 0
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("a", \.a, "A")
      p.property("c", \.b, "B")
    }
  }

  private struct OtherType: Part {
    static let summary = "A sample"
    var a: Float = 0
    var b: UInt32 = 0
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("a", \.a, "A")
      p.property("b", \.b, "B")
    }
  }

  private struct OtherOrder: Part {
    static let summary = "A sample"
    var a: Float = 0
    var b: Int32 = 0
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("b", \.b, "B")
      p.property("a", \.a, "A")
    }
  }

  @Test("The schema of a node contains every definition it refers to")
  func makesSchema() {
    let text = Schema.document(of: NodeState.self)
    for name in ["Geometry", "Material", "Light", "BodyState", "Action", "Constraint"] {
      #expect(text.contains("\"\(name)\": {"), "\(name)")
    }
  }
}
