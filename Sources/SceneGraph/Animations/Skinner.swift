public import CaromMaths
public import CaromProperties

/// Deforms the geometry of a node with bones, which are nodes.
///
/// Each vertex follows up to four bones by their weights:
///
///     v' = Σ wᵢ · Bᵢ · Iᵢ · v
///
/// where B is the presented world transform of a bone and I its inverse bind matrix. The transform
/// of the skinned node itself has no effect. The result is ``PresentationNode/mesh``; the geometry
/// itself is unchanged.
///
/// - Source: "linear blend skinning", N. Magnenat-Thalmann et al., 1988; glTF 2.0, section 3.7.3.
public struct Skinner: Part {
  /// Summary for the schema.
  public static let summary = "Deforms a geometry with bones, which are nodes"

  /// The bones.
  public var bones: [NodeReference] = []
  /// The inverse bind matrix of each bone, from mesh space to bone space in the bind pose.
  ///
  /// Empty if all are the identity.
  public var boneInverseBindTransforms: [Matrix4] = []
  /// Four bone indices per vertex.
  public var boneIndices: [Int32] = []
  /// Four bone weights per vertex, whose sum is 1.
  public var boneWeights: [Float] = []
  /// The root of the skeleton; informational only.
  public var skeleton = NodeReference()

  /// Creates a skinner without bones.
  public init() {}

  /// Creates a skinner with four indices and four weights per vertex.
  public init(
    bones: [Node], boneInverseBindTransforms: [Matrix4] = [], boneWeights: [Float],
    boneIndices: [Int32]
  ) {
    self.bones = bones.map { NodeReference($0) }
    self.boneInverseBindTransforms = boneInverseBindTransforms
    self.boneWeights = boneWeights
    self.boneIndices = boneIndices
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("bones", \.bones, "Bones")
    p.property(
      "boneInverseBindTransforms", \.boneInverseBindTransforms,
      "Inverse bind matrix of each bone")
    p.property(
      "boneIndices", \.boneIndices, "Four bone indices per vertex", .none, 0...65535
    )
    p.property(
      "boneWeights", \.boneWeights, "Four bone weights per vertex", .ratio, 0...1)
    p.property("skeleton", \.skeleton, "Root of the skeleton; informational only")
  }

  /// The inconsistency between the arrays, or nil.
  public var problem: String? {
    if !boneInverseBindTransforms.isEmpty, boneInverseBindTransforms.count != bones.count {
      return "there are \(boneInverseBindTransforms.count) bind transforms for "
        + "\(bones.count) bones; one for each is accepted"
    }
    if boneIndices.count != boneWeights.count || boneIndices.count % 4 != 0 {
      return "there are \(boneIndices.count) bone indices for \(boneWeights.count) weights; "
        + "four of each for each vertex are accepted"
    }
    if let bad = boneIndices.first(where: { $0 < 0 || Int($0) >= bones.count }) {
      return "there is a bone index \(bad), but there are \(bones.count) bones"
    }
    return nil
  }
}
