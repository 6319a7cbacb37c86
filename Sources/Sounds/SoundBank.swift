import Foundation

/// Sounds by the names that scenes and games play them by.
public struct SoundBank: Sendable {
  private var sounds: [String: Sound] = [:]
  /// What was wrong with files, one sentence each, sorted by file.
  public private(set) var problems: [String] = []

  /// A bank of sounds by name.
  public init(_ sounds: [String: Sound] = [:]) { self.sounds = sounds }

  /// The longest file that is read, in bytes.
  public static let mostBytes = 64 << 20

  /// Reads every WAV file of a folder; `powerUp.wav` is the sound `powerUp`.
  ///
  /// A folder that is not there is an empty bank, and a file that cannot be read is a sentence in
  /// ``problems``: a game is played without the sound rather than not at all.
  public init(folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in names.sorted() where file.hasSuffix(".wav") {
      let path = folder + "/" + file
      do {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard size <= Self.mostBytes else {
          problems.append("\(path): has \(size) bytes; \(Self.mostBytes) at most are accepted")
          continue
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        sounds[String(file.dropLast(4))] = try WaveFile.sound(decoding: bytes)
      } catch let problem as WaveFile.Problem {
        problems.append("\(path): \(problem)")
      } catch {
        problems.append("\(path): cannot be read: \(error.localizedDescription)")
      }
    }
  }

  /// The sound of a name; nil where there is none.
  public subscript(name: String) -> Sound? {
    get { sounds[name] }
    set { sounds[name] = newValue }
  }

  /// The names, sorted.
  public var names: [String] { sounds.keys.sorted() }
}
