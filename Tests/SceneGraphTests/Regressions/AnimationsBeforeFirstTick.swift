import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// Symptom: the first picture of an animated model showed its rest pose, and a camera that looks at
/// an animated node missed it.
///
/// Cause: a tick advances animations before it presents them, so nothing was presented at time 0.
@Suite("Regression: animations are presented before the first tick")
struct AnimationsBeforeFirstTick {
  private let scene = Scene()
  private let box = Node(name: "box", geometry: .box())
  private let eye = Node(name: "eye")

  init() {
    scene.rootNode.addChildNode(box)
    scene.rootNode.addChildNode(eye)
  }

  /// An animation of the position from (2, 1, 0) to (4, 1, 0) in a second.
  private func slide(of node: Node? = nil) -> Animation {
    let values = KeyValues([Vector3(2, 1, 0), Vector3(4, 1, 0)])
    let times: [Float] = [0, 1]
    let channel =
      node.map { AnimationChannel("position", of: $0, keyTimes: times, values: values) }
      ?? AnimationChannel("position", keyTimes: times, values: values)
    return Animation([channel])
  }

  private func copy(of scene: Scene) throws -> Scene {
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    let fresh = Scene()
    var source = StateSource(buffer.bytes)
    try fresh.load(from: &source)
    return fresh
  }

  /// Expects that the preview changes neither the state nor the future.
  private func expectNoEffect(sourceLocation: SourceLocation = #_sourceLocation) throws {
    scene.clearPreview()
    let hash = scene.hash
    let other = try copy(of: scene)
    scene.updatePresentation()
    scene.updatePresentation()
    #expect(scene.hash == hash, sourceLocation: sourceLocation)
    #expect(try copy(of: scene).hash == hash, sourceLocation: sourceLocation)
    for tick in 1...70 {
      scene.step()
      other.step()
      scene.updatePresentation()
      #expect(scene.hash == other.hash, "tick \(tick)", sourceLocation: sourceLocation)
    }
  }

  @Test("A node is presented where its animation starts, and the state is as before")
  func starts() throws {
    box.addAnimation(slide())
    scene.updatePresentation()
    #expect(box.presentation.worldPosition == Vector3(2, 1, 0))
    #expect(box.position == .zero)
    scene.clearPreview()
    #expect(box.presentation.worldPosition == .zero)
    try expectNoEffect()
  }

  @Test("Opacity, lights and materials start with their first values too")
  func values() throws {
    box.light = Light()
    box.geometry?.materials = [Material()]
    box.addAnimation(
      Animation([
        AnimationChannel("opacity", keyTimes: [0, 1], values: KeyValues([0.25, 1])),
        AnimationChannel("light.intensity", keyTimes: [0, 1], values: KeyValues([50, 100])),
        AnimationChannel(
          "geometry.firstMaterial.transparency", keyTimes: [0, 1], values: KeyValues([0.5, 0.75])),
      ]))
    scene.updatePresentation()
    #expect(box.presentation.opacity == 0.25)
    #expect(box.presentation.light?.intensity == 50)
    #expect(box.geometry?.firstMaterial?.presentation.transparency == 0.5)
    scene.clearPreview()
    #expect(box.presentation.opacity == 1)
    #expect(box.geometry?.firstMaterial?.presentation.transparency == 1)
    try expectNoEffect()
  }

  @Test("A camera that looks at an animated node sees where the animation starts")
  func looks() throws {
    eye.addAnimation(slide(of: box))
    eye.position = Vector3(0, 1, 0)
    eye.constraints = [.lookAt(box)]
    scene.updatePresentation()
    #expect(isNear(eye.presentation.worldFront, .unitX, 1e-4))
    try expectNoEffect()
  }

  @Test("An animation that does not start at time 0, or is stopped or paused, presents nothing")
  func waits() throws {
    var late = slide()
    late.startDelay = 0.5
    box.addAnimation(late)
    eye.addAnimationPlayer(AnimationPlayer(slide()))
    let still = Node(name: "still")
    still.isPaused = true
    still.addAnimation(slide())
    scene.rootNode.addChildNode(still)
    scene.updatePresentation()
    for node in [box, eye, still] { #expect(node.presentation.position == .zero) }
    late.fillsBackward = true
    box.removeAllAnimations()
    box.addAnimation(late)
    scene.updatePresentation()
    #expect(box.presentation.position == Vector3(2, 1, 0))
    try expectNoEffect()
  }

  @Test("What a tick presented is kept, and an animation added after it waits for the next")
  func keeps() throws {
    box.addAnimation(slide())
    scene.step()
    let shown = box.presentation.position
    let sizes = KeyValues([Vector3(2, 2, 2), Vector3(3, 3, 3)])
    box.addAnimation(Animation([AnimationChannel("scale", keyTimes: [0, 1], values: sizes)]))
    scene.updatePresentation()
    #expect(box.presentation.position == shown && box.presentation.scale == .one)
    eye.addAnimation(slide())
    scene.updatePresentation()
    #expect(eye.presentation.position == Vector3(2, 1, 0))
    try expectNoEffect()
  }

  @Test("A body on an animated node is not moved by the preview")
  func bodies() throws {
    box.physicsBody = .kinematic()
    box.addAnimation(slide())
    scene.createBodies()
    try expectNoEffect()
  }

  @Test("A transaction starts with the values of the state, whether or not they were presented")
  func transactions() throws {
    func end(isDrawn: Bool) throws -> UInt64 {
      let scene = Scene()
      let box = Node(name: "box")
      scene.rootNode.addChildNode(box)
      box.addAnimation(slide())
      if isDrawn { scene.updatePresentation() }
      scene.transaction(animationDuration: 1) { box.position = Vector3(0, 5, 0) }
      for _ in 0..<30 { scene.step() }
      return scene.hash
    }
    #expect(try end(isDrawn: true) == end(isDrawn: false))
  }
}
