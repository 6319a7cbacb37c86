import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF animations and skins")
struct GLTFAnimationTests {
  /// Two nodes and an animation whose samplers and channels are added by `make`.
  private func model(_ make: (inout GLTFSample) -> (samplers: String, channels: String))
    -> GLTFSample
  {
    var sample = GLTFSample("\"nodes\":[{\"name\":\"a\",\"children\":[1]},{\"name\":\"b\"}]")
    let (samplers, channels) = make(&sample)
    sample.members.append(
      "\"animations\":[{\"name\":\"walk\",\"samplers\":[\(samplers)],\"channels\":[\(channels)]}]")
    return sample
  }

  @Test("An animation starts with the scene, drives the presentation and repeats forever (3.11)")
  func linear() throws {
    let model = model { sample in
      let times = sample.floats([0, 1, 2], "SCALAR")
      let moves = sample.floats([0, 0, 0, 6, 0, 0, 6, 6, 0])
      let turns = sample.floats([0, 0, 0, 1, 0, 0, 0, 1, 0, 0.7071068, 0, 0.7071068], "VEC4")
      return (
        "{\"input\":\(times),\"output\":\(moves)},{\"input\":\(times),\"output\":\(turns)}",
        "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}},"
          + "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"rotation\"}}"
      )
    }
    let scene = try scene(of: model)
    let b = try #require(scene.rootNode.node(atPath: "/a/b"))
    for _ in 0..<30 { scene.step(nil) }
    #expect(abs(b.presentation.position.x - 3) < 0.11 && b.position == .zero)
    for _ in 0..<60 { scene.step(nil) }
    #expect(abs(b.presentation.position.y - 3) < 0.11 && b.presentation.position.x == 6)
    let a = try #require(scene.rootNode.node(atPath: "/a"))
    let half = Quaternion(axisAngle: Vector4(0, 1, 0, .pi / 4))
    #expect(a.presentation.orientation.dot(half) > 0.999)
    for _ in 0..<60 { scene.step(nil) }
    #expect(abs(b.presentation.position.x - 3) < 0.11, "the animation repeats")
  }

  @Test("Step interpolation holds values, and cubic splines use the file's tangents (appendix C)")
  func interpolations() throws {
    let model = model { sample in
      let times = sample.floats([0, 1], "SCALAR")
      let steps = sample.floats([1, 1, 1, 2, 2, 2])
      // In-tangent, value, out-tangent: the Hermite curve from 0 to 0 with m0 = 4 and m1 = 0 is 0.5
      // at t = ½.
      let cubic = sample.floats([0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
      return (
        "{\"input\":\(times),\"output\":\(steps),\"interpolation\":\"STEP\"},"
          + "{\"input\":\(times),\"output\":\(cubic),\"interpolation\":\"CUBICSPLINE\"}",
        "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"scale\"}},"
          + "{\"sampler\":1,\"target\":{\"node\":1,\"path\":\"translation\"}}"
      )
    }
    let scene = try scene(of: model)
    let b = try #require(scene.rootNode.node(atPath: "/a/b"))
    for _ in 0..<30 { scene.step(nil) }
    #expect(b.presentation.scale == .one)
    #expect(
      abs(b.presentation.position.x - 0.5) < 0.02, "the position is \(b.presentation.position.x)")
  }

  @Test(
    "A model in a scene plays its animations on the node that contains it, the first one automatically"
  )
  func held() throws {
    var sample = model { sample in
      let times = sample.floats([0, 1], "SCALAR")
      let moves = sample.floats([0, 0, 0, 6, 0, 0])
      return (
        "{\"input\":\(times),\"output\":\(moves)}",
        "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}}"
      )
    }
    let one = sample.members[1].dropFirst("\"animations\":[".count).dropLast()
    sample.members[1] = "\"animations\":[\(one),\(one)]"
    let scenes = try TemporaryScenes([
      "level.json": file(
        "\"nodes\":[{\"name\":\"x\",\"scene\":\"thing.glb\"},{\"name\":\"y\",\"scene\":\"thing.glb\"}]"
      )
    ])
    try scenes.write("thing.glb", sample.binary)
    let scene = try scenes.read()
    for _ in 0..<30 { scene.step(nil) }
    for name in ["x", "y"] {
      let holder = try #require(scene.rootNode.node(atPath: "/\(name)"))
      #expect(holder.state.animations.map(\.key) == ["walk", "walk 2"])
      #expect(holder.state.animations.map(\.isPaused) == [false, true])
      let b = try #require(holder.node(atPath: "a/b"))
      #expect(abs(b.presentation.position.x - 3) < 0.11)
    }
  }

  @Test(
    "Morph targets are offsets with weights of the node or else the mesh, and are animated (3.7.2.2)"
  )
  func morphs() throws {
    var sample = GLTFSample(
      "\"nodes\":[{\"name\":\"thing\",\"mesh\":0},{\"name\":\"other\",\"mesh\":0,\"weights\":[1,0]}]"
    )
    sample.triangle()
    let normals = sample.floats([0, 0, 1, 0, 0, 1, 0, 0, 1])
    let up = sample.floats([0, 0, 1, 0, 0, 1, 0, 0, 1])
    let right = sample.floats([2, 0, 0, 2, 0, 0, 2, 0, 0])
    let times = sample.floats([0, 1], "SCALAR")
    let weights = sample.floats([0, 0, 0, 1], "SCALAR")
    sample.members += [
      "\"meshes\":[{\"weights\":[0.5,0],\"extras\":{\"targetNames\":[\"up\",\"right\"]},\"primitives\":[{"
        + "\"attributes\":{\"POSITION\":0,\"NORMAL\":\(normals)},"
        + "\"targets\":[{\"POSITION\":\(up)},{\"POSITION\":\(right),\"NORMAL\":\(up)}]}]}]",
      "\"animations\":[{\"samplers\":[{\"input\":\(times),\"output\":\(weights)}],"
        + "\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"weights\"}}]}]",
    ]
    let scene = try scene(of: sample)
    let thing = try #require(scene.rootNode.node(atPath: "/thing"))
    #expect(thing.morpher?.targets.map(\.name) == ["up", "right"])
    #expect(
      thing.presentation.mesh?.positions == [
        Vector3(0, 0, 0.5), Vector3(1, 0, 0.5), Vector3(0, 1, 0.5),
      ])
    let other = try #require(scene.rootNode.node(atPath: "/other"))
    #expect(other.morpher?.weights == [1, 0])
    for _ in 0..<30 { scene.step(nil) }
    let x = try #require(other.presentation.mesh?.positions.first?.x)
    #expect(abs(x - 1) < 0.05, "the position is \(x)")
  }

