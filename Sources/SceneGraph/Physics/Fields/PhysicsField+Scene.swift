import CaromMaths
public import CaromPhysics

// SceneKit's initializers.
extension PhysicsField {
  /// A field that accelerates along its direction.
  public static func linearGravity() -> PhysicsField { PhysicsField(.linearGravity) }
  /// A field that accelerates towards its center.
  public static func radialGravity() -> PhysicsField { PhysicsField(.radialGravity) }
  /// A field that slows bodies down.
  public static func drag() -> PhysicsField { PhysicsField(.drag) }
  /// A field that accelerates around its direction.
  public static func vortex() -> PhysicsField { PhysicsField(.vortex) }
  /// A field that pulls towards its center in proportion to the distance.
  public static func spring() -> PhysicsField { PhysicsField(.spring) }
  /// A field of smooth noise.
  public static func noiseField(smoothness: Float, animationSpeed: Float) -> PhysicsField {
    var field = PhysicsField(.noise)
    (field.smoothness, field.animationSpeed) = (smoothness, animationSpeed)
    return field
  }
  /// A fluid of a density in kg/m³ that fills the extent, or the half space below the node.
  public static func buoyancy(density: Float = 1000) -> PhysicsField {
    var field = PhysicsField(.buoyancy)
    field.fluid.density = density
    return field
  }
  /// A field of noise in proportion to the speed of a body.
  public static func turbulenceField(smoothness: Float, animationSpeed: Float) -> PhysicsField {
    var field = PhysicsField(.turbulence)
    (field.smoothness, field.animationSpeed) = (smoothness, animationSpeed)
    return field
  }
}

extension PhysicsField {
  /// The field of a node in the world; nil if the node's scale is degenerate.
  func definition(_ node: Node) -> ForceFieldDefinition? {
    let world = node.presentationWorldTransform
    guard let parts = world.decomposed else { return nil }
    var field = self
    field.offset = .zero
    field.halfExtent = halfExtent.map { $0 * parts.scale.magnitudes }
    field.isActive = isActive && !node.isHiddenInScene
    return ForceFieldDefinition(
      field,
      at: Transform(position: world.apply(point: offset), orientation: parts.orientation))
  }
}

extension Scene {
  /// Creates, updates or destroys the field of a node in the simulation.
  ///
  /// A field with an invalid property is reported as a problem and removed.
  func syncField(_ node: Node) {
    guard let field = node.storage.physicsField, let definition = field.definition(node) else {
      return removeField(node)
    }
    let simulation = physicsWorld.simulation
    let live = simulation.field(FieldHandle(serial: node.fieldSerial))
    if live?.definition == definition { return }
    if let problem = definition.problem {
      reportProblem("the field is invalid: \(problem)", on: node, "physicsField")
      return removeField(node)
    }
    if let live {
      live.definition = definition
    } else if let handle = try? simulation.createField(definition) {
      node.fieldSerial = handle.serial
    }
  }

  /// Destroys the field of a node in the simulation.
  func removeField(_ node: Node) {
    let handle = FieldHandle(serial: node.fieldSerial)
    if physicsWorld.simulation.field(handle) != nil { physicsWorld.simulation.destroyField(handle) }
    node.fieldSerial = 0
  }
}
