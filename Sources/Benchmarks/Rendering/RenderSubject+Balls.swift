import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph

extension RenderSubject {
  /// 64 spheres of 640 triangles each on a checkered ground, with a sun that casts shadows and an
  /// omni light.
  ///
  /// The camera orbits them once in 240 frames; nothing else moves.
  public static func balls(frames: Int, rounds: Int) -> RenderSubject {
    let scene = Scene()
    scene.background.color = Color(0.3, 0.42, 0.6)
    let ground = Geometry.plane(width: 40, height: 40)
    ground.materials = [material(Color(white: 0.9), shininess: 0, repeats: 20)]
    let floor = Node(name: "ground", geometry: ground)
    floor.orientation = Quaternion(axis: .unitX, angle: -.pi / 2)
    scene.rootNode.addChildNode(floor)
    for i in 0..<64 {
      var round = Sphere(radius: 0.7)
      round.segmentCount = 18
      let ball = Geometry(.sphere(round))
      let fraction = Float(i) / 63
      ball.materials = [
        material(Color(0.9 - 0.6 * fraction, 0.4, 0.2 + 0.7 * fraction), shininess: 0.5)
      ]
      let node = Node(name: "ball\(i)", geometry: ball)
      node.position = Vector3(Float(i % 8) * 2 - 7, 0.7, Float(i / 8) * 2 - 7)
      scene.rootNode.addChildNode(node)
    }
    let sun = Node(name: "sun")
    var light = Light(.directional, intensity: 800)
    light.castsShadow = true
    // A fixed map, so that results are comparable with those of other renderers.
    light.automaticallyAdjustsShadowProjection = false
    light.orthographicScale = 16
    sun.light = light
    sun.position = Vector3(20, 30, 15)
    sun.orientation = Quaternion(lookingAlong: Vector3(-20, -30, -15))
    scene.rootNode.addChildNode(sun)
    let lamp = Node(name: "lamp")
    lamp.light = Light(.omni, color: Color(1, 0.8, 0.6), intensity: 400)
    lamp.position = Vector3(-6, 6, 6)
    scene.rootNode.addChildNode(lamp)
    let sky = Node(name: "sky")
    sky.light = Light(.ambient, intensity: 250)
    scene.rootNode.addChildNode(sky)
    let eye = Node(name: "eye")
    eye.camera = Camera(fieldOfView: 0.9, zNear: 0.1, zFar: 100)
    scene.rootNode.addChildNode(eye)
    scene.pointOfView = eye
    let cache = RenderCache(images: Checkers())
    var frame = 0
    return RenderSubject(
      "balls", frames: frames, rounds: rounds,
      advance: {
        let (s, c) = Portable.sincos(Float(frame) * 2 * .pi / 240)
        eye.position = Vector3(s * 12, 6, c * 12)
        eye.orientation = Quaternion(lookingAlong: Vector3(-s * 12, -6, -c * 12))
        frame += 1
      },
      extract: { RenderFrame(scene, cache: cache) })
  }

  private static func material(
    _ color: Color, shininess: Float, repeats: Float = 4
  ) -> Material {
    let material = Material()
    material.diffuse = MaterialProperty(image: "checkers")
    material.diffuse.tint = color
    material.diffuse.wrapS = .repeat
    material.diffuse.wrapT = .repeat
    material.diffuse.contentsTransform.scale = Vector2(repeats, repeats)
    if shininess > 0 { material.specular.color = Color(white: 0.7) }
    material.shininess = shininess
    return material
  }

  /// Provides a checkered image for any name.
  private struct Checkers: ImageSource {
    func image(named name: String) -> Image {
      var image = Image(width: 128, height: 128, filledWith: .init(235, 232, 225))
      for y in 0..<128 {
        for x in 0..<128 where (x / 32 + y / 32) % 2 == 0 { image[x, y] = .init(150, 155, 165) }
      }
      return image
    }
  }
}
