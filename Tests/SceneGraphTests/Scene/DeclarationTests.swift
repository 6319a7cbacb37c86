import CaromPhysics
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Declarations")
struct DeclarationTests {
  /// Names of stored properties that are declared by another key, or are no state.
  static let known: [String: String] = [
    "NodeState.physicsBody": "physics", "NodeState.role": "role",
    "JointState.kind": "",
    "Label.frame": "", "Bar.frame": "", "Icon.frame": "", "Panel.frame": "",
    "Light.spot": "", "Light.directional": "",
    "Geometry.primitive": "", "MaterialProperty.contents": "", "LevelOfDetail.threshold": "",
    "Geometry.name": "the table's key",
    "Geometry.cachedMesh": "cache",
    "Geometry.cachedHitTestBVH": "cache",
    "Material.name": "the table's key", "Material.animatedValues": "saved by the scene",
    "Material.written": "cache",
  ]

  /// The stored properties of a record that nothing declares.
  static func undeclared<R: Record>(_ type: R.Type) -> [String] {
    let keys = R.propertyInfos.map(\.key)
    return Mirror(reflecting: R()).children.compactMap(\.label).filter { label in
      let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
      return !keys.contains(name) && !keys.contains(name + "Degrees")
        && known["\(R.self).\(name)"] == nil
    }
  }

  @Test("Every stored property is declared")
  func everythingIsDeclared() {
    #expect(Self.undeclared(NodeState.self).isEmpty)
    #expect(Self.undeclared(SceneState.self).isEmpty)
    #expect(Self.undeclared(WorldState.self).isEmpty)
    #expect(Self.undeclared(BodyState.self).isEmpty)
    #expect(Self.undeclared(JointState.self).isEmpty)
    #expect(Self.undeclared(BallSocketJoint.self).isEmpty)
    #expect(Self.undeclared(HingeJoint.self).isEmpty)
    #expect(Self.undeclared(SliderJoint.self).isEmpty)
    #expect(Self.undeclared(ConeTwistJoint.self).isEmpty)
    #expect(Self.undeclared(FixedJoint.self).isEmpty)
    #expect(Self.undeclared(DistanceJoint.self).isEmpty)
    #expect(Self.undeclared(WheelJoint.self).isEmpty)
    #expect(Self.undeclared(SixDegreesOfFreedomJoint.self).isEmpty)
    #expect(Self.undeclared(JointLinearAxis.self).isEmpty)
    #expect(Self.undeclared(JointAngularAxis.self).isEmpty)
    #expect(Self.undeclared(PhysicsField.self).isEmpty)
    #expect(Self.undeclared(VehicleState.self).isEmpty)
    #expect(Self.undeclared(PhysicsVehicleWheel.self).isEmpty)
    #expect(Self.undeclared(CharacterState.self).isEmpty)
    #expect(Self.undeclared(PlacedShape.self).isEmpty)
    #expect(Self.undeclared(Geometry.self).isEmpty)
    #expect(Self.undeclared(Plane.self).isEmpty)
    #expect(Self.undeclared(Box.self).isEmpty)
    #expect(Self.undeclared(Sphere.self).isEmpty)
    #expect(Self.undeclared(Cylinder.self).isEmpty)
    #expect(Self.undeclared(Capsule.self).isEmpty)
    #expect(Self.undeclared(Floor.self).isEmpty)
    #expect(Self.undeclared(CustomMesh.self).isEmpty)
    #expect(Self.undeclared(GeometryElement.self).isEmpty)
    #expect(Self.undeclared(Material.self).isEmpty)
    #expect(Self.undeclared(MaterialProperty.self).isEmpty)
    #expect(Self.undeclared(TextureTransform.self).isEmpty)
    #expect(Self.undeclared(LevelOfDetail.self).isEmpty)
    #expect(Self.undeclared(Tube.self).isEmpty)
    #expect(Self.undeclared(Torus.self).isEmpty)
    #expect(Self.undeclared(ExtrudedShape.self).isEmpty)
    #expect(Self.undeclared(HullPoints.self).isEmpty)
    #expect(Self.undeclared(SurfaceTriangles.self).isEmpty)
    #expect(Self.undeclared(Light.self).isEmpty)
    #expect(Self.undeclared(Camera.self).isEmpty)
    #expect(Self.undeclared(LookAtConstraint.self).isEmpty)
    #expect(Self.undeclared(FollowConstraint.self).isEmpty)
    #expect(Self.undeclared(ReplicatorConstraint.self).isEmpty)
    #expect(Self.undeclared(TransformConstraint.self).isEmpty)
    #expect(Self.undeclared(DistanceConstraint.self).isEmpty)
    #expect(Self.undeclared(AccelerationConstraint.self).isEmpty)
    #expect(Self.undeclared(BillboardConstraint.self).isEmpty)
    #expect(Self.undeclared(SliderConstraint.self).isEmpty)
    #expect(Self.undeclared(AvoidOccluderConstraint.self).isEmpty)
    #expect(Self.undeclared(IKConstraint.self).isEmpty)
    #expect(Self.undeclared(IKJoint.self).isEmpty)
    #expect(Self.undeclared(ExplicitBounds.self).isEmpty)
    #expect(Self.undeclared(Overlay.self).isEmpty)
    #expect(Self.undeclared(Animation.self).isEmpty)
    #expect(Self.undeclared(AnimationChannel.self).isEmpty)
    #expect(Self.undeclared(AnimationEntry.self).isEmpty)
    #expect(Self.undeclared(AnimationEvent.self).isEmpty)
    #expect(Self.undeclared(ParticleSystem.self).isEmpty)
    #expect(Self.undeclared(Morpher.self).isEmpty)
    #expect(Self.undeclared(MorphTarget.self).isEmpty)
    #expect(Self.undeclared(Skinner.self).isEmpty)
    #expect(Self.undeclared(Label.self).isEmpty)
    #expect(Self.undeclared(Bar.self).isEmpty)
    #expect(Self.undeclared(Icon.self).isEmpty)
    #expect(Self.undeclared(Panel.self).isEmpty)
    #expect(Self.undeclared(MoveBy.self).isEmpty)
    #expect(Self.undeclared(MoveTo.self).isEmpty)
    #expect(Self.undeclared(RotateBy.self).isEmpty)
    #expect(Self.undeclared(RotateTo.self).isEmpty)
    #expect(Self.undeclared(RotateAround.self).isEmpty)
    #expect(Self.undeclared(RotateToAxisAngle.self).isEmpty)
    #expect(Self.undeclared(CustomAction.self).isEmpty)
    #expect(Self.undeclared(ScaleBy.self).isEmpty)
    #expect(Self.undeclared(ScaleTo.self).isEmpty)
    #expect(Self.undeclared(FadeBy.self).isEmpty)
    #expect(Self.undeclared(FadeTo.self).isEmpty)
    #expect(Self.undeclared(RunFunction.self).isEmpty)
    #expect(Self.undeclared(PlayAudio.self).isEmpty)
    #expect(Self.undeclared(Wait.self).isEmpty)
    #expect(Self.undeclared(ActionList.self).isEmpty)
    #expect(Self.undeclared(Repetition.self).isEmpty)
    #expect(Self.undeclared(Forever.self).isEmpty)
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
      "PhysicsHingeJoint", "PhysicsField", "WheelProperties", "WheelControls", "CharacterSettings",
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
