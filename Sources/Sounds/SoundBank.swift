/// Sounds by the names that scenes and games play them by.
public struct SoundBank: Sendable {
  private var sounds: [String: Sound] = [:]
  /// What was wrong with files, one sentence each, sorted by file.
  public private(set) var problems: [String] = []

  /// A bank of sounds by name.
  public init(_ sounds: [String: Sound] = [:]) { self.sounds = sounds }

  /// Adds the sound of a WAV file; one that cannot be read is a sentence in ``problems``.
  ///
  /// - Parameters:
  ///   - name: What it is played by.
  ///   - path: Where it comes from, for the sentence.
  ///   - read: Gives the bytes of the file.
  public mutating func add(
    _ name: String, from path: String, _ read: () throws -> [UInt8]
  ) {
    do {
      sounds[name] = try WaveFile.sound(decoding: try read())
    } catch let problem as WaveFile.Problem {
      problems.append("\(path): \(problem)")
    } catch {
      problems.append("\(error)")
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
