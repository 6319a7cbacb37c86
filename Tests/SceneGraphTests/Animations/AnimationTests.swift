import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Animations")
struct AnimationTests {
  let scene = Scene()
  let node = Node(name: "node")

  init() {
    scene.rootNode.addChildNode(node)
    scene.functions["note"] = { $0.name = ($0.name ?? "") + "!" }
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }

  /// From the origin to one meter along x, in a second.
  static func slide(_ interpolation: Interpolation = .linear) -> Animation {
    Animation(
      "position", keyTimes: [0, 1], values: KeyValues([Vector3.zero, .unitX]),
      interpolation: interpolation)
  }

  @Test(
    "Parity 1.8, semantics 5: an animation writes the presentation alone, and uncovers the model")
  func writesPresentationOnly() {
    node.position = Vector3(0, 7, 0)
    node.addAnimation(Self.slide(), forKey: "slide")
    step(30)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    #expect(isNear(node.presentation.worldPosition, Vector3(0.5, 0, 0)))
    #expect(node.position == Vector3(0, 7, 0))
    #expect(node.animationKeys == ["slide"])
    step(30)
    #expect(node.presentation.position == Vector3(0, 7, 0))
    #expect(node.animationKeys.isEmpty)
  }

  @Test("Parity 1.8: an animation has SceneKit's defaults")
  func defaults() {
    let animation = Animation()
    #expect(animation.duration == 0 && animation.repeatCount == 0 && !animation.repeatsForever)
    #expect(animation.isRemovedOnCompletion && !animation.isAppliedOnCompletion)
    #expect(!animation.autoreverses && !animation.isAdditive && !animation.isCumulative)
    #expect(animation.blendInDuration == 0 && animation.blendOutDuration == 0)
    #expect(!animation.fillsForward && !animation.fillsBackward && animation.timing == .linear)
    let player = AnimationPlayer(animation)
    #expect(player.speed == 1 && player.blendFactor == 1 && !player.isPaused)
  }

  @Test("Parity 1.8: a player waits for play(), unlike an added animation")
  func players() {
    var slide = Self.slide()
    slide.isRemovedOnCompletion = false
    slide.fillsForward = true
    let player = AnimationPlayer(slide)
    node.addAnimationPlayer(player, forKey: "slide")
    step(10)
    #expect(node.presentation.position == .zero && !player.isPlaying)
    player.play()
    player.speed = 2
    step(15)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    player.isPaused = true
    step(15)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    player.isPaused = false
    player.blendFactor = 0.5
    step(60)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    #expect(!player.isPlaying && node.animationPlayer(forKey: "slide") === player)
    player.blendFactor = 1
    player.play()
    step(6)
    #expect(isNear(node.presentation.position, Vector3(0.2, 0, 0)))
    player.stop(withBlendOutDuration: 0.2)
    step(6)
    #expect(isNear(node.presentation.position, Vector3(0.2, 0, 0), 1e-3))
    step(6)
    #expect(node.presentation.position == .zero && !player.isPlaying)
  }

  @Test("Parity 1.8: segments are linear, steps or cubic, each separately")
  func interpolations() {
    var channel = AnimationChannel(
      "opacity", keyTimes: [0, 1, 2, 3], values: KeyValues([0, 1, 0, 1]))
    channel.interpolation = [.linear, .step, .cubic]
    node.addAnimation(Animation([channel]))
    step(15)
    #expect(abs(node.presentation.opacity - 0.25) < 1e-5)
    step(75)
    #expect(node.presentation.opacity == 1)
    step(30)
    #expect(abs(node.presentation.opacity) < 1e-4)
    // Catmull-Rom: slope 0 at the second of two, 1 at the last.
    step(30)
    let s: Float = 0.5
    let expected = (3 * s * s - 2 * s * s * s) + (s * s * s - s * s) * 1
    #expect(abs(node.presentation.opacity - expected) < 1e-4)
  }

  @Test("A cubic segment with tangents is Hermite's curve")
  func tangents() {
    var channel = AnimationChannel(
      "position.x", keyTimes: [0, 2], values: KeyValues([0, 1]), interpolation: .cubic)
    channel.inTangents = KeyValues([0, 3])
    channel.outTangents = KeyValues([-1, 0])
    node.addAnimation(Animation([channel]))
    step(60)
    // s = ½, h = 2: ⅛·2·(−1) + ½·1 − ⅛·2·3
    #expect(abs(node.presentation.position.x - (-0.25 + 0.5 - 0.75)) < 1e-4)
  }

