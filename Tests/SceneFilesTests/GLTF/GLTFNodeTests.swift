import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF nodes")
struct GLTFNodeTests {
  @Test("Nodes have a transform of translation, rotation and scale, or a matrix (3.5.3)")
  func places() throws {
    let turn = Quaternion(axisAngle: Vector4(0, 1, 0, 0.5))
    let m = Matrix4(position: Vector3(1, 2, 3), orientation: turn, scale: Vector3(2, 3, 4))
    let numbers = [m.x, m.y, m.z, m.w].map { "\($0.x),\($0.y),\($0.z),\($0.w)" }.joined(
      separator: ",")
    let scene = try scene(
      of: GLTFSample(
        """
        "nodes": [{ "name": "a", "translation": [1, 2, 3], "children": [1],
                    "rotation": [\(turn.x), \(turn.y), \(turn.z), \(turn.w)], "scale": [2, 3, 4] },
                  { "name": "b", "translation": [1, 0, 0] }, { "name": "c", "matrix": [\(numbers)] }],
        "scenes": [{ "nodes": [0, 2] }], "scene": 0
        """))
    let a = try #require(scene.rootNode.node(atPath: "/a"))
    let c = try #require(scene.rootNode.node(atPath: "/c"))
    #expect(a.position == Vector3(1, 2, 3) && a.orientation == turn && a.scale == Vector3(2, 3, 4))
    #expect(c.position == a.position && c.position.distance(to: a.position) == 0)
    #expect((c.scale - a.scale).length < 1e-5 && abs(c.orientation.dot(turn)) > 0.999999)
    let b = try #require(scene.rootNode.node(atPath: "/a/b"))
    #expect((b.worldPosition - m.apply(point: .unitX)).length < 1e-5)
  }

  @Test("The default scene is used, or else the first one, or all nodes if there is no scene")
  func chosenScene() throws {
    let nodes = "\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\",\"children\":[2]},{\"name\":\"c\"}]"
    func names(_ members: String) throws -> [String?] {
      try scene(of: GLTFSample(nodes + members)).rootNode.childNodes.map(\.name)
    }
    let scenes = ",\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1]}]"
    #expect(try names(scenes) == ["a"])
    #expect(try names(scenes + ",\"scene\":1") == ["b"])
    #expect(try names("") == ["a", "b"])
  }

  @Test("Names are made valid for paths, and duplicate siblings are numbered")
  func names() throws {
    let scene = try scene(
      of: GLTFSample(
        """
        "nodes": [{ "name": "wheel" }, { "name": "wheel" }, { "name": "a/b" }, { "name": "*x]" }, {},
                  { "name": "" }, { "name": "wheel 2" }]
        """))
    let names = scene.rootNode.childNodes.map(\.name)
    #expect(names == ["wheel", "wheel 2", "a_b", "_x_", nil, nil, "wheel 2 2"])
  }

  /// Invalid node trees and the expected message.
  static let refused: [(String, String)] = [
    ("\"nodes\":[{\"children\":[1]},{\"children\":[0]}]", "deeper than 256 or in a circle"),
    ("\"nodes\":[{\"children\":[0]}]", "deeper than 256 or in a circle"),
    (
      "\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]",
      "/nodes/1: node 2 is already a child of node 0; one parent is accepted"
    ),
    ("\"nodes\":[{\"children\":[1,1]},{}]", "/nodes/0: node 1 is listed twice as a child"),
    (
      "\"nodes\":[{\"children\":[9]}]",
      "/nodes/0/children/0: there is no node 9; 0 to 0 are accepted"
    ),
    (
      "\"nodes\":[{\"children\":[1]},{}],\"scenes\":[{\"nodes\":[1]}]",
      "/nodes/1: node 1 of the scene is a child of node 0"
    ),
    ("\"nodes\":[{}],\"scenes\":[{\"nodes\":[0,0]}]", "the scene lists node 0 twice"),
    (
      "\"nodes\":[{\"matrix\":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}]",
      "/nodes/0/matrix: the matrix has shear; a product of translation, rotation and scale is accepted"
    ),
    (
      "\"nodes\":[{\"matrix\":[1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1]}]",
      "the matrix is singular"
    ),
    (
      "\"nodes\":[{\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}]", "the last row is not 0, 0, 0, 1"
    ),
    (
      "\"nodes\":[{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],\"scale\":[1,1,1]}]",
      "the node has both \"matrix\" and \"scale\"; one of them is accepted"
    ),
    ("\"nodes\":[{\"rotation\":[0,0,0,0]}]", "the quaternion has the length 0.0"),
    ("\"nodes\":[{\"translation\":[1,2]}]", "this is an array; an array of 3 numbers is accepted"),
    ("\"nodes\":[{\"translation\":[1,2,1e30]}]", "1e30 is outside"),
    ("\"nodes\":{}", "/nodes: this is an object; an array of nodes is accepted"),
    ("\"nodes\":[3]", "/nodes/0: this is a number; an object is accepted"),
  ]

