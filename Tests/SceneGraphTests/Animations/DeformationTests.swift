import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Morphers and skinners")
struct DeformationTests {
  let scene = Scene()
  let node = Node(name: "node", geometry: .plane(width: 2, height: 2))

  init() { scene.rootNode.addChildNode(node) }

  @Test("Parity 1.2: normalized weights blend towards the targets, additive weights add them")
  func morphs() throws {
    let base = try #require(node.presentation.mesh)
    let raised = MorphTarget(positions: base.positions.map { $0 + Vector3(0, 0, 2) })
    node.morpher = Morpher([raised], weights: [0.5])
    var mesh = try #require(node.presentation.mesh)
    #expect(mesh.positions.allSatisfy { abs($0.z - 1) < 1e-6 })
    #expect(node.presentation.surfaceBounds.max.z == 1)
    #expect(node.presentation.mesh === mesh, "kept until something changes")
    let offset = MorphTarget(
      positions: base.positions.map { _ in Vector3(0, 0, 2) },
      normals: base.positions.map { _ in Vector3(1, 0, 0) })
    node.morpher = Morpher([offset, offset], weights: [0.5, 0.25], mode: .additive)
    node.presentation.mesh.map { mesh = $0 }
    #expect(mesh.positions.allSatisfy { abs($0.z - 1.5) < 1e-6 })
    let tilted = Vector3(0.75, 0, 1).normalized(or: .unitZ)
    #expect(mesh.normals.allSatisfy { isNear($0, tilted) })
  }

  @Test("Weights of a morpher are animated by key path, one by one or all at once")
  func animatesWeights() throws {
    let count = try #require(node.presentation.mesh).positions.count
    let offset = MorphTarget(positions: Array(repeating: Vector3(0, 0, 1), count: count))
    node.morpher = Morpher([offset, offset], mode: .additive)
    node.addAnimation(
      Animation(
        "morpher.weights", keyTimes: [0, 1], values: KeyValues([0, 0, 1, 2], width: 2)))
    for _ in 0..<30 { scene.step() }
    #expect(node.presentation.morphWeights == [0.5, 1])
    #expect(abs(node.presentation.surfaceBounds.max.z - 1.5) < 1e-6)
    node.addAnimation(
      Animation("morpher.weights[1]", keyTimes: [0], values: KeyValues([3]), interpolation: .step))
    #expect(node.morpher?.weights == [])
  }

  @Test("Parity 1.2: a skin follows the presented bones, independent of its own node")
  func skins() throws {
    let (left, right) = (Node(name: "left"), Node(name: "right"))
    for bone in [left, right] { scene.rootNode.addChildNode(bone) }
    left.position.x = -1
    right.position.x = 1
    let mesh = try #require(node.geometry?.mesh)
    var skinner = Skinner()
    skinner.bones = [NodeReference(left), NodeReference(right)]
    skinner.boneInverseBindTransforms = [left, right].map {
      $0.worldTransform.affineInverse ?? .identity
    }
    for p in mesh.positions {
      skinner.boneIndices += [0, 1, 0, 0]
      skinner.boneWeights += p.x < 0 ? [1, 0, 0, 0] : [0, 1, 0, 0]
    }
    #expect(skinner.problem == nil)
    node.skinner = skinner
    node.position = Vector3(0, 50, 0)
    func world() throws -> [Vector3] {
      let mesh = try #require(node.presentation.mesh)
      return mesh.positions.map { node.presentation.worldTransform.apply(point: $0) }
    }
    for (p, q) in zip(try world(), mesh.positions) { #expect(isNear(p, q, 1e-4)) }
    right.addAnimation(
      Animation("position", keyTimes: [0], values: KeyValues([Vector3(1, 0, 5)])))
    var hold = Animation(
      "position", keyTimes: [0, 1], values: KeyValues([Vector3(1, 0, 5), Vector3(1, 0, 5)]))
    hold.repeatsForever = true
    right.addAnimation(hold)
    scene.step()
    for (p, q) in zip(try world(), mesh.positions) {
      #expect(isNear(p, q.x < 0 ? q : q + Vector3(0, 0, 5), 1e-4))
    }
    #expect(node.presentation.surfaceBounds.max.z > 4)
    try expectSameFuture(scene, ticks: 3)
  }

  @Test("A hit tells the bone with the greatest weight")
  func hits() throws {
    let (left, right) = (Node(name: "left"), Node(name: "right"))
    for bone in [left, right] { scene.rootNode.addChildNode(bone) }
    func hit(_ x: Float) -> Node? {
      scene.hitTest(from: Vector3(x, 0.25, 5), to: Vector3(x, 0.25, -5)).first?.boneNode
    }
    #expect(hit(0.5) == nil)
    var skinner = Skinner()
    skinner.bones = [NodeReference(left), NodeReference(right)]
    for p in try #require(node.geometry?.mesh).positions {
      skinner.boneIndices += [0, 1, 0, 0]
      skinner.boneWeights += p.x < 0 ? [0.75, 0.25, 0, 0] : [0.25, 0.75, 0, 0]
    }
    node.skinner = skinner
    #expect(hit(-0.5) === left && hit(0.5) === right)
  }

  @Test("An invalid skinner reports its problem")
  func refuses() {
    var skinner = Skinner()
    skinner.boneIndices = [0, 0, 0, 0]
    skinner.boneWeights = [1, 0, 0, 0]
    #expect(skinner.problem?.contains("0 bones") == true)
    skinner.boneWeights = [1]
    #expect(skinner.problem?.contains("4 bone indices for 1 weights") == true)
  }
}
