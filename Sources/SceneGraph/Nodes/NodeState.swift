public import CaromMaths
public import CaromProperties

/// The state of a node, without its name, its position in the tree and its running actions.
///
/// A single struct inside ``Node``, because that makes snapshots four times as fast. Code uses the
/// properties of the node, which notify the scene.
public struct NodeState: Part {
  /// Summary for the schema.
  public static let summary = "An element of the scene tree, with its transform and attachments"

  /// The position of the node's origin in its parent, in meters.
  public var position = Vector3.zero
  /// The orientation in the parent; a unit quaternion.
  public internal(set) var storedOrientation = Quaternion.identity
  /// The Euler angles that were last set, in radians; valid only while ``usesEulerAngles``.
  public internal(set) var storedEulerAngles = Vector3.zero
  /// True if the rotation was last set as Euler angles, which are then stored exactly.
  public internal(set) var usesEulerAngles = false
  /// The scale along the node's own axes.
  public var scale = Vector3.one
  /// The pivot: content and children are transformed by the inverse of this matrix.
  public var pivot: Matrix4?
  /// A bounding box that overrides the computed one.
  public var boundingBox: ExplicitBounds?
  /// True if the node and its descendants are neither drawn nor simulated.
  public var isHidden = false
  /// True if actions and animations of the node and its descendants are paused.
  public var isPaused = false
  /// The opacity of the node and its descendants, 0 to 1; multiplied down the tree.
  public var opacity: Float = 1
  /// The rendering order; nodes with greater values are drawn later.
  public var renderingOrder: Int32 = 0
  /// Whether the node casts shadows.
  public var castsShadow = true
  /// The category mask that lights, cameras and queries test.
  public var categoryBitMask: UInt32 = 1
  /// The description for people and tools that do not see the picture.
  public var accessibilityLabel = ""
  /// The geometry.
  public var geometry: Geometry?
  /// The light attached to the node.
  public var light: Light?
  /// The camera attached to the node.
  public var camera: Camera?
  /// The constraints, applied in order to the presentation after physics.
  public var constraints: [Constraint] = []
  /// The physics body.
  public var physicsBody: PhysicsBody?
  /// The joints between the node's body and others.
  public var joints: [PhysicsJoint] = []
  /// The vehicle whose chassis is the node's body.
  public var vehicle: PhysicsVehicle?
  /// The character controller.
  public var character: PhysicsCharacter?
  /// The force field around the node.
  public var physicsField: PhysicsField?
  /// The role of the node in the game.
  public var role = RoleValue()
  /// The actions that start when the node enters a scene.
  public var actions: [Action] = []
  /// The animations that start when the node enters a scene.
  public var animations: [AnimationEntry] = []
  /// The particle systems that emit from the node.
  public var particleSystems: [ParticleSystem] = []
  /// The morpher, which blends the geometry towards other shapes.
  public var morpher: Morpher?
  /// The skinner, which deforms the geometry with bones.
  public var skinner: Skinner?

  /// Creates the state of an empty node.
  public init() {}

  /// The orientation in the parent; a unit quaternion.
  public var orientation: Quaternion {
    get { storedOrientation }
    set {
      storedOrientation = newValue
      storedEulerAngles = .zero
      usesEulerAngles = false
    }
  }

  /// Pitch (x), yaw (y) and roll (z) in radians: R = Rz · Ry · Rx.
  ///
  /// Angles that were set are returned unchanged, also beyond a full turn.
  public var eulerAngles: Vector3 {
    get { usesEulerAngles ? storedEulerAngles : storedOrientation.eulerAngles }
    set {
      storedOrientation = Quaternion(eulerAngles: newValue)
      // Zero angles equal the default, so that an empty file means the same.
      usesEulerAngles = newValue != .zero
      storedEulerAngles = usesEulerAngles ? newValue : .zero
    }
  }

  /// The Euler angles for files; zero if the rotation was not set as angles.
  private var fileAngles: Vector3 {
    get { usesEulerAngles ? storedEulerAngles : .zero }
    set { eulerAngles = newValue }
  }

  /// The quaternion for files; the identity if the rotation was set as angles.
  private var fileOrientation: Quaternion {
    get { usesEulerAngles ? .identity : storedOrientation }
    // The reader has already normalized it; normalizing again could change its bits.
    set { orientation = newValue }
  }

  /// The transform for files: read as a matrix, written as position, rotation and scale.
  private var fileTransform: TransformMatrix {
    get {
      TransformMatrix(Matrix4(position: position, orientation: storedOrientation, scale: scale))
    }
    // The reader has already rejected matrices that cannot be decomposed.
    set { try? setTransform(newValue.matrix) }
  }