  @Test("Orientations are interpolated along the shortest arc")
  func slerps() {
    let (a, b) = (Quaternion(axis: .unitY, angle: 0.2), Quaternion(axis: .unitY, angle: 1.2))
    let other = Quaternion(-b.x, -b.y, -b.z, -b.w)
    node.addAnimation(
      Animation("orientation", keyTimes: [0, 1], values: KeyValues([a, other])))
    step(30)
    let middle = Quaternion(axis: .unitY, angle: 0.7)
    #expect(node.presentation.orientation.angle(to: middle) < 1e-3)
  }

  @Test("Parity 1.8: repeats, reverses, cumulates and adds")
  func repeats() {
    var back = Self.slide()
    back.autoreverses = true
    back.repeatCount = 2
    node.addAnimation(back, forKey: "a")
    step(90)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    step(60)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    step(89)
    #expect(node.animationKeys == ["a"])
    step(1)
    #expect(node.animationKeys.isEmpty)

    var sum = Self.slide()
    sum.isCumulative = true
    sum.isAdditive = true
    sum.repeatsForever = true
    node.position = Vector3(0, 1, 0)
    node.addAnimation(sum, forKey: "b")
    step(150)
    #expect(isNear(node.presentation.position, Vector3(2.5, 1, 0)))
    var turn = Animation(
      "orientation", keyTimes: [0, 1],
      values: KeyValues([Quaternion.identity, Quaternion(axis: .unitZ, angle: 1)]))
    turn.isCumulative = true
    turn.repeatCount = 3
    node.removeAllAnimations()
    node.addAnimation(turn)
    step(150)
    let expected = Quaternion(axis: .unitZ, angle: 2.5)
    #expect(node.presentation.orientation.angle(to: expected) < 1e-3)
  }

  @Test("Parity 1.8: fades in and out over the current values, with delay and fill modes")
  func blendsAndFills() {
    var slide = Animation(
      "position", keyTimes: [0, 1], values: KeyValues([Vector3.unitX, .unitX]))
    slide.blendInDuration = 0.5
    slide.blendOutDuration = 0.5
    node.addAnimation(slide)
    step(15)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    step(15)
    #expect(isNear(node.presentation.position, Vector3(1, 0, 0)))
    step(15)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    step(20)
    var late = Self.slide()
    late.startDelay = 0.5
    late.fillsForward = true
    late.isRemovedOnCompletion = false
    node.position = Vector3(0, 3, 0)
    node.addAnimation(late, forKey: "late")
    step(29)
    #expect(node.presentation.position == Vector3(0, 3, 0))
    step(61)
    #expect(node.presentation.position == .unitX)
    step(60)
    #expect(node.presentation.position == .unitX)
    late.fillsBackward = true
    node.addAnimation(late, forKey: "late")
    step(10)
    #expect(node.presentation.position == .zero)
    #expect(node.animationKeys == ["late"])
  }

  @Test("Parity 1.8: applied on completion, the last values become the node's own")
  func applies() {
    var slide = Self.slide()
    slide.isAppliedOnCompletion = true
    node.addAnimation(slide)
    step(60)
    #expect(node.position == .unitX && node.presentation.position == .unitX)
  }

  @Test("Parity 1.8: events are called at their key times, by the names of functions")
  func events() {
    var slide = Self.slide()
    slide.events = [
      AnimationEvent(keyTime: 0, function: "note"), AnimationEvent(keyTime: 0.5, function: "note"),
    ]
    slide.didStart = "note"
    slide.didStop = "note"
    slide.repeatCount = 2
    node.addAnimation(slide)
    step(1)
    #expect(node.name == "node!!")
    step(28)
    #expect(node.name == "node!!")
    step(1)
    #expect(node.name == "node!!!")
    step(30)
    #expect(node.name == "node!!!!")
    step(60)
    #expect(node.name == "node!!!!!!")
  }

