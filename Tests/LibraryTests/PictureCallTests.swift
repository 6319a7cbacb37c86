import CaromAutomation
import CaromContent
import CaromImages
import CaromLibrary
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import TestSupport
import Testing

@Suite("Pictures through functions of C")
struct PictureCallTests {
  private static let side = 48

  @Test("A picture has the pixels of a screenshot, alone and with others")
  func samePixels() throws {
    let side = Self.side
    let games = try [1, 2].map { try OpenGame(level: "1", seed: UInt64($0)) }
    let driver = GameDriver(
      try SessionCallTests.loader().load("marble-maze", launch: Launch(seed: 1)))
    for game in games { #expect(carom_step(game.session, 30) == 0) }
    driver.step(30)
    let expected = try driver.screenshot(width: side, height: side)
    var pixels = [UInt8](repeating: 0, count: side * side * 3)
    #expect(
      carom_render(games[0].session, nil, UInt32(side), UInt32(side), 3, &pixels, pixels.count)
        == 0,
      "\(lastError())")
    for y in 0..<side {
      for x in 0..<side {
        let (pixel, index) = (expected[x, y], (y * side + x) * 3)
        #expect(Array(pixels[index..<index + 3]) == [pixel.red, pixel.green, pixel.blue])
      }
    }
    var both = [UInt8](repeating: 0, count: 2 * pixels.count)
    let handles = games.map(\.session)
    #expect(
      carom_render_many(handles, 2, UInt32(side), UInt32(side), 3, 2, &both, both.count) == 0)
    #expect(Array(both.prefix(pixels.count)) == pixels)
    var plain = pixels
    #expect(
      carom_render(games[0].session, nil, UInt32(side), UInt32(side), 0, &plain, plain.count) == 0)
    #expect(plain != pixels)
  }

  @Test("Depths, nodes and normals are those of the renderer")
  func geometry() throws {
    let side = Self.side
    let game = try OpenGame()
    let count = side * side
    var (depths, nodes, normals) = (
      [Float](repeating: 0, count: count), [UInt32](repeating: 0, count: count),
      [Float](repeating: 0, count: count * 3)
    )
    let status = carom_render_geometry(
      game.session, nil, UInt32(side), UInt32(side), &depths, &nodes, &normals, count)
    #expect(status == 0, "\(lastError())")
    let loaded = try SessionCallTests.loader().load("marble-maze", launch: Launch(seed: 1))
    let frame = RenderFrame(loaded.session.scene, cache: try loaded.makeCache())
    let buffer = Renderer().geometryBuffer(of: frame, width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        let index = y * side + x
        #expect(depths[index] == buffer.distance(x, y) ?? .infinity)
        #expect(UInt64(nodes[index]) == buffer.nodes[x, y] ?? 0)
        if let normal = buffer.normal(x, y) {
          #expect(Array(normals[index * 3..<index * 3 + 3]) == [normal.x, normal.y, normal.z])
        }
      }
    }
    #expect(Set(nodes).count > 3)
    let id = try #require(nodes.first { $0 != 0 })
    let found = try text { carom_find(game.session, "//node[@identity='\(id)']", $0, $1, $2) }
    #expect(found.hasPrefix(#"[{"path":"/"#))
  }
}
