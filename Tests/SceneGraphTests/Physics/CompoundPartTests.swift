import CaromCollision
import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

@Suite("Parts of compound shapes with filters and materials of their own")
struct CompoundPartTests {
  private let scene = Scene()
  private let table = Node(name: "table")

  private func part(x: Float, _ mask: UInt32) -> PlacedShape {
    var part = PlacedShape(
      .box(Box(width: 2, height: 1, length: 2)), position: Vector3(x, -0.5, 0))
    part.properties.categoryBitMask = mask
    part.properties.collisionBitMask = mask
    return part
  }

  private func addBall(x: Float, _ mask: UInt32) -> Node {
    let ball = Node(geometry: .sphere(radius: 0.25))
    ball.position = Vector3(x, 0.5, 0)
    ball.physicsBody = .dynamic()
    ball.physicsBody?.categoryBitMask = mask
    ball.physicsBody?.collisionBitMask = mask
    scene.rootNode.addChildNode(ball)
    return ball
  }

  private func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }

  @Test("Each part carries the bodies that its own filter lets it collide with")
  func filters() throws {
    table.physicsBody = .static(.compound([part(x: -1, 4), part(x: 1, 8)]))
    scene.rootNode.addChildNode(table)
    let balls = [-1, 1].flatMap { x in [addBall(x: x, 4), addBall(x: x, 8)] }
    step(90)
    #expect(balls.map { $0.position.y > 0 } == [true, false, false, true])
    try expectSameFuture(scene)
  }

  @Test("A compound in a compound passes its filter on, where its parts have none")
  func nests() {
    var inner = PlacedShape(.compound([part(x: -1, 4), PlacedShape(.box(Box()))]))
    inner.properties.categoryBitMask = 32
    inner.properties.friction = 0.125
    table.physicsBody = .static(.compound([inner, PlacedShape(.sphere(Sphere()))]))
    scene.rootNode.addChildNode(table)
    scene.step()
    let live = table.physicsBody?.handle.flatMap { scene.physicsWorld.simulation.body($0) }
    let list = live?.colliderProperties ?? []
    #expect(list.map(\.categoryBitMask) == [4, 32, nil])
    #expect(list.map(\.friction) == [0.125, 0.125, nil])
    #expect(list.map(\.collisionBitMask) == [4, nil, nil])
  }

  @Test("A changed filter of a part takes effect in the next tick")
  func isLive() {
    table.physicsBody = .static(.compound([part(x: -1, 4), part(x: 1, 8)]))
    scene.rootNode.addChildNode(table)
    let ball = addBall(x: 1, 8)
    step(60)
    #expect(ball.position.y > 0.2)
    table.physicsBody?.shape = .compound([part(x: -1, 4), part(x: 1, 4)])
    step(30)
    #expect(ball.position.y < 0)
  }
}
