public import CaromMaths
public import CaromProperties

/// A geometry: a surface with the materials of its elements.
///
/// Nodes may share a geometry, so changing it affects all of them; ``copy()`` returns an
/// independent geometry that still shares the materials.
public final class Geometry: Shared, ContentTracking {
  /// Summary for the schema.
  public static let summary = "A surface with the materials of its elements"
  /// The name is the key of the file's table; the primitive is declared as a choice; caches.
  public static let undeclaredByDesign: Set<String> = [
    "name", "primitive", "cache", "contentMark",
  ]

  /// The name in scene files; empty for a geometry that is written inline.
  public var name = "" { didSet { contentChanged() } }
  /// The primitive that defines the surface.
  public var primitive: Primitive {
    didSet {
      guard primitive != oldValue else { return }
      cache = nil
      contentChanged()
    }
  }
  /// The materials; element `i` is drawn with the material at `i % materials.count`.
  ///
  /// Without materials the geometry is drawn white.
  public var materials: [Material] = [] { didSet { contentChanged() } }
  /// The levels of detail, drawn instead from a distance; physics and hit tests use the geometry
  /// itself.
  ///
  /// A level that refers back to this geometry is dropped.
  public var levelsOfDetail: [LevelOfDetail] = [] {
    didSet {
      levelsOfDetail.removeAll { $0.geometry?.leads(to: self) ?? false }
      contentChanged()
    }
  }

  /// The mark of the saved properties; nil after a change.
  public private(set) var contentMark: ContentMark?

  /// The mesh and the data derived from it; geometries with equal primitives can share it.
  private var cache: MeshCache?

  private final class MeshCache {
    var mesh: Mesh?
    var hitTestMesh: HitTestMesh?
  }

  /// Creates a box with sides of one meter.
  public init() { primitive = Primitive() }

  /// Creates a geometry from a primitive.
  public init(_ primitive: Primitive, materials: [Material] = [], name: String = "") {
    self.primitive = primitive
    self.materials = materials
    self.name = name
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Geometry>) {
    p.property("name", \.name, "The name in scene files", in: .state)
    p.choice(\.primitive, "The primitive that defines the surface")
    p.property("materials", \.materials, "Materials of the elements, in order")
    p.property(
      "levelsOfDetail", \.levelsOfDetail, "Levels of detail, drawn instead from a distance")
  }

  /// Writes the object's number and, on the first occurrence, its state.
  public func save(_ sink: inout StateSink) {
    sink.put(reference: self) { sink in
      saveState(&sink)
      if contentMark == nil { contentMark = ContentMark() }
    }
  }

  private func contentChanged() {
    guard let contentMark else { return }
    contentMark.discard()
    self.contentMark = nil
  }

  /// The first material, or nil; setting it replaces or removes the first material.
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

  /// Returns the material of an element, or nil without materials.
  public func material(ofElement element: Int) -> Material? {
    materials.isEmpty ? nil : materials[element % materials.count]
  }

  /// The mesh, built on first use and cached until the primitive changes.
  public var mesh: Mesh {
    if let mesh = cache?.mesh { return mesh }
    let made = primitive.generator.makeMesh()
    ownCache.mesh = made
    return made
  }

  /// The mesh with a tree for hit tests, built on first use and cached with the mesh.
  var hitTestMesh: HitTestMesh {
    if let known = cache?.hitTestMesh { return known }
    let made = HitTestMesh(mesh, hasTree: true)
    ownCache.hitTestMesh = made
    return made
  }

  private var ownCache: MeshCache {
    if let cache { return cache }
    let made = MeshCache()
    cache = made
    return made
  }

  /// Uses the mesh of a geometry with an equal primitive, so that it is built and stored once.
  ///
  /// - Precondition: The primitives are equal.
  package func shareMesh(of other: Geometry) {
    precondition(primitive == other.primitive, "Geometries that share a mesh have one primitive")
    cache = other.ownCache
  }

  /// The bounding box of the ideal surface, in local space.
  public var boundingBox: AABB { primitive.generator.bounds }

  /// The bounding sphere: its center and radius, in meters.
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

  /// Returns a geometry with the same primitive that shares the materials; it has no name.
  ///
  /// To change a material for a single node, copy its geometry and then the material.
  public func copy() -> Geometry {
    let copy = Geometry(primitive, materials: materials)
    copy.cache = ownCache
    copy.levelsOfDetail = levelsOfDetail
    return copy
  }

  /// Returns whether this geometry or its levels of detail, recursively, contain another geometry.
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

  /// The reason why a geometry of a file is rejected: a mesh that is too large, or nested levels of
  /// detail, which would never be drawn.
  public var problem: String? {
    let cells = cellCount
    if cells > Self.maximumCellCount {
      return
        "the segments make a mesh of \(cells) cells; up to \(Self.maximumCellCount) are accepted"
    }
    guard levelsOfDetail.contains(where: { !($0.geometry?.levelsOfDetail.isEmpty ?? true) }) else {
      return nil
    }
    return "a level of detail has levels of detail; a geometry without levels is accepted"
  }
}

// MARK: Factory methods

extension Geometry {
  /// Creates a plane in XY that faces +Z; sizes in meters.
  public static func plane(width: Float = 1, height: Float = 1) -> Geometry {
    Geometry(.plane(Plane(width: width, height: height)))
  }
  /// Creates a box centered at the origin; sizes in meters.
  public static func box(
    width: Float = 1, height: Float = 1, length: Float = 1, chamferRadius: Float = 0
  ) -> Geometry {
    Geometry(
      .box(Box(width: width, height: height, length: length, chamferRadius: chamferRadius)))
  }
  /// Creates a sphere centered at the origin; radius in meters.
  public static func sphere(radius: Float = 0.5) -> Geometry {
    Geometry(.sphere(Sphere(radius: radius)))
  }
  /// Creates an upright cylinder centered at the origin; sizes in meters.
  public static func cylinder(radius: Float = 0.5, height: Float = 1) -> Geometry {
    Geometry(.cylinder(Cylinder(radius: radius, height: height)))
  }
  /// Creates an upright capsule centered at the origin; `height` in meters includes both caps.
  public static func capsule(capRadius: Float = 0.5, height: Float = 2) -> Geometry {
    Geometry(.capsule(Capsule(capRadius: capRadius, height: height)))
  }
  /// Creates an upright cone centered at the origin; sizes in meters.
  public static func cone(
    topRadius: Float = 0, bottomRadius: Float = 0.5, height: Float = 1
  ) -> Geometry {
    Geometry(.cone(Cone(topRadius: topRadius, bottomRadius: bottomRadius, height: height)))
  }
  /// Creates a pyramid whose base is centered at the origin; sizes in meters.
  public static func pyramid(width: Float = 1, height: Float = 1, length: Float = 1) -> Geometry {
    Geometry(.pyramid(Pyramid(width: width, height: height, length: length)))
  }
  /// Creates an upright tube centered at the origin; sizes in meters.
  public static func tube(
    innerRadius: Float = 0.25, outerRadius: Float = 0.5, height: Float = 1
  ) -> Geometry {
    Geometry(.tube(Tube(innerRadius: innerRadius, outerRadius: outerRadius, height: height)))
  }
  /// Creates a horizontal torus centered at the origin; sizes in meters.
  public static func torus(ringRadius: Float = 0.5, pipeRadius: Float = 0.25) -> Geometry {
    Geometry(.torus(Torus(ringRadius: ringRadius, pipeRadius: pipeRadius)))
  }
  /// Creates an infinite floor.
  public static func floor() -> Geometry { Geometry(.floor(Floor())) }
}
