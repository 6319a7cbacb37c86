import CaromProperties
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Declared properties")
struct DeclaredPropertiesTests {
  @Test("Every stored property of the types in scenes is declared")
  func everythingIsDeclared() {
    #expect(undeclaredProperties(of: NodeState.self) == [])
    #expect(undeclaredProperties(of: SceneState.self) == [])
    #expect(undeclaredProperties(of: WorldState.self) == [])
    #expect(undeclaredProperties(of: BodyState.self) == [])
    #expect(undeclaredProperties(of: PlacedShape.self) == [])
    // A name is the key in a table of the file.
    #expect(undeclaredProperties(of: Material.self, except: ["name", "driven", "written"]) == [])
    #expect(undeclaredProperties(of: MaterialProperty.self) == [])
    // The primitive is declared as a choice, which has no key, and has property observers.
    #expect(
      undeclaredProperties(
        of: Geometry.self, except: ["name", "primitive", "cachedMesh", "cachedHitTestBVH"])
        == [])
    #expect(undeclaredProperties(of: CustomMesh.self) == [])
    #expect(undeclaredProperties(of: Box.self) == [])
    #expect(undeclaredProperties(of: Sphere.self) == [])
    #expect(undeclaredProperties(of: Capsule.self) == [])
    #expect(undeclaredProperties(of: Cylinder.self) == [])
    #expect(undeclaredProperties(of: Plane.self) == [])
    #expect(undeclaredProperties(of: Floor.self) == [])
    #expect(undeclaredProperties(of: Light.self, except: ["spot", "directional"]) == [])
    #expect(undeclaredProperties(of: Camera.self) == [])
    #expect(undeclaredProperties(of: LookAtConstraint.self) == [])
    #expect(undeclaredProperties(of: FollowConstraint.self) == [])
    #expect(undeclaredProperties(of: Overlay.self) == [])
    // Common properties are declared by each element type.
    #expect(undeclaredProperties(of: Label.self, except: ["frame"]) == [])
    #expect(undeclaredProperties(of: Bar.self, except: ["frame"]) == [])
    #expect(undeclaredProperties(of: Icon.self, except: ["frame"]) == [])
    #expect(undeclaredProperties(of: Panel.self, except: ["frame"]) == [])
    let keys = Set(Label.propertyInfos.map(\.key))
    for stored in Mirror(reflecting: OverlayFrame()).children.compactMap(\.label) {
      #expect(keys.contains(stored))
    }
  }
}
