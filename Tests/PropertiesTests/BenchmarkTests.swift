import CaromDocuments
import CaromMaths
import CaromProperties
import Glibc
import Testing

/// The minimum processor time of several runs, in seconds.
private func processorTime(_ runs: Int = 9, _ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<runs {
    let start = clock()
    try body()
    best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }
  return best
}

/// Timings, in release only: they guard against regressions beyond three times the targets.
@Suite("Speed of properties", .serialized)
struct BenchmarkTests {
  @Test("Snapshot, hash and restore of 2,000 nodes take fractions of a millisecond")
  func snapshotTime() throws {
    #if !DEBUG
      let paints = (0..<20).map { Paint("paint\($0)", shininess: Float($0)) }
      let things = (0..<2_000).map { i in
        let thing = Thing()
        thing.state.position = Vector3(Float(i), 0, 0)
        thing.state.paint = paints[i % 20]
        if i % 10 == 0 { thing.state.light = Lamp() }
        return thing
      }
      let buffer = StateBuffer()
      let rounds = 50
      let save = processorTime {
        for _ in 0..<rounds { buffer.fill { for thing in things { thing.state.saveState(&$0) } } }
      }
      var hash: UInt64 = 0
      let hashing = processorTime {
        for i in 0..<rounds {
          hash ^= stateHash(of: UnsafeRawBufferPointer(rebasing: buffer.bytes[i...]))
        }
      }
      let load = try processorTime {
        for _ in 0..<rounds {
          var source = StateSource(buffer.bytes, objects: buffer.objects)
          for thing in things { thing.state.loadState(&source) }
          try source.finish()
        }
      }
      let (saveMS, hashMS, loadMS) = (
        save / Double(rounds) * 1e3, hashing / Double(rounds) * 1e3, load / Double(rounds) * 1e3
      )
      print(
        "measured: 2,000 nodes, \(buffer.count) bytes: save \(saveMS) ms, hash \(hashMS) ms,",
        "load \(loadMS) ms")
      #expect(saveMS < 0.9)
      #expect(hashMS < 0.3)
      #expect(loadMS < 1.5)
    #endif
  }

  @Test("Decoding 5,000 nodes from JSON takes at most 40 ms")
  func decodeTime() throws {
    #if !DEBUG
      let nodes = (0..<5_000).map { i in
        """
        {"opacity":0.5,"position":[\(i),0.25,-3.5],"anglesDegrees":[0,45,0],"mass":2.5,"mask":-1,
        "scale":[1,2,1],"culling":"none","light":{"intensity":500,"shape":{"spot":{"outerDegrees":30}}}}
        """
      }
      let text = SourceText("[\(nodes.joined(separator: ","))]")
      var count = 0
      let time = try processorTime(5) {
        let json = try JSONParser.parse(text).root
        var reader = Reader()
        count = 0
        for element in try #require(json.elements) {
          let thing = Thing()
          thing.state.readProperties(element, &reader)
          if thing.state.mask == .max { count += 1 }
        }
        #expect(reader.problems.isEmpty)
      }
      #expect(count == 5_000)
      print("measured: 5,000 nodes, \(text.bytes.count) bytes: decode \(time * 1e3) ms")
      #expect(time < 0.120)
    #endif
  }

  @Test("Animating a property by its resolved path takes tens of nanoseconds")
  func driveTime() throws {
    #if !DEBUG
      let found = try ThingState.find("light.intensity")
      var state = ThingState()
      state.light = Lamp()
      let time = processorTime {
        for i in 0..<100_000 { state.driveState(found.path, SIMD4(Float(i), 0, 0, 0)) }
      }
      #expect(state.light?.intensity == 99_999)
      print("measured: animating one property \(time * 1e4) ns")
      #expect(time < 0.03)
    #endif
  }
}
