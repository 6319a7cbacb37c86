public import CaromMaths
public import CaromProperties

/// A surface that nodes show, with the materials of its elements.
///
/// Nodes share geometries: changing one changes it on every node that shows it; ``copy()`` makes one
/// that changes alone and still shares the materials.
public final class Geometry: Shared {
  /// What the schema says of it.
  public static let summary = "A surface that nodes show, with the materials of its elements"
  /// The name is the key of the file's table; the primitive is declared as a choice; caches.
  public static let undeclaredByDesign: Set<String> = [
    "name", "primitive", "cachedMesh", "cachedHitTree",
  ]

  /// The name in scene files; empty for a geometry that is written where it is used.
  public var name = ""
  /// The shape of the surface.
  public var primitive: Primitive {
    didSet {
      guard primitive != oldValue else { return }
      cachedMesh = nil
    }
  }
  /// The materials; an element whose number is `i` is drawn with the one at `i % materials.count`.
  ///
  /// Without materials it is drawn white.
  public var materials: [Material] = []
  /// What is drawn in its place from far away; physics and hit tests take the geometry itself.
  ///
  /// A level that leads back to this geometry is left out.
  public var levelsOfDetail: [LevelOfDetail] = [] {
    didSet { levelsOfDetail.removeAll { $0.geometry?.leads(to: self) ?? false } }
  }

  private var cachedMesh: Mesh?
  private var cachedHitTree: TriangleTree?

  /// Makes a box of one metre a side.
  public init() { primitive = Primitive() }

  /// Makes a geometry of the given shape.
  public init(_ primitive: Primitive, materials: [Material] = [], name: String = "") {
    self.primitive = primitive
    self.materials = materials
    self.name = name
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Geometry>) {
    p.property("name", \.name, "The name in scene files", in: .state)
    p.choice(\.primitive, "The shape of the surface")
    p.property("materials", \.materials, "What its elements are made of, in order")
    p.property(
      "levelsOfDetail", \.levelsOfDetail, "What is drawn in its place from far away")
  }

  /// The first material, made on first use as in SceneKit.
  public var firstMaterial: Material? {
    get { materials.first }
    set {
      if let newValue {
        if materials.isEmpty { materials = [newValue] } else { materials[0] = newValue }
      } else if !materials.isEmpty {
        materials.removeFirst()
      }
    }
  }

  /// The material of the element with the given number, or nil without materials.
  public func material(ofElement element: Int) -> Material? {
    materials.isEmpty ? nil : materials[element % materials.count]
  }

  /// The triangles; made on first use and kept until the shape changes.
  public var mesh: Mesh {
    if let cachedMesh { return cachedMesh }
    let made = primitive.solid.makeMesh()
    cachedMesh = made
    return made
  }

  /// The triangles as hit tests meet them; made on first use and kept until the shape changes.
  var hitTree: TriangleTree {
    if let cachedHitTree, cachedHitTree.mesh === mesh { return cachedHitTree }
    let made = TriangleTree(mesh)
    cachedHitTree = made
    return made
  }

  /// The smallest box around the ideal surface, in the space of the geometry.
  public var boundingBox: AABB { primitive.solid.bounds }

  /// A ball around the surface: its centre and radius, in metres.
  ///
  /// Exact for spheres, capsules and tori; half the diagonal of ``boundingBox`` for others.
  public var boundingSphere: (center: Vector3, radius: Float) {
    switch primitive {
    case .sphere(let s): return (.zero, s.radius)
    case .capsule(let c): return (.zero, c.halfStraight + c.capRadius)
    case .mesh(let m):
      let center = boundingBox.center
      return (center, m.positions.reduce(Float(0)) { max($0, $1.distance(to: center)) })
    case .torus(let t): return (.zero, t.ringRadius + t.pipeRadius)
    case .plane, .box, .cylinder, .cone, .pyramid, .floor, .tube, .shape:
      let box = boundingBox
      return (box.center, box.halfExtents.length)
    }
  }

  /// A geometry with the same shape that shares the materials; it has no name.
  ///
  /// To change a material for one node alone, copy its geometry and then the material.
  public func copy() -> Geometry {
    let copy = Geometry(primitive, materials: materials)
    copy.levelsOfDetail = levelsOfDetail
    return copy
  }

  /// True when it is another geometry or has it among its levels of detail, or among theirs.
  private func leads(to other: Geometry) -> Bool {
    var left = [self]
    var seen: Set<ObjectIdentifier> = []
    while let next = left.popLast() {
      if next === other { return true }
      left += next.levelsOfDetail.compactMap(\.geometry)
        .filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
    return false
  }

  /// What is wrong with a geometry of a file: a mesh too large to be made, or levels that have levels,
  /// which would never be drawn.
  public var problem: String? {
    let cells = cellCount
    if cells > Self.mostCells {
      return "the segments make a mesh of \(cells) cells; up to \(Self.mostCells) are accepted"
    }
    guard levelsOfDetail.contains(where: { !($0.geometry?.levelsOfDetail.isEmpty ?? true) }) else {
      return nil
    }
    return "a level of detail has levels of its own; one without is accepted"
  }
}

// MARK: Short ways to make one

extension Geometry {
  /// Makes a plane across X and Y that faces +Z; sizes in metres.
  public static func plane(width: Float = 1, height: Float = 1) -> Geometry {
    Geometry(.plane(Plane(width: width, height: height)))
  }
  /// Makes a box around the origin; sizes in metres.
  public static func box(
    width: Float = 1, height: Float = 1, length: Float = 1, chamferRadius: Float = 0
  ) -> Geometry {
    Geometry(
      .box(Box(width: width, height: height, length: length, chamferRadius: chamferRadius)))
  }
  /// Makes a ball around the origin; radius in metres.
  public static func sphere(radius: Float = 0.5) -> Geometry {
    Geometry(.sphere(Sphere(radius: radius)))
  }
  /// Makes an upright cylinder around the origin; sizes in metres.
  public static func cylinder(radius: Float = 0.5, height: Float = 1) -> Geometry {
    Geometry(.cylinder(Cylinder(radius: radius, height: height)))
  }
  /// Makes an upright capsule around the origin; `height` in metres is with both caps.
  public static func capsule(capRadius: Float = 0.5, height: Float = 2) -> Geometry {
    Geometry(.capsule(Capsule(capRadius: capRadius, height: height)))
  }
  /// Makes an upright cone around the origin, in metres; without a top radius it has a tip.
  public static func cone(
    topRadius: Float = 0, bottomRadius: Float = 0.5, height: Float = 1
  ) -> Geometry {
    Geometry(.cone(Cone(topRadius: topRadius, bottomRadius: bottomRadius, height: height)))
  }
  /// Makes a pyramid whose base lies around the origin, in metres.
  public static func pyramid(width: Float = 1, height: Float = 1, length: Float = 1) -> Geometry {
    Geometry(.pyramid(Pyramid(width: width, height: height, length: length)))
  }
  /// Makes an upright pipe around the origin, in metres.
  public static func tube(
    innerRadius: Float = 0.25, outerRadius: Float = 0.5, height: Float = 1
  ) -> Geometry {
    Geometry(.tube(Tube(innerRadius: innerRadius, outerRadius: outerRadius, height: height)))
  }
  /// Makes a ring that lies level around the origin, in metres.
  public static func torus(ringRadius: Float = 0.5, pipeRadius: Float = 0.25) -> Geometry {
    Geometry(.torus(Torus(ringRadius: ringRadius, pipeRadius: pipeRadius)))
  }
  /// Makes a level ground without edge.
  public static func floor() -> Geometry { Geometry(.floor(Floor())) }
}
