import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Primitives")
struct PrimitiveTests {
  @Test(
    "Every primitive with a texture equals its golden image",
    arguments: [
      "plane", "box", "rounded-box", "sphere", "geodesic", "cylinder", "capsule", "cone", "tube",
      "torus", "pyramid", "shape", "floor", "mesh",
    ])
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
    case "geodesic":
      var ball = Sphere()
      (ball.radius, ball.isGeodesic, ball.segmentCount) = (0.7, true, 8)
      geometry = Geometry(.sphere(ball))
    case "cone": geometry = .cone(topRadius: 0.15, bottomRadius: 0.6, height: 1.2)
    case "tube": geometry = .tube(innerRadius: 0.35, outerRadius: 0.6, height: 0.9)
    case "torus": geometry = .torus(ringRadius: 0.55, pipeRadius: 0.22)
    case "pyramid": geometry = .pyramid(width: 1.2, height: 1, length: 1)
    case "shape":
      let star = (0..<10).map { i in
        let (s, c) = Portable.sincos(Float(i) * .pi / 5)
        return Vector2(s, c) * (i % 2 == 0 ? 0.8 : 0.4)
      }
      let hole = (0..<12).map { i in
        let (s, c) = Portable.sincos(Float(i) * .pi / 6)
        return Vector2(s, c) * 0.2
      }
      geometry = Geometry(.shape(ExtrudedShape(paths: [star, hole], extrusionDepth: 0.4)))
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

  @Test("Elements use the materials in turn")
  func materials() throws {
    let box = Geometry.box()
    box.materials = [
      Material(diffuse: Color(0.9, 0.2, 0.1)), Material(diffuse: Color(0.1, 0.7, 0.2)),
      Material(diffuse: Color(0.2, 0.3, 0.9)),
    ]
    try Scenes.expectGolden(Scenes.showing(box), "primitive-materials")
  }
}
