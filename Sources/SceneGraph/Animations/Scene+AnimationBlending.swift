import CaromMaths
import CaromProperties

/// An animated value of a light, a camera, a material or a morpher.
struct AnimatedValue: Part, Hashable {
  static let summary = "An animated value"

  var kind = AnimatedProperty.Kind.position
  /// The index of the morpher weight.
  var index: Int32 = 0
  var path = PropertyPath.none
  var value = SIMD4<Float>()

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("kind", \.kind, "The kind of the property", in: .state)
    p.property("index", \.index, "The index of the morpher weight", in: .state)
    p.property("path", \.path, "The path of the property", in: .state)
    p.property("value", \.value, "The value", in: .state)
  }
}

// Animated values are applied on top of the model and below the constraints.
extension Scene {
  /// Writes the values of a player at a time.
  @inline(__always)
  func present(_ record: UnsafeMutablePointer<AnimationRecord>, at now: Double, _ weight: Float) {
    if record.pointee.namesNodes, record.pointee.boundTreeVersion != treeVersion {
      record.pointee.player.takeUnretainedValue().bind(
        record.pointee.node.takeUnretainedValue(), self)
    }
    let isAdditive = record.pointee.isAdditive
    record.pointee.node._withUnsafeGuaranteedRef { own in
      record.pointee.forEachTrack(at: now) { track, property, value in
        if track.isOwn {
          present(value, at: property, of: own, weight, isAdditive: isAdditive)
        } else if let target = node(withID: track.node) {
          present(value, at: property, of: target, weight, isAdditive: isAdditive)
        }
      }
    }
  }

  /// Presents a value by replacing, blending or adding to the current value.
  func present(
    _ new: SIMD4<Float>, at property: AnimatedProperty, of node: Node, _ weight: Float,
    isAdditive: Bool
  ) {
    if property.kind == .material {
      return presentMaterial(new, at: property, of: node, weight, isAdditive: isAdditive)
    }
    if node.animationRound != animationRound { clearAnimationOverlay(node) }
    switch property.kind {
    case .position:
      let base = node.animatedPosition
      let value = Self.blended(base, new, property.index, weight, isAdditive)
      node.animationOverlay.set(position: value)
    case .scale:
      let base = node.animatedScale
      node.animationOverlay.set(scale: Self.blended(base, new, property.index, weight, isAdditive))
    case .eulerAngles:
      let base = node.animatedAngles
      let angles = Self.blended(base, new, property.index, weight, isAdditive)
      node.animationOverlay.set(orientation: Quaternion(eulerAngles: angles))
    case .orientation, .rotation:
      let turn =
        property.kind == .rotation
        ? Quaternion(axisAngle: Vector4(new.x, new.y, new.z, new.w))
        : Quaternion(new.x, new.y, new.z, new.w).normalized
      let base = node.animatedOrientation
      if isAdditive {
        let part = weight == 1 ? turn : Quaternion.identity.slerp(to: turn, by: weight)
        node.animationOverlay.set(orientation: (base * part).normalized)
      } else {
        let isWhole = weight == 1
        node.animationOverlay.set(orientation: isWhole ? turn : base.slerp(to: turn, by: weight))
      }
    case .opacity:
      let base = node.animatedOpacity
      let value = isAdditive ? base + new.x * weight : base + (new.x - base) * weight
      node.animationOverlay.set(opacity: max(0, min(1, weight == 1 && !isAdditive ? new.x : value)))
    case .light, .camera, .weight:
      let base = weight == 1 && !isAdditive ? SIMD4() : node.presentationValue(property)
      let value = Self.blended(base, new, weight, isAdditive)
      let index = property.kind == .weight ? property.index : 0
      node.animatedValues.set(
        AnimatedValue(kind: property.kind, index: index, path: property.path, value: value))
    case .material, .weights: break
    }
  }