  @Test("A skinned surface follows its joints from their bind pose (3.7.3)")
  func skin() throws {
    var sample = GLTFSample(
      "\"nodes\":[{\"name\":\"thing\",\"mesh\":0,\"skin\":0},{\"name\":\"hip\",\"children\":[2]},"
        + "{\"name\":\"knee\",\"translation\":[0,1,0],\"rotation\":[0,0,0.70710678,0.70710678]}]")
    sample.floats([0, 0, 0, 0, 1, 0, 0, 2, 0])
    let normals = sample.floats([0, 0, 1, 0, 0, 1, 0, 0, 1])
    let joints = sample.accessor(
      view: sample.view([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]), "VEC4", 5121, count: 3)
    // Weights are normalized.
    let weights = sample.floats([2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0], "VEC4")
    let binds = sample.floats(
      [
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1,
        0, 1,
      ], "MAT4")
    sample.members += [
      "\"skins\":[{\"joints\":[1,2],\"inverseBindMatrices\":\(binds),\"skeleton\":1}]",
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":\(normals),"
        + "\"JOINTS_0\":\(joints),\"WEIGHTS_0\":\(weights)}}]}]",
    ]
    let scene = try scene(of: sample)
    let thing = try #require(scene.rootNode.node(atPath: "/thing"))
    let positions = try #require(thing.presentation.mesh?.positions)
    // The knee rotates everything above it by 90° about z: up becomes left.
    let expected = [Vector3.zero, Vector3(0, 1, 0), Vector3(-1, 1, 0)]
    for (a, b) in zip(positions, expected) { #expect(a.distance(to: b) < 1e-5, "\(positions)") }
  }

  /// Invalid animations and skins: their members and the expected message.
  static let refused: [(String, String)] = [
    (
      "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,"
        + "\"target\":{\"node\":0,\"path\":\"translation\"}}]}]",
      "/samplers/0/input: key time 2, 1.0, is not after 1.0; increasing times are accepted"
    ),
    (
      "\"animations\":[{\"samplers\":[{\"input\":2,\"output\":3}],\"channels\":[{\"sampler\":0,"
        + "\"target\":{\"node\":0,\"path\":\"translation\"}}]}]",
      "/samplers/0/output: there are 9 numbers for 2 key times; 6 are accepted"
    ),
    (
      "\"animations\":[{\"samplers\":[{\"input\":2,\"output\":1}],\"channels\":[{\"sampler\":0,"
        + "\"target\":{\"node\":0,\"path\":\"rotation\"}}]}]",
      "accessor 1 has the type VEC3; VEC4 is accepted"
    ),
    (
      "\"animations\":[{\"samplers\":[],\"channels\":[{\"sampler\":0,"
        + "\"target\":{\"node\":9,\"path\":\"spin\"}}]}]", "there is no \"spin\" here"
    ),
    (
      "\"animations\":[{\"samplers\":[{\"input\":2,\"output\":0}],\"channels\":[{\"sampler\":0,"
        + "\"target\":{\"node\":0,\"path\":\"weights\"}}]}]", "node 0 has no morph targets"
    ),
    (
      "\"animations\":[{\"samplers\":[{\"input\":2,\"output\":4}],\"channels\":[{\"sampler\":0,"
        + "\"target\":{\"node\":0,\"path\":\"rotation\"}}]}]", "key 1 is not a rotation"
    ),
    ("\"skins\":[{\"joints\":[]}]", "the skin has 0 joints"),
    ("\"skins\":[{\"joints\":[0,0]}]", "the skin lists a joint twice"),
    (
      "\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":1}]",
      "accessor 1 has the type VEC3; MAT4 is accepted"
    ),
    ("\"skins\":[{\"joints\":[7]}]", "there is no node 7"),
  ]

  @Test(
    "Inconsistent animations and skins are rejected with their position", arguments: refused)
  func refusals(members: String, message: String) throws {
    var sample = GLTFSample("\"nodes\":[{}]", members)
    sample.floats([0, 1, 1], "SCALAR")
    sample.floats([0, 0, 0, 1, 0, 0, 2, 0, 0])
    sample.floats([0, 1], "SCALAR")
    sample.floats([0, 0, 0, 1, 0, 0, 2, 0, 0])
    sample.floats([0, 0, 0, 1, 0, 0, 0, 0], "VEC4")
    let problems = try problems(of: sample)
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }
}
