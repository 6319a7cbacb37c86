public import CaromMaths
public import CaromProperties

/// Everything a node is, but its name, its place in the tree and the actions it runs.
///
/// One struct inside of ``Node``, because that makes snapshots four times as fast; code uses the
/// properties of the node, which keep the scene informed.
public struct NodeState: Part {
  /// What the schema says of it.
  public static let summary = "A place in the scene and all that sits there"

  /// Where its origin is in the parent, in metres.
  public var position = Vector3.zero
  /// How it is turned; unit length.
  public internal(set) var storedOrientation = Quaternion.identity
  /// The angles it was last turned by, in radians; they count only while ``usesEulerAngles``.
  public internal(set) var storedEulerAngles = Vector3.zero
  /// True while the rotation was given as angles, which are then kept as they are.
  public internal(set) var usesEulerAngles = false
  /// How it is scaled along its own axes.
  public var scale = Vector3.one
  /// Where its content and children sit in it: they are placed by the inverse of this matrix.
  public var pivot: Matrix4?
  /// The bounds to take for its own and its children's, in place of computed ones.
  public var boundingBox: ExplicitBounds?
  /// True when it and all below are neither drawn nor simulated.
  public var isHidden = false
  /// True when its and all actions below stand still.
  public var isPaused = false
  /// How solid it and all below are, 0 to 1; multiplied down the tree.
  public var opacity: Float = 1
  /// When it is drawn: greater ones later.
  public var renderingOrder: Int32 = 0
  /// True when it throws shadows.
  public var castsShadow = true
  /// Which lights, cameras and queries see it: those whose mask shares a bit.
  public var categoryBitMask: UInt32 = 1
  /// The surface it shows.
  public var geometry: Geometry?
  /// What shines from it.
  public var light: Light?
  /// The view from it.
  public var camera: Camera?
  /// Rules applied after physics, in order, to what is shown.
  public var constraints: [Constraint] = []
  /// What makes it a body of the simulation.
  public var physicsBody: PhysicsBody?
  /// What ties its body to others.
  public var joints: [PhysicsJoint] = []
  /// The wheels under its body.
  public var vehicle: PhysicsVehicle?
  /// What makes it walk.
  public var character: PhysicsCharacter?
  /// What pushes bodies around it without touching them.
  public var physicsField: PhysicsField?
  /// What the game takes it for.
  public var role = RoleValue()
  /// The actions it runs as soon as it is in a scene.
  public var actions: [Action] = []
  /// The animations it plays as soon as it is in a scene.
  public var animations: [AnimationEntry] = []
  /// The particles that fly from it.
  public var particleSystems: [ParticleSystem] = []
  /// Blends its surface towards other shapes.
  public var morpher: Morpher?
  /// Bends its surface with bones.
  public var skinner: Skinner?

  /// Makes the state of an empty node.
  public init() {}

  /// How it is turned; unit length.
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
  /// What was set is read back as it was, beyond a full turn too.
  public var eulerAngles: Vector3 {
    get { usesEulerAngles ? storedEulerAngles : storedOrientation.eulerAngles }
    set {
      storedOrientation = Quaternion(eulerAngles: newValue)
      // No turn is no turn, however it was said: a file that says nothing means the same.
      usesEulerAngles = newValue != .zero
      storedEulerAngles = usesEulerAngles ? newValue : .zero
    }
  }

  /// The angles as files have them: zero where the rotation was not given as angles.
  private var fileAngles: Vector3 {
    get { usesEulerAngles ? storedEulerAngles : .zero }
    set { eulerAngles = newValue }
  }

  /// The quaternion as files have it: the identity where the rotation was given as angles.
  private var fileOrientation: Quaternion {
    get { usesEulerAngles ? .identity : storedOrientation }
    // The reader has made it of unit length; doing so again could change its bits.
    set { orientation = newValue }
  }