  /// Clears the animation overlay of a node for the current tick.
  private func clearAnimationOverlay(_ node: Node) {
    if node.animationRound &+ 1 == animationRound { repeatedlyAnimatedCount += 1 }
    node.animationRound = animationRound
    node.clearAnimationOverlay()
    animatedNodeIDs.append(node.id)
    node.invalidatePresentation(includingBody: true)
  }

  private func presentMaterial(
    _ new: SIMD4<Float>, at property: AnimatedProperty, of node: Node, _ weight: Float,
    isAdditive: Bool
  ) {
    guard let materials = node.storage.geometry?.materials, Int(property.index) < materials.count
    else { return }
    let material = materials[Int(property.index)]
    if material.animatedValues.isEmpty { animatedMaterials.append(material) }
    let base = weight == 1 && !isAdditive ? SIMD4() : material.presentationValue(property.path)
    let value = Self.blended(base, new, weight, isAdditive)
    material.animatedValues.set(AnimatedValue(kind: .material, path: property.path, value: value))
  }

  private static func blended(
    _ base: SIMD4<Float>, _ new: SIMD4<Float>, _ weight: Float, _ isAdditive: Bool
  ) -> SIMD4<Float> {
    if isAdditive { return base + new * weight }
    return weight == 1 ? new : base + (new - base) * weight
  }

  /// Blends a vector, or one axis of it.
  private static func blended(
    _ base: Vector3, _ new: SIMD4<Float>, _ axis: Int32, _ weight: Float, _ isAdditive: Bool
  ) -> Vector3 {
    let old = SIMD4(base.x, base.y, base.z, 0)
    guard axis >= 0 else {
      let v = blended(old, new, weight, isAdditive)
      return Vector3(v.x, v.y, v.z)
    }
    var value = new
    value = SIMD4(repeating: new.x)
    let v = blended(old, value, weight, isAdditive)
    return Vector3(
      axis == 0 ? v.x : base.x, axis == 1 ? v.y : base.y, axis == 2 ? v.z : base.z)
  }
}

extension [AnimatedValue] {
  /// Sets the value for its path.
  mutating func set(_ value: AnimatedValue) {
    let index = firstIndex {
      $0.kind == value.kind && $0.path == value.path && $0.index == value.index
    }
    if let index { self[index].value = value.value } else { append(value) }
  }

  /// Reads the values, and checks that each has an index where its kind needs one.
  static func loaded(_ source: inout StateSource) -> [AnimatedValue] {
    var values: [AnimatedValue] = []
    values.load(&source)
    let properties = values.map { AnimatedProperty($0.kind, index: $0.index) }
    if !properties.allSatisfy(\.hasValidIndex) { source.reject("no such kind of animated value") }
    return values
  }
}

extension Node {
  var animatedPosition: Vector3 {
    animationOverlay.has(.position) ? animationOverlay.position : storage.position
  }
  var animatedOrientation: Quaternion {
    animationOverlay.has(.orientation) ? animationOverlay.orientation : storage.storedOrientation
  }
  var animatedAngles: Vector3 {
    animationOverlay.has(.orientation)
      ? animationOverlay.orientation.eulerAngles : storage.eulerAngles
  }
  var animatedScale: Vector3 {
    animationOverlay.has(.scale) ? animationOverlay.scale : storage.scale
  }
  var animatedOpacity: Float {
    animationOverlay.has(.opacity) ? animationOverlay.opacity : storage.opacity
  }

  /// Clears the values written by animations.
  func clearAnimationOverlay() {
    animationOverlay.mask = []
    if !animatedValues.isEmpty { animatedValues.removeAll(keepingCapacity: true) }
  }

