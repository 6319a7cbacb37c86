import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Primitives as SceneKit has them")
struct PrimitiveParityTests {
  @Test("Parity: every primitive has SceneKit's parameters and defaults")
  func parityDefaults() {
    #expect(Plane().width == 1 && Plane().height == 1 && Plane().cornerRadius == 0)
    #expect(Plane().widthSegmentCount == 1 && Plane().heightSegmentCount == 1)
    #expect(Plane().cornerSegmentCount == 10)
    #expect(Box().width == 1 && Box().height == 1 && Box().length == 1 && Box().chamferRadius == 0)
    #expect(Box().widthSegmentCount == 1 && Box().chamferSegmentCount == 5)
    #expect(Box().heightSegmentCount == 1 && Box().lengthSegmentCount == 1)
    #expect(Sphere().radius == 0.5 && Sphere().segmentCount == 24 && !Sphere().isGeodesic)
    #expect(Cylinder().radius == 0.5 && Cylinder().height == 1)
    #expect(Cylinder().radialSegmentCount == 48 && Cylinder().heightSegmentCount == 1)
    #expect(Floor().isInfinite && Floor().reflectivity == 0.25)
    #expect(Floor().reflectionFalloffStart == 0 && Floor().reflectionFalloffEnd == 0)
    #expect(Floor().reflectionCategoryBitMask == .max)
    #expect(Floor().reflectionResolutionScaleFactor == 0.5)
    #expect(Cone().topRadius == 0 && Cone().bottomRadius == 0.5 && Cone().height == 1)
    #expect(Cone().radialSegmentCount == 48 && Cone().heightSegmentCount == 1)
    #expect(Capsule().capRadius == 0.5 && Capsule().height == 2 && Capsule().capSegmentCount == 24)
    #expect(Capsule().radialSegmentCount == 48 && Capsule().heightSegmentCount == 1)
    #expect(Tube().innerRadius == 0.25 && Tube().outerRadius == 0.5 && Tube().height == 1)
    #expect(Tube().radialSegmentCount == 48 && Tube().heightSegmentCount == 1)
    #expect(Torus().ringRadius == 0.5 && Torus().pipeRadius == 0.25)
    #expect(Torus().ringSegmentCount == 48 && Torus().pipeSegmentCount == 24)
    #expect(ExtrudedShape().extrusionDepth == 1 && ExtrudedShape().paths.isEmpty)
    #expect(Pyramid().width == 1 && Pyramid().height == 1 && Pyramid().length == 1)
    #expect(Pyramid().widthSegmentCount == 1 && Pyramid().lengthSegmentCount == 1)
    #expect(Pyramid().heightSegmentCount == 1 && Floor().width == 0 && Floor().length == 0)
    #expect(GeometryElement().pointSize == 1 && GeometryElement().primitiveType == .triangles)
    #expect(GeometryElement().minimumPointScreenSpaceRadius == 1)
    #expect(GeometryElement().maximumPointScreenSpaceRadius == 1)
    // The origin of a pyramid is in its base.
    #expect(Geometry.pyramid().boundingBox.min == Vector3(-0.5, 0, -0.5))
  }

  @Test("Parity: a dimension of zero or less gives an empty mesh for every primitive")
  func parityEmpty() {
    for size in [Float(0), -1] {
      let all: [Primitive] = [
        .plane(Plane(width: size, height: 1)), .box(Box(width: 1, height: size, length: 1)),
        .sphere(Sphere(radius: size)), .sphere(Sphere(radius: size)),
        .cylinder(Cylinder(radius: 1, height: size)), .cone(Cone(bottomRadius: 1, height: size)),
        .capsule(Capsule(capRadius: size, height: 1)),
        .tube(Tube(innerRadius: size, outerRadius: 1, height: 1)),
        .tube(Tube(innerRadius: 2, outerRadius: 1, height: 1)),
        .torus(Torus(ringRadius: 1, pipeRadius: size)),
        .pyramid(Pyramid(width: 1, height: 1, length: size)),
        .shape(ExtrudedShape(paths: PrimitiveMeshTests.frame().paths, extrusionDepth: size)),
      ]
      for primitive in all { #expect(Geometry(primitive).mesh.triangleCount == 0, "\(primitive)") }
    }
  }

  @Test("Outlines with too few or too many points are reported and give an empty mesh")
  func outlineProblems() {
    var shape = ExtrudedShape(paths: [[.zero, .one]])
    #expect(shape.problem == "outline 0 has 2 points; at least 3 are accepted")
    #expect(Geometry(.shape(shape)).mesh.triangleCount == 0)
    shape.paths = [Array(repeating: .one, count: 513)]
    #expect(shape.problem == "the outlines have 513 points together; at most 512 are accepted")
    // A letter C with a hole in a corner, for any start of its outline.
    let c = [
      Vector2(0, 0), Vector2(4, 0), Vector2(4, 1), Vector2(2, 1), Vector2(2, 3), Vector2(4, 3),
      Vector2(4, 4), Vector2(0, 4),
    ]
    let hole = [Vector2(0.5, 1.5), Vector2(1.5, 1.5), Vector2(1.5, 2.5), Vector2(0.5, 2.5)]
    for start in c.indices {
      let mesh = Geometry(.shape(ExtrudedShape(paths: [Array(c[start...] + c[..<start]), hole])))
        .mesh
      var area: Float = 0
      let front = mesh.elements[0].indices
      for t in stride(from: 0, to: front.count, by: 3) {
        let p = (0..<3).map { mesh.positions[Int(front[t + $0])] }
        let n = (p[1] - p[0]).cross(p[2] - p[0]).z * 0.5
        #expect(n >= 0)
        area += n
      }
      #expect(abs(area - 11) < 1e-4, "from corner \(start)")
    }
  }

  @Test("Parity: the material of an element is at its index modulo the number of materials")
  func materialIndex() {
    let box = Geometry.box()
    #expect(box.material(ofElement: 3) == nil)
    let materials = [Material(), Material(), Material()]
    box.materials = materials
    for element in 0..<6 { #expect(box.material(ofElement: element) === materials[element % 3]) }
  }

  @Test("Parity: segment counts are clamped to a minimum and a maximum")
  func paritySegments() {
    var (tube, torus, pyramid) = (Tube(), Torus(), Pyramid())
    (tube.radialSegmentCount, tube.heightSegmentCount) = (-7, 0)
    #expect(Geometry(.tube(tube)).mesh.triangleCount == 3 * 2 * 4)
    (torus.ringSegmentCount, torus.pipeSegmentCount) = (0, 0)
    #expect(Geometry(.torus(torus)).mesh.triangleCount == 3 * 3 * 2)
    (pyramid.widthSegmentCount, pyramid.heightSegmentCount) = (0, -1)
    #expect(Geometry(.pyramid(pyramid)).mesh.triangleCount == 6)
    var plane = Plane()
    plane.widthSegmentCount = .max
    #expect(Geometry(.plane(plane)).mesh.triangleCount == 2 * 1_024)
  }
}
