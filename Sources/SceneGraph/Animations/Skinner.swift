public import CaromMaths
public import CaromProperties

/// Bends the surface of a node with bones, which are nodes.
///
/// Each vertex follows up to four bones by their weights:
///
///     v' = Σ wᵢ · Bᵢ · Iᵢ · v
///
/// with the bone's place in the world B as it is shown and its inverse bind matrix I. The place of
/// the skinned node itself does not count. What comes of it is ``PresentationNode/mesh``; the
/// geometry itself stays as it is.
///
/// - Source: "linear blend skinning", N. Magnenat-Thalmann et al., 1988; glTF 2.0, section 3.7.3.
public struct Skinner: Part {
  /// What the schema says of it.
  public static let summary = "Bends a surface with bones, which are nodes"

  /// The nodes that vertices follow.
  public var bones: [NodeReference] = []
  /// For each bone the map from the surface to the bone when nothing is bent.
  ///
  /// Empty where all are the identity.
  public var boneInverseBindTransforms: [Matrix4] = []
  /// Four for each vertex: which bones it follows.
  public var boneIndices: [Int32] = []
  /// Four for each vertex: how much it follows them; their sum is 1.
  public var boneWeights: [Float] = []
  /// The top of the bones; for people and tools only.
  public var skeleton = NodeReference()

  /// Makes a skinner without bones.
  public init() {}

  /// Makes a skinner; four indices and four weights for each vertex.
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
    p.property("bones", \.bones, "The nodes that vertices follow")
    p.property(
      "boneInverseBindTransforms", \.boneInverseBindTransforms,
      "For each bone the map from the surface to it when nothing is bent")
    p.property(
      "boneIndices", \.boneIndices, "Four for each vertex: which bones it follows", .none, 0...65535
    )
    p.property(
      "boneWeights", \.boneWeights, "Four for each vertex: how much it follows them", .ratio, 0...1)
    p.property("skeleton", \.skeleton, "The top of the bones; for people and tools only")
  }

  /// What is wrong with the numbers, or nil when they bend a surface.
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
