import TestSupport
import Testing

/// The tag of the state's layout is derived from declarations, so bytes that are put into a state
/// by hand are described by hand too.
@Suite("Writing state")
struct StateTests {
  /// The number of values that a file puts into the state by hand.
  ///
  /// - The values of one property: their type describes its stored properties.
  /// - The handles of objects of the simulation: `DescribedPart` describes the stored properties.
  /// - The order of the parts of a scene, a node and a session: `Scene.describeState` and
  ///   `Game.stateLayoutTag` list them. Whoever adds one lists it there.
  static let byHand = [
    "SceneGraph/Animations/KeyValues.swift": 2,
    "SceneGraph/Constraints/BillboardConstraint.swift": 1,
    "SceneGraph/Geometry/Geometry.swift": 1,
    "SceneGraph/Materials/Color.swift": 4,
    "SceneGraph/Materials/Material.swift": 2,
    "SceneGraph/Materials/MaterialModes.swift": 1,
    "SceneGraph/Nodes/Matrix4+Property.swift": 4,
    "SceneGraph/Nodes/Node+Snapshot.swift": 7,
    "SceneGraph/Nodes/NodeReference.swift": 1,
    "SceneGraph/Nodes/Role.swift": 2,
    "SceneGraph/Physics/Characters/PhysicsCharacter.swift": 3,
    "SceneGraph/Physics/Joints/PhysicsJoint.swift": 9,
    "SceneGraph/Physics/PhysicsBody.swift": 6,
    "SceneGraph/Physics/Vehicles/PhysicsVehicle.swift": 3,
    "SceneGraph/Scene/Scene+NodeSaving.swift": 1,
    "SceneGraph/Scene/Scene+Snapshot.swift": 6,
    "Simulation/Sessions/Snapshot.swift": 2,
  ]

  @Test("State is written by declarations, except in the listed files")
  func stateIsDeclared() throws {
    var found: [String: Int] = [:]
    for module in ["SceneGraph", "Simulation", "Games"] {
      for file in try SourceFile.all(under: "Sources/\(module)") {
        let count = file.code.count { $0.text.contains("sink.put(") }
        if count > 0 { found[String(file.path.dropFirst("Sources/".count))] = count }
      }
    }
    for path in Set(found.keys).union(Self.byHand.keys).sorted() {
      let (count, most) = (found[path] ?? 0, Self.byHand[path] ?? 0)
      #expect(
        count == most,
        """
        \(path) puts \(count) values into the state by hand instead of \(most): declare them, or \
        describe them in the layout and change the list
        """)
    }
  }
}
