import CaromCollision
package import CaromMaths

extension PhysicsShape {
  /// The centre of mass of the solid on a node of the given scale, in metres along the node's axes.
  ///
  /// For shapes that do not look at a node's geometry; nil for those that have no volume.
  package func centerOfMass(scale: Vector3 = .one) -> Vector3? {
    let shape = try? PhysicsShape.bake(self, Node(), scale: scale)
    return shape?.massProperties(density: 1).centerOfMass
  }
}
