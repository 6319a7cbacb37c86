import CaromCollision

/// The densities of the colliders of a body, of which some have their own.
struct ColliderDensities {
  /// The mass of the colliders with a density of their own, and the volume of the others.
  private let ownMass: Float
  private let otherVolume: Float

  /// Creates the densities of a shape; nil if no collider has its own.
  init?(_ properties: [ColliderProperties], _ shape: Shape) {
    guard properties.contains(where: { $0.density != nil }) else { return nil }
    var (mass, volume): (Float, Float) = (0, 0)
    for number in 0..<shape.leafCount {
      let leaf = shape.leaf(at: number).shape
      if let density = number < properties.count ? properties[number].density : nil {
        mass += density * leaf.volume
      } else {
        volume += leaf.volume
      }
    }
    (ownMass, otherVolume) = (mass, volume)
  }

  /// The mass of the body if the other colliders have a density.
  func mass(others density: Float?) -> Float {
    ownMass + otherVolume * (density ?? ColliderProperties.defaultDensity)
  }

  /// The density of the other colliders in a body of a mass; 0 if nothing is left for them.
  func others(inMass mass: Float) -> Float {
    otherVolume > 0 ? max(0, (mass - ownMass) / otherVolume) : 0
  }

  /// Why a body cannot have a mass, or nil.
  func problem(mass: Float) -> String? {
    otherVolume > 0 && mass <= ownMass
      ? "the parts with a density have \(ownMass) kg together; a mass above that is accepted" : nil
  }
}

extension World {
  /// The mass properties of a body whose colliders have densities of their own, before they are
  /// scaled to its mass; nil if none has.
  func massProperties(ofColliders index: Int, _ shape: Shape, mass: Float) -> MassProperties? {
    let properties = colliderProperties(of: index)
    guard let densities = ColliderDensities(properties, shape) else { return nil }
    let others = densities.others(inMass: mass)
    var sum = MassProperties.zero
    for number in 0..<shape.leafCount {
      let leaf = shape.leaf(at: number)
      let density = (number < properties.count ? properties[number].density : nil) ?? others
      sum = sum.combined(
        with: leaf.shape.massProperties(density: density).transformed(by: leaf.placement))
    }
    return sum
  }

  /// Changes the mass of a body for new densities of its colliders; the others keep theirs.
  func updateMass(_ index: Int, from old: [ColliderProperties], to new: [ColliderProperties]) {
    guard bodies.base[index].isDynamic, old.map(\.density) != new.map(\.density) else { return }
    let shape = shape(of: index)
    let mass = bodies.base[index].mass
    let before = ColliderDensities(old, shape)?.others(inMass: mass) ?? mass / shape.volume
    let after = before > 0 ? before : ColliderProperties.defaultDensity
    bodies.base[index].mass =
      ColliderDensities(new, shape)?.mass(others: after) ?? after * shape.volume
    updateMass(index, shape: shape)
  }
}