  @Test(
    "Parity 1.8: lights, cameras and materials are animated by key path, in the presentation only")
  func animatesParts() throws {
    let material = Material()
    node.geometry = .sphere(radius: 1)
    node.geometry?.materials = [Material(), material]
    node.light = Light()
    node.camera = Camera()
    let times: [Float] = [0, 1]
    let animation = Animation([
      AnimationChannel(
        "geometry.materials[1].diffuse.intensity", keyTimes: times, values: KeyValues([0, 1])),
      AnimationChannel(
        "geometry.materials[1].diffuse.contents", keyTimes: times,
        values: KeyValues([Color.black, .white])),
      AnimationChannel("light.intensity", keyTimes: times, values: KeyValues([0, 500])),
      AnimationChannel("camera.fieldOfViewDegrees", keyTimes: times, values: KeyValues([0, 90])),
      AnimationChannel("/node.opacity", keyTimes: times, values: KeyValues([1, 0])),
    ])
    for channel in animation.channels { #expect(channel.problem == nil) }
    scene.rootNode.addAnimation(Animation([animation.channels[4]]))
    node.addAnimation(animation)
    step(30)
    #expect(abs(material.presentation.diffuse.intensity - 0.5) < 1e-5)
    #expect(abs(material.presentation.diffuse.color.green - 0.5) < 1e-5)
    #expect(material.diffuse.intensity == 1 && material.diffuse.color == .white)
    #expect(abs((node.presentation.light?.intensity ?? 0) - 250) < 1e-2)
    #expect(node.light?.intensity == 1_000)
    #expect(abs((node.presentation.camera?.fieldOfView ?? 0) - .pi / 4) < 1e-4)
    #expect(abs(node.presentation.opacity - 0.5) < 1e-5)
    step(31)
    #expect(material.presentation === material)
    #expect(node.presentation.light?.intensity == 1_000)
  }

  @Test("An invalid channel reports its problem")
  func refuses() {
    func problem(_ keyPath: String, _ values: KeyValues = KeyValues([0, 1])) -> String {
      AnimationChannel(keyPath, keyTimes: [0, 1], values: values).problem ?? ""
    }
    #expect(problem("postion").contains("position"))
    #expect(problem("position").contains("3 numbers"))
    #expect(problem("light.intensty").contains("intensity"))
    #expect(problem("light.castsShadow").contains("no number"))
    #expect(problem("geometry.material.diffuse").contains("geometry.materials[0]"))
    #expect(problem("opacity", KeyValues([1])).contains("2 key times for 1 values"))
    #expect(problem("opacity").isEmpty)
  }

  @Test("Several nodes are animated by one animation, which continues identically after a restore")
  func severalNodes() throws {
    let other = Node(name: "other")
    scene.rootNode.addChildNode(other)
    var clip = Animation([
      AnimationChannel(
        "position", of: node, keyTimes: [0, 1], values: KeyValues([Vector3.zero, .unitX])),
      AnimationChannel(
        "scale", of: other, keyTimes: [0, 1], values: KeyValues([Vector3.one, Vector3(3, 3, 3)])),
    ])
    clip.repeatsForever = true
    scene.rootNode.addAnimation(clip, forKey: "clip")
    step(30)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    #expect(isNear(other.presentation.scale, Vector3(2, 2, 2)))
    try expectSameFuture(scene)
  }

  @Test("Semantics 24: animations pause with the node or the scene, but not when hidden")
  func pauses() {
    node.addAnimation(Self.slide())
    node.isHidden = true
    step(15)
    node.isPaused = true
    step(15)
    #expect(isNear(node.presentation.position, Vector3(0.25, 0, 0)))
    node.isPaused = false
    scene.isPaused = true
    step(15)
    scene.isPaused = false
    step(15)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
  }

  @Test("A constraint starts from the animated transform")
  func underConstraints() {
    let target = Node()
    target.position = Vector3(0, 0, -100)
    scene.rootNode.addChildNode(target)
    node.constraints = [.lookAt(target)]
    node.addAnimation(
      Animation(
        "position", keyTimes: [0, 1], values: KeyValues([Vector3.zero, Vector3(100, 0, -100)])))
    step(59)
    #expect(node.presentation.worldFront.x < -0.9)
    #expect(node.presentation.position.x > 90)
  }
}
