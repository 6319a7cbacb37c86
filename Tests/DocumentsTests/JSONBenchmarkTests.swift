import CaromDocuments
import Glibc
import Testing

/// The minimum processor time of five runs, in seconds.
func processorTime(_ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = clock()
    try body()
    best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }
  return best
}

/// Timings of the parser, in release builds only, with a limit of three times the target.
@Suite("JSON speed", .serialized)
struct JSONBenchmarkTests {
  /// A scene-like text of about 5 MB with 260,000 values and keys.
  static let text: String = {
    let nodes = (0..<6_200).map { i in
      """
      { "name": "node \(i) with a name of some length, as an exporter would write it here",
        "position": [\(Double(i) * 0.37), \(i % 17).25, -\(i).5e-1],
        "physics": { "mass": 2.5, "friction": 0.35, "restitution": 0.1234567, "isBullet": true },
        "eulerAnglesDegrees": [0, 45.5, 90], "scale": [1, 1, 1],
        "light": { "intensity": 1000, "color": [1, 0.5, 0.25], "type": "omni", "casts": false },
        "materials": ["red", "green"], "values": [1,2,3,4,5,6,7,8,9,10,11,12],
        "description": "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation" }
      """
    }
    return "{\"nodes\":[\(nodes.joined(separator: ",\n"))]}"
  }()

  @Test("Five megabytes with 260,000 values parse in 40 ms")
  func parseTime() throws {
    #if !DEBUG
      let source = SourceText(Self.text)
      let time = try processorTime { _ = try JSONParser.parse(source) }
      print("measured: \(source.bytes.count) bytes of JSON parsed in \(time * 1e3) ms")
      #expect(time < 0.120)
    #endif
  }
}