  /// Returns the presented value of a property.
  func presentationValue(_ property: AnimatedProperty) -> SIMD4<Float> {
    let index = property.kind == .weight ? property.index : 0
    if let found = animatedValues.first(where: {
      $0.kind == property.kind && $0.path == property.path && $0.index == index
    }) {
      return found.value
    }
    switch property.kind {
    case .position: return SIMD4(animatedPosition, 0)
    case .scale: return SIMD4(animatedScale, 0)
    case .opacity: return SIMD4(animatedOpacity, 0, 0, 0)
    case .light: return storage.light?.number(at: property.path) ?? SIMD4()
    case .camera: return storage.camera?.number(at: property.path) ?? SIMD4()
    case .weight:
      let weights = storage.morpher?.weights ?? []
      let isThere = property.index >= 0 && Int(property.index) < weights.count
      return SIMD4(isThere ? weights[Int(property.index)] : 0, 0, 0, 0)
    case .eulerAngles, .orientation, .rotation, .material, .weights: return SIMD4()
    }
  }
}

extension Material {
  /// The presented material: itself, or a copy with animated values.
  public var presentation: Material {
    guard !animatedValues.isEmpty else { return self }
    var presented = copy()
    presented.name = name
    for value in animatedValues { presented.driveState(value.path, value.value) }
    return presented
  }

  func presentationValue(_ path: PropertyPath) -> SIMD4<Float> {
    animatedValues.first { $0.path == path }?.value ?? number(at: path)
  }
}

extension Record {
  /// Returns the numbers at a path; zero if there are none.
  func number(at path: PropertyPath) -> SIMD4<Float> {
    numbers.first { $0.path == path }?.value ?? SIMD4()
  }
}

extension SIMD4<Float> {
  /// Creates a vector from three components and a fourth.
  init(_ v: Vector3, _ w: Float) { self.init(v.x, v.y, v.z, w) }
}

extension PresentationNode {
  /// The light with animated values.
  public var light: Light? { node.storage.light.map { applyingAnimatedValues(to: $0, .light) } }
  /// The camera with animated values.
  public var camera: Camera? { node.storage.camera.map { applyingAnimatedValues(to: $0, .camera) } }

  private func applyingAnimatedValues<R: Record>(to record: R, _ kind: AnimatedProperty.Kind) -> R {
    guard !node.animatedValues.isEmpty else { return record }
    var record = record
    for value in node.animatedValues where value.kind == kind {
      record.driveState(value.path, value.value)
    }
    return record
  }

  /// The morpher weights with animated values; empty without a morpher.
  public var morphWeights: [Float] {
    guard let morpher = node.storage.morpher else { return [] }
    var weights = morpher.weights
    while weights.count < morpher.targets.count { weights.append(0) }
    for value in node.animatedValues where value.kind == .weight && Int(value.index) < weights.count
    {
      weights[Int(value.index)] = value.value.x
    }
    return weights
  }
}

extension AnimatedProperty {
  /// Writes a value to the node itself.
  func apply(_ value: SIMD4<Float>, to node: Node) {
    let vector = Vector3(value.x, value.y, value.z)
    switch kind {
    case .position: node.position = onAxis(node.position, vector)
    case .scale: node.scale = onAxis(node.scale, vector)
    case .eulerAngles: node.eulerAngles = onAxis(node.eulerAngles, vector)
    case .orientation:
      node.orientation = Quaternion(value.x, value.y, value.z, value.w).normalized
    case .rotation: node.rotation = Vector4(value.x, value.y, value.z, value.w)
    case .opacity: node.opacity = value.x
    case .light: node.storage.light?.driveState(path, value)
    case .camera: node.storage.camera?.driveState(path, value)
    case .material:
      guard let materials = node.storage.geometry?.materials, Int(index) < materials.count
      else { return }
      var material = materials[Int(index)]
      material.driveState(path, value)
    case .weight:
      guard let weights = node.storage.morpher?.weights, Int(index) < weights.count else { return }
      node.storage.morpher?.weights[Int(index)] = value.x
    case .weights: break
    }
  }

  private func onAxis(_ old: Vector3, _ new: Vector3) -> Vector3 {
    switch index {
    case 0: Vector3(new.x, old.y, old.z)
    case 1: Vector3(old.x, new.x, old.z)
    case 2: Vector3(old.x, old.y, new.x)
    default: new
    }
  }
}
