import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Primitives")
struct PrimitiveTests {
  @Test(
    "Every primitive looks as it did, with a picture laid on it",
    arguments: ["plane", "box", "rounded-box", "sphere", "cylinder", "capsule", "floor", "mesh"])
  func primitive(name: String) throws {
    let geometry: Geometry
    switch name {
    case "plane": geometry = .plane(width: 1.6, height: 1.2)
    case "box": geometry = .box(width: 1.2, height: 0.9, length: 0.8)
    case "rounded-box":
      geometry = .box(width: 1.2, height: 0.9, length: 0.8, chamferRadius: 0.2)
    case "sphere": geometry = .sphere(radius: 0.7)
    case "cylinder": geometry = .cylinder(radius: 0.5, height: 1.2)
    case "capsule": geometry = .capsule(capRadius: 0.4, height: 1.6)
    case "floor": geometry = .floor()
    default:
      var mesh = CustomMesh()
      mesh.positions = [
        Vector3(-0.7, -0.5, 0.5), Vector3(0.7, -0.5, 0.5), Vector3(0, -0.5, -0.7),
        Vector3(0, 0.8, 0),
      ]
      mesh.elements = [GeometryElement(indices: [0, 1, 3, 1, 2, 3, 2, 0, 3])]
      geometry = Geometry(.mesh(mesh))
    }
    let material = Scenes.checkered()
    if name == "floor" {
      material.diffuse.wrapS = .repeat
      material.diffuse.wrapT = .repeat
    }
    geometry.materials = [material]
    try Scenes.expectGolden(Scenes.showing(geometry), "primitive-\(name)")
  }

  @Test("Elements take the materials in turn")
  func materials() throws {
    let box = Geometry.box()
    box.materials = [
      Material(diffuse: Color(0.9, 0.2, 0.1)), Material(diffuse: Color(0.1, 0.7, 0.2)),
      Material(diffuse: Color(0.2, 0.3, 0.9)),
    ]
    try Scenes.expectGolden(Scenes.showing(box), "primitive-materials")
  }
}
