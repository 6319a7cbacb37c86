import TestSupport

// The rules on meshes, nodes, materials, cameras, skins and animations: sections 3.5 and 3.7 to
// 3.11.
extension InvalidGLTF {
  static let content: [InvalidGLTF] = meshes + nodes + surfaces + motion

  private static let meshes: [InvalidGLTF] = [
    .refused(
      "A mesh has primitives (5.23)", "\"meshes\":[{}]", "the key \"primitives\" is missing"),
    .warned(
      "A mesh has a primitive (5.23)", "\"meshes\":[{\"primitives\":[]}]", "the list is empty"),
    .refused(
      "A primitive has attributes (5.24)", "\"meshes\":[{\"primitives\":[{}]}]",
      "the key \"attributes\" is missing"),
    .warned("A primitive has positions (3.7.2.1)", mesh(""), "no positions"),
    .refused(
      "Positions are vectors of three (3.7.2.1)", mesh("\"POSITION\":3"), "VEC3 is accepted"),
    .refused(
      "Normals are vectors of three (3.7.2.1)", mesh("\"POSITION\":0,\"NORMAL\":3"),
      "VEC3 is accepted"),
    .refused(
      "Texture coordinates are vectors of two (3.7.2.1)",
      mesh("\"POSITION\":0,\"TEXCOORD_0\":2"), "VEC2 is accepted"),
    .refused(
      "Colors have three or four components (3.7.2.1)", mesh("\"POSITION\":0,\"COLOR_0\":3"),
      "VEC3 or VEC4 is accepted"),
    .refused(
      "Attributes have as many elements as positions (3.7.2.1)",
      mesh("\"POSITION\":0,\"NORMAL\":7"), "has 2 elements; 3 are accepted"),
    .refused(
      "An attribute's accessor exists (5.24)", mesh("\"POSITION\":99"),
      "there is no accessor 99"),
    .warned(
      "An attribute is known (3.7.2.1)", mesh("\"POSITION\":0,\"COLRO\":2"),
      "there is no attribute \"COLRO\""),
    .warned(
      "Sets are consecutive (3.7.2.1)", mesh("\"POSITION\":0,\"TEXCOORD_1\":3"),
      "there is no TEXCOORD_0 before it"),
    .warned(
      "Normals have the length 1 (3.7.2.1)", mesh("\"POSITION\":0,\"NORMAL\":0"),
      "a normal does not have the length 1"),
    .warned(
      "Tangents come with normals (3.7.2.1)", mesh("\"POSITION\":0,\"TANGENT\":5"),
      "tangents without normals"),
    .warned(
      "Tangents have a handedness of 1 or -1 (3.7.2.1)",
      mesh("\"POSITION\":0,\"NORMAL\":2,\"TANGENT\":5"), "not 1 or -1"),
    .refused(
      "Joints come with weights (3.7.3.3)", mesh("\"POSITION\":0,\"JOINTS_0\":4"),
      "one of JOINTS_0 and WEIGHTS_0 is missing"),
    .refused(
      "Joints are unsigned integers (3.7.3.3)",
      mesh("\"POSITION\":0,\"JOINTS_0\":5,\"WEIGHTS_0\":5"), "not a list of unsigned integers"),
    .warned(
      "Weights sum to 1 (3.7.3.3)", mesh("\"POSITION\":0,\"JOINTS_0\":4,\"WEIGHTS_0\":12"),
      "the weights of vertex 0 sum to",
      accessor: "\"componentType\":5126,\"count\":3,\"type\":\"VEC4\""),
    .refused(
      "Indices are scalars (3.7.2.1)", mesh("\"POSITION\":0", "\"indices\":0"),
      "not a list of unsigned integers"),
    .refused(
      "Indices are below the count of vertices (3.7.2.1)",
      mesh("\"POSITION\":0", "\"indices\":10"), "there is an index 65535"),
    .warned(
      "Indices are packed (3.6.2.4)", mesh("\"POSITION\":0", "\"indices\":12"), "has a stride",
      accessor: "\"bufferView\":12,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"",
      view: "\"buffer\":0,\"byteLength\":12,\"byteStride\":4"),
    .refused(
      "Triangles have three vertices (3.7.2.1)", mesh("\"POSITION\":0", "\"indices\":12"),
      "a multiple of 3",
      accessor: "\"bufferView\":1,\"componentType\":5123,\"count\":2,\"type\":\"SCALAR\""),
    .refused(
      "Lines have two vertices (3.7.2.1)", mesh("\"POSITION\":0", "\"mode\":1"),
      "an even number"),
    .refused("A mode is 0 to 6 (5.24)", mesh("\"POSITION\":0", "\"mode\":7"), "7 is outside 0…6"),
    .refused(
      "A material exists (5.24)", mesh("\"POSITION\":0", "\"material\":0"),
      "there is no material 0"),
    .warned(
      "A material's texture coordinates exist (3.9)",
      mesh(
        "\"POSITION\":0", "\"material\":0",
        "\"materials\":[{\"normalTexture\":{\"index\":0}}],\"textures\":[{}]"),
      "uses TEXCOORD_0"),
    .refused(
      "Morph targets have as many elements (3.7.2.2)",
      mesh("\"POSITION\":0", "\"targets\":[{\"POSITION\":7}]"), "has 2 elements; 3 are accepted"),
    .warned(
      "Morph targets have known attributes (3.7.2.2)",
      mesh("\"POSITION\":0", "\"targets\":[{\"SIZE\":0}]"), "a target has no \"SIZE\""),
    .refused(
      "Primitives have equally many targets (3.7.2.2)",
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{}]},"
        + "{\"attributes\":{\"POSITION\":0}}]}]", "0 morph targets; 1"),
    .refused(
      "There is a weight for each target (3.7.2.2)",
      "\"meshes\":[{\"weights\":[1],\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]",
      "an array of 0 numbers"),
  ]

  private static let nodes: [InvalidGLTF] = [
    .refused("A child exists (5.25)", "\"nodes\":[{\"children\":[9]}]", "there is no node 9"),
    .refused(
      "Children are different (5.25)", "\"nodes\":[{\"children\":[1,1]},{}]",
      "listed twice as a child"),
    .refused(
      "A node has one parent (3.5.2)",
      "\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]", "is already a child"),
    .refused(
      "Nodes form no circle (3.5.2)", "\"nodes\":[{\"children\":[1]},{\"children\":[0]}]",
      "in a circle"),
    .refused(
      "A node is not its own child (3.5.2)", "\"nodes\":[{\"children\":[0]}]", "in a circle"),
    .refused(
      "A node has a matrix or a transform (3.5.3)",
      "\"nodes\":[{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],\"scale\":[1,1,1]}]",
      "both \"matrix\" and \"scale\""),
    .refused(
      "A matrix can be decomposed (3.5.3)",
      "\"nodes\":[{\"matrix\":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}]", "the matrix has shear"),
    .refused(
      "A matrix is affine (3.5.3)",
      "\"nodes\":[{\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}]", "the last row"),
    .refused(
      "A matrix has 16 numbers (5.25)", "\"nodes\":[{\"matrix\":[1]}]",
      "an array of 16 numbers"),
    .refused(
      "A rotation is a unit quaternion (5.25)", "\"nodes\":[{\"rotation\":[0,0,0,2]}]",
      "has the length 2"),
    .refused(
      "A rotation is not zero (5.25)", "\"nodes\":[{\"rotation\":[0,0,0,0]}]",
      "has the length 0"),
    .refused(
      "A translation has three numbers (5.25)", "\"nodes\":[{\"translation\":[1,2]}]",
      "an array of 3 numbers"),
    .refused("A scale is numbers (5.25)", "\"nodes\":[{\"scale\":[1,1,\"1\"]}]", "a number"),
    .refused("A node's mesh exists (5.25)", "\"nodes\":[{\"mesh\":0}]", "there is no mesh 0"),
    .refused("A node's camera exists (5.25)", "\"nodes\":[{\"camera\":0}]", "there is no camera 0"),
    .refused("A node's skin exists (5.25)", "\"nodes\":[{\"skin\":0}]", "there is no skin 0"),
    .refused("An index is not negative (5.25)", "\"nodes\":[{\"mesh\":-1}]", "there is no mesh -1"),
    .refused("An index is an integer (5.25)", "\"nodes\":[{\"mesh\":0.5}]", "the index of a mesh"),
    .warned(
      "A skin needs a mesh (5.25)", "\"skins\":[{\"joints\":[0]}],\"nodes\":[{\"skin\":0}]",
      "\"skin\" without a mesh"),
    .warned(
      "Weights need a mesh (5.25)", "\"nodes\":[{\"weights\":[1]}]", "\"weights\" without a mesh"),
    .refused(
      "A skinned mesh has joints (3.7.3.3)",
      "\"skins\":[{\"joints\":[0]}],\"nodes\":[{\"mesh\":0,\"skin\":0}],"
        + "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]", "has no JOINTS_0"),
    .refused("A skin has joints (5.28)", "\"skins\":[{}]", "the key \"joints\" is missing"),
    .refused("A skin has a joint (5.28)", "\"skins\":[{\"joints\":[]}]", "0 joints"),
    .refused(
      "Joints are different (5.28)", "\"skins\":[{\"joints\":[0,0]}],\"nodes\":[{}]",
      "lists a joint twice"),
    .refused(
      "Joints exist (5.28)", "\"skins\":[{\"joints\":[3]}],\"nodes\":[{}]",
      "there is no node 3"),
    .refused(
      "Each joint has a bind matrix (5.28)",
      "\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":9}],\"nodes\":[{\"children\":[1]},{}]",
      "1 inverse bind matrices for 2 joints"),
    .refused(
      "Bind matrices are matrices (5.28)",
      "\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":0}],\"nodes\":[{}]", "MAT4 is accepted"),
    .warned(
      "Bind matrices are affine (3.7.3.1)",
      "\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":12}],\"nodes\":[{}]",
      "the last row of an",
      accessor: "\"componentType\":5126,\"count\":1,\"type\":\"MAT4\""),
    .warned(
      "Joints have a common root (3.7.3.2)", "\"skins\":[{\"joints\":[0,1]}],\"nodes\":[{},{}]",
      "no common ancestor"),
    .warned(
      "The skeleton is above the joints (5.28)",
      "\"skins\":[{\"joints\":[0],\"skeleton\":1}],\"nodes\":[{\"children\":[1]},{}]",
      "node 1, the skeleton, is not above node 0"),
  ]

  private static let surfaces: [InvalidGLTF] = [
    .refused(
      "A factor is 0 to 1 (5.22)",
      "\"materials\":[{\"pbrMetallicRoughness\":{\"roughnessFactor\":1.5}}]", "1.5 is outside"),
    .refused(
      "A color has four numbers (5.22)",
      "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1]}}]",
      "an array of 4 numbers"),
    .refused(
      "A color is 0 to 1 (5.22)",
      "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,2]}}]", "2 is outside"),
    .refused(
      "Emission is 0 to 1 (5.19)", "\"materials\":[{\"emissiveFactor\":[2,0,0]}]",
      "2 is outside"),
    .refused(
      "An alpha mode is known (5.19)", "\"materials\":[{\"alphaMode\":\"GLASS\"}]",
      "there is no \"GLASS\""),
    .warned(
      "A cutoff comes with MASK (5.19)", "\"materials\":[{\"alphaCutoff\":0.5}]",
      "without the alpha mode MASK"),
    .refused(
      "A cutoff is not negative (5.19)",
      "\"materials\":[{\"alphaMode\":\"MASK\",\"alphaCutoff\":-1}]", "-1 is outside"),
    .refused(
      "A texture info has an index (5.30)", "\"materials\":[{\"normalTexture\":{}}]",
      "the key \"index\" is missing"),
    .refused(
      "A material's texture exists (5.30)",
      "\"materials\":[{\"emissiveTexture\":{\"index\":0}}]", "there is no texture 0"),
    .refused(
      "A strength is 0 to 1 (5.21)",
      "\"materials\":[{\"occlusionTexture\":{\"index\":0,\"strength\":2}}],\"textures\":[{}]",
      "2 is outside"),
    .refused(
      "Double sided is a Boolean (5.19)", "\"materials\":[{\"doubleSided\":1}]",
      "true or false"),
    .refused("A camera has a type (5.12)", "\"cameras\":[{}]", "the key \"type\" is missing"),
    .refused(
      "A camera's type is known (5.12)", "\"cameras\":[{\"type\":\"fisheye\"}]",
      "there is no \"fisheye\""),
    .refused(
      "A camera has the object of its type (5.12)", "\"cameras\":[{\"type\":\"perspective\"}]",
      "no object \"perspective\""),
    .warned(
      "A camera has one projection (5.12)",
      "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":1},"
        + "\"orthographic\":{}}]", "has \"orthographic\" as well"),
    .refused(
      "A field of view is positive (5.14)",
      "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":0,\"znear\":1}}]",
      "0 is outside"),
    .refused(
      "A near plane is positive (5.14)",
      "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0}}]",
      "0 is outside"),
    .refused(
      "The far plane is beyond the near plane (5.14)",
      "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":2,\"zfar\":1}}]",
      "is not beyond znear"),
    .refused(
      "An aspect ratio is positive (5.14)",
      "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":1,\"aspectRatio\":0}}]",
      "0 is outside"),
    .refused(
      "A magnification is not zero (5.13)",
      "\"cameras\":[{\"type\":\"orthographic\",\"orthographic\":{\"xmag\":0,\"ymag\":1,\"znear\":0,"
        + "\"zfar\":1}}]", "xmag is 0"),
  ]

  private static let motion: [InvalidGLTF] = [
    .refused(
      "An animation has channels (5.5)", "\"animations\":[{\"samplers\":[]}]",
      "the key \"channels\" is missing"),
    .warned(
      "An animation has a channel (5.5)", "\"animations\":[{\"samplers\":[],\"channels\":[]}]",
      "the list is empty"),
    .refused(
      "A channel has a target (5.6)",
      "\"animations\":[{\"samplers\":[],\"channels\":[{}]}]", "the key \"target\" is missing"),
    .refused(
      "A target has a path (5.7)", animation("\"input\":6,\"output\":7", "\"node\":0"),
      "the key \"path\" is missing"),
    .refused(
      "A path is known (5.7)",
      animation("\"input\":6,\"output\":7", "\"node\":0,\"path\":\"color\""),
      "there is no \"color\""),
    .refused(
      "A target's node exists (5.7)",
      animation("\"input\":6,\"output\":7", "\"node\":5,\"path\":\"scale\""), "there is no node 5"),
    .refused(
      "A channel's sampler exists (5.6)",
      "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":6,\"output\":7}],\"channels\":["
        + "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"scale\"}}]}]", "1 is outside 0…0"),
    .warned(
      "Targets are different (3.11)",
      "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":6,\"output\":7}],\"channels\":["
        + "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}},"
        + "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}]}]", "two channels"),
    .warned(
      "A target without an extension has a node (3.11)",
      animation("\"input\":6,\"output\":7", "\"path\":\"scale\""), "the channel has no node"),
    .warned(
      "An animated node has no matrix (3.5.3)",
      animation(
        "\"input\":6,\"output\":7",
        nodes: "{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}"), "node 0 has a matrix"),
    .refused(
      "A sampler has key times (5.8)", animation("\"output\":7"),
      "the key \"input\" is missing"),
    .refused(
      "A sampler has values (5.8)", animation("\"input\":6"),
      "the key \"output\" is missing"),
    .refused(
      "Key times increase (3.11)", animation("\"input\":11,\"output\":0"),
      "is not after"),
    .refused(
      "Key times are scalars (3.11)", animation("\"input\":3,\"output\":0"),
      "SCALAR is accepted"),
    .warned(
      "Key times have bounds (3.11)", animation("\"input\":12,\"output\":7"),
      "of key times has no \"min\" and \"max\"",
      accessor: "\"bufferView\":6,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\""),
    .warned(
      "Key times are floats (3.11)", animation("\"input\":12,\"output\":7"),
      "integers, not floats",
      accessor: "\"bufferView\":1,\"componentType\":5123,\"count\":2,\"type\":\"SCALAR\","
        + "\"min\":[0],\"max\":[1]"),
    .refused(
      "There is a value for each key time (3.11)", animation("\"input\":6,\"output\":0"),
      "9 numbers for 2 key times"),
    .refused(
      "Values have the type of their path (3.11)",
      animation("\"input\":6,\"output\":7", "\"node\":0,\"path\":\"rotation\""), "VEC4 is accepted"),
    .refused(
      "Rotations are unit quaternions (3.11)",
      animation("\"input\":6,\"output\":12", "\"node\":0,\"path\":\"rotation\""),
      "is not a rotation",
      accessor: "\"componentType\":5126,\"count\":2,\"type\":\"VEC4\""),
    .refused(
      "An interpolation is known (5.8)",
      animation("\"input\":6,\"output\":7,\"interpolation\":\"BEZIER\""), "there is no \"BEZIER\""),
    .warned(
      "A cubic spline has two key times (appendix C)",
      animation("\"input\":12,\"output\":0,\"interpolation\":\"CUBICSPLINE\""), "one key time",
      accessor: "\"bufferView\":6,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\","
        + "\"min\":[0],\"max\":[0]"),
    .refused(
      "Animated weights have targets (3.11)",
      animation("\"input\":6,\"output\":6", "\"node\":0,\"path\":\"weights\""), "no morph targets"),
    // KHR_lights_punctual, KHR_texture_transform, KHR_materials_emissive_strength.
    .refused(
      "A light has a type (KHR_lights_punctual)",
      "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":{\"KHR_lights_punctual\":"
        + "{\"lights\":[{}]}}", "the key \"type\" is missing"),
    .refused(
      "An intensity is not negative (KHR_lights_punctual)",
      "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":{\"KHR_lights_punctual\":"
        + "{\"lights\":[{\"type\":\"point\",\"intensity\":-1}]}}", "-1 is outside"),
    .refused(
      "A range is positive (KHR_lights_punctual)",
      "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":{\"KHR_lights_punctual\":"
        + "{\"lights\":[{\"type\":\"point\",\"range\":0}]}}", "0 is outside"),
    .refused(
      "The inner cone is inside of the outer (KHR_lights_punctual)",
      "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":{\"KHR_lights_punctual\":"
        + "{\"lights\":[{\"type\":\"spot\",\"spot\":{\"innerConeAngle\":1,\"outerConeAngle\":0.5}}]}}",
      "is not less than outerConeAngle"),
    .warned(
      "A spot light has a cone (KHR_lights_punctual)",
      "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":{\"KHR_lights_punctual\":"
        + "{\"lights\":[{\"type\":\"spot\"}]}}", "has no \"spot\""),
  ]
}
