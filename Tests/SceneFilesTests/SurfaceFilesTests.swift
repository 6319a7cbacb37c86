import CaromMaths
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Foundation
import Testing

@Suite("Surfaces, shapes and cameras in files")
struct SurfaceFilesTests {
  @Test(
    "Invalid shapes, meshes and cameras are reported with their position",
    arguments: [
      (
        "\"nodes\": [{ \"physics\": { \"shape\": { \"hull\": { \"points\": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]] } } } }]",
        "level.json:2:45: /nodes/0/physics/shape/hull: all points lie in one plane; at least four "
          + "points that do not lie in one plane are accepted"
      ),
      (
        "\"shapes\": { \"s\": { \"hull\": {} } }",
        "level.json:2:28: /shapes/s/hull: a hull needs at least 4 points; there are 0; at least four "
          + "points that do not lie in one plane are accepted"
      ),
      (
        "\"nodes\": [{ \"geometry\": { \"mesh\": { \"positions\": [[0,0,0]], \"elements\": [{ \"indices\": [0, 0, 7] }] } } }]",
        "level.json:2:35: /nodes/0/geometry/mesh: element 0 has the index 7, but there are 1 positions"
      ),
      (
        "\"nodes\": [{ \"camera\": { \"zNear\": 5, \"zFar\": 2 } }]",
        "level.json:2:23: /nodes/0/camera: zFar 2.0 is not beyond zNear 5.0"
      ),
      (
        "\"nodes\": [{ \"camera\": { \"minimumExposure\": 4, \"maximumExposure\": 2 } }]",
        "level.json:2:23: /nodes/0/camera: minimumExposure 4.0 is above maximumExposure 2.0"
      ),
      (
        "\"background\": { \"color\": [1, 1, 1], \"image\": \"sky.png\" }",
        "level.json:2:37: /background/image: \"image\" and \"color\" exclude each other; one of color, "
          + "image, number, cube is accepted"
      ),
      (
        "\"background\": { \"cube\": [\"a.png\"] }",
        "level.json:2:25: /background/cube: this is an array; an array of six image files: +X, −X, +Y, "
          + "−Y, +Z, −Z is accepted"
      ),
    ])
  func refuses(_ members: String, _ expected: String) throws {
    let files = try TemporaryScenes(["level.json": file(members)])
    #expect(files.problems() == [expected])
  }

  @Test("All properties of surfaces, lights and cameras are read")
  func reads() throws {
    let files = try TemporaryScenes([
      "level.json": file(
        """
        "fogEndDistance": 50, "autoenablesDefaultLighting": false,
        "lightingEnvironment": { "image": "sky.png", "intensity": 2 },
        "background": { "cube": ["px.png", "nx.png", "py.png", "ny.png", "pz.png", "nz.png"] },
        "materials": { "m": {
          "lightingModel": "physicallyBased", "roughness": { "number": 0.25 },
          "metalness": { "image": "m.png", "textureComponents": "blue" },
          "diffuse": { "image": "d.png", "tint": "#ff0000", "mappingChannel": 1,
            "contentsTransform": { "offset": [0.5, 0], "rotationDegrees": 90, "scale": [2, 3] } },
          "transparencyMode": "rgbZero", "colorBufferWriteMask": 8, "alphaCutoff": 0.5,
          "selfIllumination": { "image": "light.png", "mappingChannel": 1 } } },
        "nodes": [
          { "name": "ring", "geometry": { "torus": { "ringRadius": 2 }, "materials": ["m"],
            "levelsOfDetail": [ { "worldSpaceDistance": 40, "geometry": null },
              { "screenSpaceRadius": 9, "geometry": { "box": {}, "materials": ["m"] } } ] } },
          { "name": "eye", "camera": { "projectionDirection": "horizontal",
            "automaticallyAdjustsZRange": true, "wantsHDR": true, "exposureOffset": -1.5,
            "whitePoint": 0.5 } },
          { "name": "wall", "physics": { "type": "static", "shape": { "mesh": {
            "vertices": [[0,0,0],[1,0,0],[0,1,0]], "indices": [0, 1, 2] } } } },
          { "name": "sheet", "geometry": { "mesh": {
            "positions": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], "colors": [[1,0,0],[0,1,0],[0,0,1],[1,1,1,0.5]],
            "elements": [{ "primitiveType": "triangleStrip", "indices": [0, 1, 2, 3] }] } } }
        ]
        """)
    ])
    let scene = try files.read()
    #expect(scene.fogEndDistance == 50 && !scene.autoenablesDefaultLighting)
    #expect(scene.lightingEnvironment == MaterialProperty(image: "sky.png", intensity: 2))
    #expect(
      scene.background.contents
        == .cube(CubeImages(["px.png", "nx.png", "py.png", "ny.png", "pz.png", "nz.png"])))
    let ring = try #require(scene.rootNode.node(atPath: "ring")?.geometry)
    let m = try #require(ring.firstMaterial)
    #expect(m.lightingModel == .physicallyBased && m.roughness.contents == .number(0.25))
    #expect(m.metalness.textureComponents == .blue && m.diffuse.mappingChannel == 1)
    #expect(m.diffuse.tint == Color(1, 0, 0) && m.colorBufferWriteMask == .red)
    #expect(m.alphaCutoff == 0.5 && m.selfIllumination.mappingChannel == 1)
    #expect(m.diffuse.contentsTransform.scale == Vector2(2, 3))
    #expect(abs(m.diffuse.contentsTransform.rotation - .pi / 2) < 1e-6)
    #expect(ring.levelsOfDetail.count == 2 && ring.levelsOfDetail[0].geometry == nil)
    #expect(ring.levelsOfDetail[1].threshold == .screenSpaceRadius(9))
    #expect(ring.levelsOfDetail[1].geometry?.firstMaterial === m)
    let eye = try #require(scene.rootNode.node(atPath: "eye")?.camera)
    #expect(eye.projectionDirection == .horizontal && eye.automaticallyAdjustsZRange)
    #expect(eye.wantsHDR && eye.exposureOffset == -1.5 && eye.whitePoint == 0.5)
    let sheet = try #require(scene.rootNode.node(atPath: "sheet")?.geometry?.mesh)
    #expect(sheet.triangleCount == 2 && sheet.colors[3] == Vector4(1, 1, 1, 0.5))
    scene.createBodies()
    #expect(scene.bodyProblems.isEmpty)
  }

  @Test("Levels of detail are written and read back with their shared objects")
  func writesLevels() throws {
    let scene = Scene()
    let material = Material(name: "m", diffuse: Color(1, 0, 0))
    let far = Geometry(.box(Box()), materials: [material], name: "far")
    let near = Geometry(.sphere(Sphere()), materials: [material])
    near.levelsOfDetail = [LevelOfDetail(far, worldSpaceDistance: 10)]
    scene.rootNode.addChildNode(Node(name: "a", geometry: near))
    scene.rootNode.addChildNode(Node(name: "b", geometry: far))
    let files = try TemporaryScenes(["level.json": SceneWriter.text(of: scene)])
    let back = try files.read()
    let a = try #require(back.rootNode.node(atPath: "a")?.geometry)
    #expect(a.levelsOfDetail.first?.geometry === back.rootNode.node(atPath: "b")?.geometry)
    #expect(a.firstMaterial === a.levelsOfDetail.first?.geometry?.firstMaterial)
    #expect(back.hash == scene.hash)
  }
}