  /// Sets position, rotation and scale from a matrix.
  ///
  /// - Throws: ``TransformProblem`` if the matrix is skewed, projective or not finite. The state is
  ///   unchanged then.
  public mutating func setTransform(_ matrix: Matrix4) throws(TransformProblem) {
    if let problem = TransformProblem(matrix) { throw problem }
    position = matrix.translation
    guard let parts = matrix.decomposed else {
      // An axis of zero length has no direction, so the rotation is kept.
      scale = matrix.linear.columnLengths
      return
    }
    orientation = parts.orientation
    scale = parts.scale
  }

  /// The transform from local space to the parent's, including the pivot.
  ///
  ///     T · R · S · pivot⁻¹
  public var transform: Matrix4 {
    let m = Matrix4(position: position, orientation: storedOrientation, scale: scale)
    guard let pivot, let inverse = pivot.affineInverse else { return m }
    return m * inverse
  }

  /// The transform and the appearance without attachments, which a flattened node keeps.
  var transformAndAppearance: NodeState {
    var result = NodeState()
    result.position = position
    result.storedOrientation = storedOrientation
    result.storedEulerAngles = storedEulerAngles
    result.usesEulerAngles = usesEulerAngles
    result.scale = scale
    result.pivot = pivot
    result.boundingBox = boundingBox
    result.isHidden = isHidden
    result.opacity = opacity
    result.renderingOrder = renderingOrder
    result.castsShadow = castsShadow
    result.categoryBitMask = categoryBitMask
    return result
  }

  /// The first inconsistency between properties, or nil.
  public var problem: String? {
    joints.count > 1_024
      ? "there are \(joints.count) joints; up to 1024 on one node are accepted" : nil
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("position", \.position, "Position of the origin in the parent", .meters, -1e6...1e6)
    p.degrees(
      "eulerAnglesDegrees", \.fileAngles, "Pitch, yaw and roll: R = Rz(roll) · Ry(yaw) · Rx(pitch)",
      in: .file)
    p.property("orientation", \.fileOrientation, "Orientation quaternion: x, y, z, w", in: .file)
    p.property("storedOrientation", \.storedOrientation, "Orientation quaternion", in: .state)
    p.property(
      "storedEulerAngles", \.storedEulerAngles, "The Euler angles that were last set",
      .radians, in: .state)
    p.property(
      "usesEulerAngles", \.usesEulerAngles, "Whether the rotation was last set as Euler angles",
      in: .state)
    p.property("scale", \.scale, "Scale along the node's own axes", .ratio, -1e6...1e6)
    p.property(
      "pivot", \.pivot, "Content and children are transformed by the inverse of this matrix")
    p.property(
      "transform", \.fileTransform,
      "Position, rotation and scale as a matrix without skew; written as separate properties",
      in: .file)
    p.property("boundingBox", \.boundingBox, "Bounding box that overrides the computed one")
    p.property(
      "isHidden", \.isHidden, "Whether the node and its descendants are neither drawn nor simulated"
    )
    p.property(
      "isPaused", \.isPaused,
      "Whether actions and animations of the node and its descendants are paused")
    p.property(
      "opacity", \.opacity, "Opacity; one is opaque; multiplied down the tree", .ratio, 0...1)
    p.property(
      "renderingOrder", \.renderingOrder, "Rendering order; greater values are drawn later")
    p.property("castsShadow", \.castsShadow, "Whether the node casts shadows")
    p.property(
      "categoryBitMask", \.categoryBitMask, "Category mask that lights, cameras and queries test",
      .mask)
    p.property(
      "accessibilityLabel", \.accessibilityLabel,
      "Description for people and tools that do not see the picture, such as \"Red pearl\"")
    p.property("geometry", \.geometry, "The geometry")
    p.property("light", \.light, "The light attached to the node")
    p.property("camera", \.camera, "The camera attached to the node")
    p.property("constraints", \.constraints, "Constraints, applied in order after physics")
    p.property("physics", \.physicsBody, "The physics body")
    p.property("joints", \.joints, "Joints between the node's body and others")
    p.property("vehicle", \.vehicle, "The vehicle whose chassis is the node's body")
    p.property("character", \.character, "The character controller")
    p.property("physicsField", \.physicsField, "The force field around the node")
    p.property("role", \.role, "The role of the node in the game")
    p.property("actions", \.actions, "Actions that start when the node enters the scene", in: .file)
    p.property(
      "animations", \.animations, "Animations that start when the node enters the scene", in: .file)
    p.property("particleSystems", \.particleSystems, "Particle systems that emit from the node")
    p.property("morpher", \.morpher, "Blends the geometry towards other shapes")
    p.property("skinner", \.skinner, "Deforms the geometry with bones")
  }
}
