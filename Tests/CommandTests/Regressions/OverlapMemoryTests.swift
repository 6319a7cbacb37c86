import Foundation
import Testing

/// Symptom: a thousand bodies at one place took 1.3 GB.
///
/// Cause: the overflow of the constraint graph had a row of four lanes for each contact, and the
/// narrow phase memory for all contacts that may begin in a step.
@Suite("Regression: memory of bodies that overlap")
struct OverlapMemoryTests {
  @Test("Many bodies at one place take less than two kilobytes for each pair")
  func pairs() throws {
    try TemporaryFolder.use { folder in
      func memory(_ count: Int) throws -> Int {
        let nodes = (0..<count).map { i in
          "{ \"geometry\": { \"box\": {} }, \"physics\": { \"type\": \"dynamic\" }, "
            + "\"position\": [\(Double(i) * 0.0003), 5, 0] }"
        }
        let file = folder.appending(path: "\(count).json")
        let text =
          "{ \"format\": \"carom.scene/1\", \"nodes\": [\(nodes.joined(separator: ",\n"))] }"
        try text.write(to: file, atomically: true, encoding: .utf8)
        let program = try RunningProgram(["run", file.path, "--ticks", "2"], in: folder)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return program.peakMemory
      }
      let more = try memory(500) - memory(2)
      let pairs = 500 * 499 / 2
      print("measured: \(more / pairs) bytes for each of \(pairs) pairs of bodies")
      #expect(more < pairs * 1_900)
    }
  }
}
