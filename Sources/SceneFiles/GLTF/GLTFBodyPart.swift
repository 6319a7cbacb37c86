import CaromPhysics
import CaromSceneGraph

/// A collider of a glTF body.
struct GLTFBodyPart {
  /// The placed shape; nil if the file gives none that is valid.
  let solid: PlacedShape?
  /// The filter and the material, with the defaults of bodies for what the file does not give.
  let surface: BodyProperties

  /// The placed shape with the filter and the material that differ from those of its body.
  func solid(unlike body: BodyProperties) -> PlacedShape? {
    func own<Value: Equatable>(_ path: KeyPath<BodyProperties, Value>) -> Value? {
      surface[keyPath: path] == body[keyPath: path] ? nil : surface[keyPath: path]
    }
    var solid = solid
    solid?.properties.friction = own(\.friction)
    solid?.properties.restitution = own(\.restitution)
    solid?.properties.frictionCombine = own(\.frictionCombine)
    solid?.properties.restitutionCombine = own(\.restitutionCombine)
    // The category of a collider without a filter is the default of moving bodies.
    if surface.categoryBitMask != body.categoryBitMask {
      solid?.properties.categoryBitMask = surface.categoryBitMask ?? 1
    }
    solid?.properties.collisionBitMask = own(\.collisionBitMask)
    return solid
  }
}
