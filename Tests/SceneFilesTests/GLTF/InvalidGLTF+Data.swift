import TestSupport

// The rules on the file, its buffers and its accessors: glTF 2.0, sections 3.1 to 3.6 and 3.12.
extension InvalidGLTF {
  static let data: [InvalidGLTF] = [
    // Objects and lists.
    .refused("A list of nodes is an array (5.17)", "\"nodes\":{}", "an array of nodes"),
    .refused("A node is an object (5.25)", "\"nodes\":[7]", "an object is accepted"),
    .warned("A list has an element (3.1)", "\"nodes\":[]", "the list is empty"),
    .warned(
      "A list of children has an element (5.25)", "\"nodes\":[{\"children\":[]}]", "is empty"),
    .refused("A name is a string (3.8)", "\"nodes\":[{\"name\":1}]", "a string is accepted"),
    .refused("Extensions are an object (3.12)", "\"nodes\":[{\"extensions\":[]}]", "an object"),
    // Extensions.
    .warned(
      "A used extension is listed (3.12)",
      "\"nodes\":[{\"extensions\":{\"EXT_a\":{}}}]", "\"EXT_a\" is not listed"),
    .warned(
      "A listed extension is known (3.12)", "\"extensionsUsed\":[\"EXT_a\"]",
      "\"EXT_a\" is not supported"),
    .warned(
      "A required extension is listed as used (3.12)",
      "\"extensionsRequired\":[\"KHR_materials_unlit\"]", "is not listed in \"extensionsUsed\""),
    .refused(
      "A required extension is supported (3.12)", "\"extensionsRequired\":[\"EXT_a\"]",
      "requires the extension \"EXT_a\""),
    .warned(
      "An extension is listed once (3.12)",
      "\"extensionsUsed\":[\"KHR_materials_unlit\",\"KHR_materials_unlit\"]", "listed twice"),
    .refused("Names of extensions are strings (3.12)", "\"extensionsUsed\":[1]", "the name of an"),
    .warned("A list of extensions has an element (3.12)", "\"extensionsUsed\":[]", "is empty"),
    // Scenes.
    .warned(
      "The default scene exists (3.5.1)", "\"nodes\":[{}],\"scenes\":[{}],\"scene\":1",
      "there is no scene 1"),
    .refused(
      "The default scene is an index (3.5.1)", "\"scenes\":[{}],\"scene\":\"0\"",
      "the index of a scene"),
    .refused("A scene's nodes exist (3.5.1)", "\"scenes\":[{\"nodes\":[0]}]", "there is no node 0"),
    .refused(
      "A scene's nodes are different (3.5.1)",
      "\"nodes\":[{}],\"scenes\":[{\"nodes\":[0,0]}]", "lists node 0 twice"),
    .refused(
      "A scene's nodes are roots (3.5.1)",
      "\"nodes\":[{\"children\":[1]},{}],\"scenes\":[{\"nodes\":[1]}]", "is a child of node 0"),
    .warned(
      "A scene's list of nodes has an element (3.5.1)", "\"scenes\":[{\"nodes\":[]}]",
      "the list is empty"),
    // Buffer views.
    .warned(
      "A view names its buffer (5.11)", "", "the key \"buffer\" is missing",
      view: "\"byteLength\":4"),
    .warned(
      "A view's buffer exists (5.11)", "", "there is no buffer 9",
      view: "\"buffer\":9,\"byteLength\":4"),
    .warned(
      "A view has a length (5.11)", "", "the key \"byteLength\" is missing",
      view: "\"buffer\":0"),
    .warned(
      "A view is not empty (5.11)", "", "0 is outside 1…", view: "\"buffer\":0,\"byteLength\":0"),
    .warned(
      "A view ends in its buffer (5.11)", "", "the view ends at byte",
      view: "\"buffer\":0,\"byteLength\":9999"),
    .warned(
      "An offset is not negative (5.11)", "", "-4 is outside 0…",
      view: "\"buffer\":0,\"byteLength\":4,\"byteOffset\":-4"),
    .warned(
      "An offset is an integer (5.11)", "", "a whole number",
      view: "\"buffer\":0,\"byteLength\":4,\"byteOffset\":0.5"),
    .warned(
      "A stride is 4 or more (5.11)", "", "2 is outside 4…252",
      view: "\"buffer\":0,\"byteLength\":4,\"byteStride\":2"),
    .warned(
      "A stride is 252 or less (5.11)", "", "256 is outside 4…252",
      view: "\"buffer\":0,\"byteLength\":4,\"byteStride\":256"),
    .warned(
      "A stride is a multiple of 4 (5.11)", "", "6 is not a multiple of 4",
      view: "\"buffer\":0,\"byteLength\":4,\"byteStride\":6"),
    .warned(
      "A target is one of two (5.11)", "", "there is no target 7",
      view: "\"buffer\":0,\"byteLength\":4,\"target\":7"),
    // Accessors.
    .refused(
      "An accessor has a type (5.1)", mesh("\"POSITION\":12"), "the key \"type\" is missing",
      accessor: "\"componentType\":5126,\"count\":3"),
    .refused(
      "The type is known (5.1)", mesh("\"POSITION\":12"), "there is no \"VEC9\" here",
      accessor: "\"componentType\":5126,\"count\":3,\"type\":\"VEC9\""),
    .refused(
      "An accessor has a component type (5.1)", mesh("\"POSITION\":12"),
      "the key \"componentType\" is missing", accessor: "\"count\":3,\"type\":\"VEC3\""),
    .refused(
      "The component type is known (5.1)", mesh("\"POSITION\":12"),
      "there is no component type 5124",
      accessor: "\"componentType\":5124,\"count\":3,\"type\":\"VEC3\""),
    .refused(
      "An accessor has a count (5.1)", mesh("\"POSITION\":12"), "the key \"count\" is missing",
      accessor: "\"componentType\":5126,\"type\":\"VEC3\""),
    .refused(
      "An accessor has an element (5.1)", mesh("\"POSITION\":12"), "0 is outside 1…",
      accessor: "\"componentType\":5126,\"count\":0,\"type\":\"VEC3\""),
    .refused(
      "Elements lie in the view (3.6.2.4)", mesh("\"POSITION\":12"), "4 elements end at byte 48",
      accessor: "\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\""),
    .warned(
      "Elements of an unused accessor lie in the view (3.6.2.4)", "", "4 elements end at byte 48",
      accessor: "\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\""),
    .refused(
      "An offset lies in the view (3.6.2.4)", mesh("\"POSITION\":12"), "end at byte",
      accessor:
        "\"bufferView\":0,\"byteOffset\":40,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\""),
    .warned(
      "Elements are aligned to their components (3.6.2.4)",
      mesh("\"POSITION\":12", "\"mode\":0"), "a multiple of 4",
      accessor:
        "\"bufferView\":0,\"byteOffset\":2,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\","
        + "\"min\":[0,0,0],\"max\":[1,1,0]"),
    .refused(
      "The view of an accessor exists (5.1)", mesh("\"POSITION\":12"), "there is no buffer view 99",
      accessor: "\"bufferView\":99,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\""),
    .refused(
      "Floats are not normalized (5.1)", mesh("\"POSITION\":12"), "cannot be normalized",
      accessor:
        "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"normalized\":true"),
    .refused(
      "The stride holds an element (3.6.2.4)", mesh("\"POSITION\":12"), "do not fit into",
      accessor: "\"bufferView\":12,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"",
      view: "\"buffer\":0,\"byteLength\":36,\"byteStride\":8"),
    .warned(
      "\"min\" has a number for each component (3.6.2.5)", mesh("\"POSITION\":12"),
      "\"min\" is not an array of 3 numbers",
      accessor: "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0],"
        + "\"max\":[1,1,0]"),
    .warned(
      "\"min\" is that of the elements (3.6.2.5)", mesh("\"POSITION\":12"), "\"min\" says -1",
      accessor:
        "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,-1,0],"
        + "\"max\":[1,1,0]"),
    .warned(
      "\"max\" is that of the elements (3.6.2.5)", mesh("\"POSITION\":12"), "\"max\" says 9",
      accessor:
        "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],"
        + "\"max\":[9,1,0]"),
    .warned(
      "Positions have bounds (3.7.2.1)", mesh("\"POSITION\":2"), "has no \"min\" and \"max\""),
    // Sparse accessors.
    .refused(
      "Sparse elements have indices (5.2)", mesh("\"POSITION\":12"),
      "the key \"indices\" is missing",
      accessor: "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1}"),
    .refused(
      "Sparse elements have values (5.2)", mesh("\"POSITION\":12"),
      "the key \"values\" is missing",
      accessor: "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
        + "\"indices\":{\"bufferView\":1,\"componentType\":5123}}"),
    .refused(
      "There are at most as many sparse elements as elements (5.2)", mesh("\"POSITION\":12"),
      "4 is outside 1…3",
      accessor: "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":4,"
        + "\"indices\":{\"bufferView\":1,\"componentType\":5123},\"values\":{\"bufferView\":0}}"),
    .refused(
      "Sparse indices are below the count (5.2)", mesh("\"POSITION\":12"),
      "the sparse index 65535",
      accessor: "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":3,"
        + "\"indices\":{\"bufferView\":10,\"componentType\":5123},\"values\":{\"bufferView\":0}}"),
    .refused(
      "Sparse indices are unsigned (5.3)", mesh("\"POSITION\":12"),
      "there is no component type 5122",
      accessor: "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
        + "\"indices\":{\"bufferView\":1,\"componentType\":5122},\"values\":{\"bufferView\":0}}"),
    // Images, textures and samplers.
    .refused(
      "An image has a source (5.18)", "\"images\":[{}]", "the key \"bufferView\" is missing"),
    .refused(
      "An image has one source (5.18)",
      "\"images\":[{\"uri\":\"a.png\",\"bufferView\":0}]", "both \"uri\" and \"bufferView\""),
    .refused(
      "An image in a view has a type (5.18)", "\"images\":[{\"bufferView\":0}]",
      "the key \"mimeType\" is missing"),
    .warned(
      "An image is what it says (3.8.3)",
      "\"images\":[{\"bufferView\":0,\"mimeType\":\"image/png\"}]", "no known format"),
    .refused(
      "A path does not lead out (2.9)", "\"images\":[{\"uri\":\"../a.png\"}]", "leads out of"),
    .refused(
      "A data URI is valid (2.9)", "\"images\":[{\"uri\":\"data:image/png;base64,*\"}]",
      "the data URI is invalid"),
    .refused(
      "Percent signs are followed by digits (2.9)", "\"images\":[{\"uri\":\"a%zz.png\"}]",
      "two hexadecimal digits"),
    .refused(
      "A texture's image exists (5.29)", "\"textures\":[{\"source\":0}]", "there is no image 0"),
    .refused(
      "A texture's sampler exists (5.29)", "\"textures\":[{\"sampler\":0}]",
      "there is no sampler 0"),
    .warned("A texture has an image (5.29)", "\"textures\":[{}]", "the texture has no \"source\""),
    .refused(
      "A filter is known (5.26)",
      "\"samplers\":[{\"magFilter\":9984}],\"textures\":[{\"sampler\":0}]",
      "there is no magFilter 9984"),
    .refused(
      "A wrap mode is known (5.26)",
      "\"samplers\":[{\"wrapT\":1}],\"textures\":[{\"sampler\":0}]", "there is no wrapT 1"),
  ]
}
