public import CaromMaths

extension Node {
  // MARK: World transforms

  /// The transform from local to world space, including the pivot.
  ///
  /// Under ancestors with non-uniform scale and rotation, a matrix that is set cannot always be
  /// represented; the nearest transform without skew is used. If an ancestor's scale is zero,
  /// setting has no effect.
  ///
  /// - Precondition: A matrix that is set has no skew.
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

  /// The position in the world, in meters; with a pivot, the position of the pivot.
  public var worldPosition: Vector3 {
    get { parent.map { $0.worldTransform.apply(point: storage.position) } ?? storage.position }
    set { position = parent.map { $0.convertPosition(newValue, from: nil) } ?? newValue }
  }

  /// The orientation in the world; a unit quaternion.
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

  /// Whether the node and its ancestors have uniform positive scale and no pivot.
  var isUniform: Bool {
    unowned(unsafe) var node: Node? = self
    while let n = node {
      let s = n.storage.scale
      if s.x != s.y || s.y != s.z || s.x < 0 || n.storage.pivot != nil { return false }
      node = n.parent
    }
    return true
  }

  /// The local −Z axis in the world, along which cameras and lights point.
  public var worldFront: Vector3 { worldOrientation.rotate(Node.localFront) }
  /// The local +X axis in the world.
  public var worldRight: Vector3 { worldOrientation.rotate(.unitX) }
  /// The local +Y axis in the world.
  public var worldUp: Vector3 { worldOrientation.rotate(.unitY) }

  // MARK: Conversions (nil is the world)

  /// Converts a point from this node's space to another's.
  public func convertPosition(_ p: Vector3, to other: Node?) -> Vector3 {
    other.toLocal.apply(point: worldTransform.apply(point: p))
  }
  /// Converts a point from another node's space to this one's.
  public func convertPosition(_ p: Vector3, from other: Node?) -> Vector3 {
    Optional(self).toLocal.apply(point: other.toWorld.apply(point: p))
  }
  /// Converts a vector from this node's space to another's, ignoring translation.
  public func convertVector(_ v: Vector3, to other: Node?) -> Vector3 {
    other.toLocal.apply(vector: worldTransform.apply(vector: v))
  }
  /// Converts a vector from another node's space to this one's, ignoring translation.
  public func convertVector(_ v: Vector3, from other: Node?) -> Vector3 {
    Optional(self).toLocal.apply(vector: other.toWorld.apply(vector: v))
  }
  /// Converts a transform from this node's space to another's.
  public func convertTransform(_ m: Matrix4, to other: Node?) -> Matrix4 {
    other.toLocal * (worldTransform * m)
  }
  /// Converts a transform from another node's space to this one's.
  public func convertTransform(_ m: Matrix4, from other: Node?) -> Matrix4 {
    Optional(self).toLocal * (other.toWorld * m)
  }
}

extension Node? {
  /// The transform from the node's space to the world; the identity for nil.
  fileprivate var toWorld: Matrix4 { self?.worldTransform ?? .identity }
  /// The transform from the world to the node's space; the identity for nil and for a singular
  /// transform.
  fileprivate var toLocal: Matrix4 { self?.worldTransform.affineInverse ?? .identity }
}