  /// Position, rotation and scale as files have them: read as a matrix, written as parts.
  private var fileTransform: TransformMatrix {
    get {
      TransformMatrix(Matrix4(position: position, orientation: storedOrientation, scale: scale))
    }
    // The reader has refused what cannot be taken apart.
    set { try? setTransform(newValue.matrix) }
  }

  /// Takes position, rotation and scale from a matrix.
  ///
  /// - Throws: ``TransformProblem`` when the matrix is skewed, projective or not finite; nothing has
  ///   changed then.
  public mutating func setTransform(_ matrix: Matrix4) throws(TransformProblem) {
    if let problem = TransformProblem(matrix) { throw problem }
    position = matrix.translation
    guard let parts = matrix.decomposed else {
      // An axis of no length has no direction: the rotation stays.
      scale = matrix.linear.columnLengths
      return
    }
    orientation = parts.orientation
    scale = parts.scale
  }

  /// The map from its own space, where its content and children are, to its parent's.
  ///
  ///     T · R · S · pivot⁻¹
  public var transform: Matrix4 {
    let m = Matrix4(position: position, orientation: storedOrientation, scale: scale)
    guard let pivot, let inverse = pivot.affineInverse else { return m }
    return m * inverse
  }

  /// What is wrong with its parts together, or nil.
  public var problem: String? {
    joints.count > 1_024
      ? "there are \(joints.count) joints; up to 1024 on one node are accepted" : nil
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("position", \.position, "Where its origin is in the parent", .metres, -1e6...1e6)
    p.degrees(
      "eulerAnglesDegrees", \.fileAngles, "Pitch, yaw and roll: roll first, about its own axes",
      in: .file)
    p.property("orientation", \.fileOrientation, "How it is turned, as x, y, z, w", in: .file)
    p.property("storedOrientation", \.storedOrientation, "How it is turned", in: .state)
    p.property(
      "storedEulerAngles", \.storedEulerAngles, "The angles it was last turned by",
      .radians, in: .state)
    p.property(
      "usesEulerAngles", \.usesEulerAngles, "Whether the angles count", in: .state)
    p.property("scale", \.scale, "How it is scaled along its own axes", .ratio, -1e6...1e6)
    p.property("pivot", \.pivot, "Where its content and children sit in it")
    p.property(
      "transform", \.fileTransform,
      "Position, rotation and scale as a matrix without skew; written as its parts", in: .file)
    p.property("boundingBox", \.boundingBox, "The bounds to take in place of computed ones")
    p.property("isHidden", \.isHidden, "Neither drawn nor simulated, with all below")
    p.property("isPaused", \.isPaused, "Whether its actions stand still, with all below")
    p.property("opacity", \.opacity, "One is solid; multiplied down the tree", .ratio, 0...1)
    p.property("renderingOrder", \.renderingOrder, "When it is drawn: greater ones later")
    p.property("castsShadow", \.castsShadow, "Whether it throws shadows")
    p.property(
      "categoryBitMask", \.categoryBitMask, "Which lights, cameras and queries see it", .mask)
    p.property("geometry", \.geometry, "The surface it shows")
    p.property("light", \.light, "What shines from it")
    p.property("camera", \.camera, "The view from it")
    p.property("constraints", \.constraints, "Rules applied after physics, in order")
    p.property("physics", \.physicsBody, "What makes it a body of the simulation")
    p.property("joints", \.joints, "What ties its body to others")
    p.property("vehicle", \.vehicle, "The wheels under its body")
    p.property("character", \.character, "What makes it walk")
    p.property("physicsField", \.physicsField, "What pushes bodies around it from afar")
    p.property("role", \.role, "What the game takes it for")
    p.property("actions", \.actions, "What it does as soon as it is in a scene", in: .file)
    p.property(
      "animations", \.animations, "What it plays as soon as it is in a scene", in: .file)
    p.property("particleSystems", \.particleSystems, "The particles that fly from it")
    p.property("morpher", \.morpher, "Blends its surface towards other shapes")
    p.property("skinner", \.skinner, "Bends its surface with bones")
  }
}
