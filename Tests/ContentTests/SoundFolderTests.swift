import CaromContent
import CaromSounds
import Foundation
import TestSupport
import Testing

@Suite("Sound folders")
struct SoundFolderTests {
  @Test("A folder becomes a bank of its files; unreadable files are reported and omitted")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "carom-sounds-test")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let samples: [Int16] = [0, 1, -1, 32_767, -32_768, 12_345]
    try Data(WaveFile.encoding(samples, sampleRate: 8_000)).write(
      to: folder.appending(path: "good.wav"))
    try Data("RIFFnothing".utf8).write(to: folder.appending(path: "bad.wav"))
    try Data("text".utf8).write(to: folder.appending(path: "notes.txt"))
    // A pipe can be endless, and a link can refer to one.
    #expect(mkfifo(folder.path + "/pipe.wav", 0o600) == 0)
    let bank = SoundBank(folder: folder.path)
    #expect(bank.names == ["good"] && bank["good"]?.samples.count == 6)
    #expect(
      bank.problems.count == 2 && bank.problems[0].contains("bad.wav: this is not a WAV file"))
    #expect(SoundBank(folder: folder.path + "/none").names.isEmpty)
  }

  @Test("There is a shipped sound for every name")
  func shipped() {
    let bank = SoundBank(folder: Repository.url("Assets/sounds").path)
    #expect(bank.problems.isEmpty && bank.names.count >= 19)
  }
}
