import CaromMaths
import CaromProperties
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Cost of a snapshot")
struct SnapshotCostTests {
  @Test("Two thousand nodes are saved and restored in a fraction of a millisecond")
  func costsLittle() throws {
    let scene = Scene()
    let (geometry, material) = (Geometry.box(), Material(diffuse: .white))
    geometry.materials = [material]
    for i in 0..<2_000 {
      let node = Node(name: "node", geometry: geometry)
      node.position = Vector3(Float(i), 0, 0)
      scene.rootNode.addChildNode(node)
    }
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    var (save, load) = (Duration.seconds(9), Duration.seconds(9))
    for _ in 0..<10 {
      save = min(save, cpuTime { buffer.fill { scene.save(into: &$0) } })
      load = min(
        load,
        try cpuTime {
          var source = StateSource(buffer.bytes, objects: buffer.objects)
          try scene.load(from: &source)
        })
    }
    print("2,000 nodes, \(buffer.count) bytes: saved in \(save), restored in \(load)")
    #if !DEBUG
      #expect(save < .milliseconds(2))
      #expect(load < .milliseconds(4))
    #endif
  }
}
