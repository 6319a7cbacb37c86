package import CaromCollision
package import CaromMaths

extension PhysicsShape {
  /// The mass properties at a density of 1 kg/m³ on a node of the given scale.
  ///
  /// In meters along the node's axes. Only for shapes that do not depend on a node's geometry; nil
  /// for shapes that cannot be created.
  package func massProperties(scale: Vector3 = .one) -> MassProperties? {
    let baked = try? PhysicsShape.bake(self, Node(), scale: scale)
    return baked?.shape.massProperties(density: 1)
  }

  /// The center of mass of the shape on a node of the given scale, in meters along the node's axes.
  ///
  /// Only for shapes that do not depend on a node's geometry; nil for shapes without a volume.
  package func centerOfMass(scale: Vector3 = .one) -> Vector3? {
    massProperties(scale: scale)?.centerOfMass
  }
}
