import CaromBenchmarks
import Testing

@Suite("Damaged physics scenes")
struct HostileSceneTests {
  /// Reads a text; a scene that is accepted must also run.
  private func check(_ text: [UInt8]) throws -> Bool {
    let lineCount = text.count { $0 == UInt8(ascii: "\n") } + 1
    do throws(PhysicsSceneError) {
      let scene = try PhysicsSceneReader.scene(from: text)
      do {
        let report = try scene.run(steps: 2)
        #expect(report.stepTimes.count == 2)
      } catch {
        Issue.record("A scene that was read does not run: \(error)")
      }
      return true
    } catch {
      #expect(!error.problems.isEmpty)
      #expect(error.problems.allSatisfy { (1...lineCount).contains($0.line) && !$0.text.isEmpty })
      return false
    }
  }

  @Test("A file that was cut off is a scene or has an error, wherever it was cut")
  func cuts() throws {
    let text = Array(SceneTexts.everything.utf8)
    var readable = 0
    for length in text.indices where try check(Array(text[..<length])) { readable += 1 }
    // Only a cut after an item, or within its last number, leaves a scene.
    #expect(readable > 10 && readable < text.count / 4)
  }

  @Test("A file with damaged bytes is a scene or has an error")
  func damage() throws {
    let text = Array(SceneTexts.everything.utf8)
    let replacements = Array("0129-.e \n\t\0xnai\"".utf8) + [0x80, 0xff, 0xc3]
    var state: UInt32 = 1
    func random(_ count: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % count
    }
    var readable = 0
    for _ in 0..<600 {
      var damaged = text
      for _ in 0...random(3) {
        damaged[random(damaged.count)] = replacements[random(replacements.count)]
      }
      if random(4) == 0 { damaged.removeSubrange(random(damaged.count)...) }
      if try check(damaged) { readable += 1 }
    }
    #expect(readable > 0 && readable < 600)
  }

  @Test(
    "Counts that no memory could hold are refused",
    arguments: [
      "hull 16777216", "hull -4 0 0 0", "hull 9223372036854775807 0 0 0",
      "mesh 16777216 50331648 0 0 0", "mesh 9223372036854775807 3",
      "body 2 0 0 0 0 0 0 1 0 0 0 0 0 0 1 0 0 -1 200000",
      "body 2 0 0 0 0 0 0 1 0 0 0 0 0 0 1 0 0 -1 9223372036854775807",
      "body 2 0 0 0 0 0 0 1 0 0 0 0 0 0 1 0 9223372036854775807 -1 1",
      "joint 9223372036854775807",
    ])
  func counts(line: String) throws {
    #expect(try !check(Array("\(SceneTexts.head)\n\(line)".utf8)))
  }

  @Test("Bytes that are no text are refused")
  func binary() throws {
    #expect(try !check([UInt8](repeating: 0xff, count: 10_000)))
    #expect(try !check([UInt8](repeating: 0, count: 10_000)))
    #expect(try !check((0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7 / 3) }))
  }
}
