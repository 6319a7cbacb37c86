public import CaromMaths

extension Node {
  // MARK: Placement in the world

  /// The map from its own space to the world's, with the pivot.
  ///
  /// Below parents that are scaled unevenly and turned, a matrix that is set cannot always be met:
  /// the nearest without skew is taken. Where a parent's scale is zero, nothing changes.
  ///
  /// - Precondition: A matrix that is set has no skew of its own.
  public var worldTransform: Matrix4 {
    get {
      if isWorldTransformStale {
        let local = storage.transform
        if let parent {
          worldTransformCache = parent.worldTransform * local
        } else {
          worldTransformCache = local
        }
        isWorldTransformStale = false
      }
      return worldTransformCache
    }
    set {
      if let problem = TransformProblem(newValue) { preconditionFailure(problem.description) }
      let pivoted = storage.pivot.map { newValue * $0 } ?? newValue
      guard let inverse = parent.map({ $0.worldTransform.affineInverse }) ?? .identity else {
        return
      }
      let local = inverse * pivoted
      storage.position = local.translation
      if let parts = local.decomposed {
        storage.orientation = parts.orientation
        storage.scale = parts.scale
      }
      moved()
    }
  }

  /// Where its origin is in the world, in metres; with a pivot, where the pivot is.
  public var worldPosition: Vector3 {
    get { parent.map { $0.worldTransform.apply(point: storage.position) } ?? storage.position }
    set { position = parent.map { $0.convertPosition(newValue, from: nil) } ?? newValue }
  }

  /// How it is turned in the world; unit length.
  public var worldOrientation: Quaternion {
    get {
      guard let parent else { return storage.storedOrientation }
      return parent.isUniform
        ? (parent.worldOrientation * storage.storedOrientation).normalized
        : worldTransform.decomposed?.orientation ?? storage.storedOrientation
    }
    set {
      orientation =
        parent.map { ($0.worldOrientation.inverse * newValue).normalized } ?? newValue
    }
  }

  /// True when it and all above are scaled alike along each axis and not mirrored.
  var isUniform: Bool {
    var node: Node? = self
    while let n = node {
      let s = n.storage.scale
      if s.x != s.y || s.y != s.z || s.x < 0 || n.storage.pivot != nil { return false }
      node = n.parent
    }
    return true
  }

  /// The direction in the world of its −Z, where cameras and lights look.
  public var worldFront: Vector3 { worldOrientation.rotate(Node.localFront) }
  /// The direction in the world of its +X.
  public var worldRight: Vector3 { worldOrientation.rotate(.unitX) }
  /// The direction in the world of its +Y.
  public var worldUp: Vector3 { worldOrientation.rotate(.unitY) }

  // MARK: Conversions; nil is the world

  /// A point of this node's space, seen from another's.
  public func convertPosition(_ p: Vector3, to other: Node?) -> Vector3 {
    other.toLocal.apply(point: worldTransform.apply(point: p))
  }
  /// A point of another node's space, seen from this one's.
  public func convertPosition(_ p: Vector3, from other: Node?) -> Vector3 {
    Optional(self).toLocal.apply(point: other.toWorld.apply(point: p))
  }
  /// A direction with length of this node's space, seen from another's; places do not matter.
  public func convertVector(_ v: Vector3, to other: Node?) -> Vector3 {
    other.toLocal.apply(vector: worldTransform.apply(vector: v))
  }
  /// A direction with length of another node's space, seen from this one's; places do not matter.
  public func convertVector(_ v: Vector3, from other: Node?) -> Vector3 {
    Optional(self).toLocal.apply(vector: other.toWorld.apply(vector: v))
  }
  /// A placement in this node's space, seen from another's.
  public func convertTransform(_ m: Matrix4, to other: Node?) -> Matrix4 {
    other.toLocal * (worldTransform * m)
  }
  /// A placement in another node's space, seen from this one's.
  public func convertTransform(_ m: Matrix4, from other: Node?) -> Matrix4 {
    Optional(self).toLocal * (other.toWorld * m)
  }
}

extension Node? {
  /// From the space of a node to the world; of nil, the world itself.
  fileprivate var toWorld: Matrix4 { self?.worldTransform ?? .identity }
  /// From the world to the space of a node; where its scale is zero, the world itself.
  fileprivate var toLocal: Matrix4 { self?.worldTransform.affineInverse ?? .identity }
}