  @Test("Nodes that do not form trees, and matrices with shear, are rejected", arguments: refused)
  func refusals(members: String, message: String) throws {
    let problems = try problems(of: GLTFSample(members))
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }

  @Test("Nodes can be nested up to the depth limit")
  func depth() throws {
    func chain(_ count: Int) -> GLTFSample {
      let nodes = (0..<count).map { $0 + 1 < count ? "{\"children\":[\($0 + 1)]}" : "{}" }
      return GLTFSample("\"nodes\":[\(nodes.joined(separator: ","))]")
    }
    #expect(try scene(of: chain(256)).nodeCount == 256)
    #expect(try problems(of: chain(257)).first?.contains("deeper than 256") == true)
  }

  @Test("Cameras are read with their vertical field of view (3.10)")
  func cameras() throws {
    let scene = try scene(
      of: GLTFSample(
        """
        "nodes": [{ "name": "p", "camera": 0 }, { "name": "q", "camera": 1 }, { "name": "o", "camera": 2 }],
        "cameras": [
          { "type": "perspective", "perspective": { "yfov": 0.75, "znear": 0.5, "zfar": 50, "aspectRatio": 2 } },
          { "type": "perspective", "perspective": { "yfov": 1.5, "znear": 0.01 } },
          { "type": "orthographic", "orthographic": { "xmag": 4, "ymag": 2, "znear": 0, "zfar": 9 } }]
        """))
    let cameras = scene.rootNode.childNodes.compactMap(\.camera)
    #expect(cameras.map(\.fieldOfView).prefix(2) == [0.75, 1.5])
    #expect(cameras.map(\.zNear) == [0.5, 0.01, 1e-4] && cameras.map(\.zFar) == [50, 10_000, 9])
    #expect(cameras[2].usesOrthographicProjection && cameras[2].orthographicScale == 2)
  }

  // Symptom: Blender's default export was pure white. Cause: its lux and candela were taken for
  // watts, and lights without a range did not fall off.
  @Test("An irradiance of π W/m², 683 lux each, is white (KHR_lights_punctual)")
  func lights() throws {
    let scene = try scene(
      of: GLTFSample(
        """
        "extensionsUsed": ["KHR_lights_punctual"],
        "extensions": { "KHR_lights_punctual": { "lights": [
          { "type": "directional", "intensity": \(Float.pi * 683), "color": [1, 0.5, 0] },
          { "type": "point", "intensity": \(Float.pi * 2 * 683), "range": 20 },
          { "type": "spot", "spot": { "innerConeAngle": 0.25, "outerConeAngle": 0.5 } }] } },
        "nodes": [{ "extensions": { "KHR_lights_punctual": { "light": 0 } } },
                  { "extensions": { "KHR_lights_punctual": { "light": 1 } } },
                  { "extensions": { "KHR_lights_punctual": { "light": 2 } } }]
        """))
    let lights = scene.rootNode.childNodes.compactMap(\.light)
    #expect(lights.map(\.type) == [.directional, .omni, .spot])
    #expect(abs(lights[0].intensity - 1_000) < 0.01 && abs(lights[1].intensity - 2_000) < 0.01)
    #expect(abs(lights[0].color.linear.y - 0.5) < 1e-5 && lights[0].color.blue == 0)
    #expect(lights[2].spotInnerAngle == 0.5 && lights[2].spotOuterAngle == 1)
    #expect(lights.allSatisfy { !$0.castsShadow })
    // The inverse square of the distance; with a range, the window of the extension.
    #expect(lights[0].attenuation(at: 9) == 1)
    for distance: Float in [0.5, 1, 2, 10] {
      let square = distance * distance
      #expect(abs(lights[2].attenuation(at: distance) * square - 1) < 1e-4)
      let window = 1 - (distance / 20) * (distance / 20) * (distance / 20) * (distance / 20)
      #expect(abs(lights[1].attenuation(at: distance) * square - window) < 1e-4)
    }
    #expect(lights[1].attenuation(at: 20) == 0 && lights[1].attenuation(at: 30) == 0)
  }

  @Test("An unsupported required extension is rejected with the list of supported ones")
  func extensions() throws {
    let model = GLTFSample("\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]")
    let problems = try problems(of: model)
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasSuffix(
        "/extensionsRequired/0: the file requires the extension \"KHR_draco_mesh_compression\"; "
          + "KHR_lights_punctual, KHR_materials_unlit, KHR_materials_emissive_strength, "
          + "KHR_texture_transform, KHR_mesh_quantization, KHR_implicit_shapes, "
          + "KHR_physics_rigid_bodies are accepted") == true)
    #expect(try scene(of: GLTFSample("\"extensionsUsed\":[\"EXT_x\"]")).nodeCount == 0)
  }
}
