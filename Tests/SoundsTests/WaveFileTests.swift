import CaromSounds
import TestSupport
import Testing

@Suite("WAV files")
struct WaveFileTests {
  private let samples: [Int16] = [0, 1, -1, 32_767, -32_768, 12_345]

  @Test("Written files are read: samples, rate, one channel or the mean of two")
  func roundTrip() throws {
    let mono = try WaveFile.sound(decoding: WaveFile.encoding(samples, sampleRate: 22_050))
    #expect(mono.sampleRate == 22_050)
    #expect(mono.samples == samples.map { Float($0) / 32_768 })
    let stereo = try WaveFile.sound(
      decoding: WaveFile.encoding(samples, sampleRate: 44_100, channels: 2))
    #expect(stereo.samples.count == 3 && stereo.samples[0] == 0.5 / 32_768)
    #expect(stereo.duration == 3.0 / 44_100)
  }

  @Test("Unknown chunks are skipped, also those of odd size")
  func chunks() throws {
    var file = WaveFile.encoding(samples, sampleRate: 8_000)
    file.insert(contentsOf: Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0], at: 12)
    #expect(try WaveFile.sound(decoding: file).samples.count == 6)
  }

  @Test("Errors name the problem and what is accepted")
  func refuses() {
    let good = WaveFile.encoding(samples, sampleRate: 8_000)
    func changed(_ place: Int, _ value: UInt8) -> [UInt8] {
      var file = good
      file[place] = value
      return file
    }
    let cases: [([UInt8], String)] = [
      ([], "not a WAV file"), (Array(good.prefix(20)), "truncated"),
      (Array(good.prefix(40)), "ends before"),
      (Array(good.dropLast(5)), "7 of 12 bytes"), (changed(20, 3), "the format is 3 of 16 bits"),
      (changed(34, 8), "1 of 8 bits"), (changed(22, 6), "6 channels"),
      (changed(25, 0), "4000 to 192000"), (changed(0, 0), "not a WAV file"),
    ]
    for (bytes, part) in cases {
      #expect(throws: WaveFile.FormatError.self) { try WaveFile.sound(decoding: bytes) }
      do { _ = try WaveFile.sound(decoding: bytes) } catch {
        #expect("\(error)".contains(part), "\(error)")
      }
    }
  }

  @Test("Damaged files are rejected or read, and never crash")
  func damaged() {
    let good = WaveFile.encoding((0..<200).map { Int16($0 * 100) }, sampleRate: 22_050)
    let mutator = FileMutator([good], seed: 8)
    var refused = 0
    for number in 0..<20_000 {
      let file = mutator.mutant(number).bytes
      if (try? WaveFile.sound(decoding: file)) == nil { refused += 1 }
    }
    #expect(refused > 1_000 && refused < 19_999)
  }
}
