/// Sounds by the names that scenes and games use.
public struct SoundBank: Sendable {
  private var sounds: [String: Sound] = [:]
  /// The problems of files, one message each.
  public private(set) var problems: [String] = []

  /// Creates a bank from sounds by name.
  public init(_ sounds: [String: Sound] = [:]) { self.sounds = sounds }

  /// Adds the sound of a WAV file; an invalid file is reported in ``problems``.
  ///
  /// - Parameters:
  ///   - name: The name of the sound.
  ///   - path: The path of the file, for messages.
  ///   - read: Returns the bytes of the file.
  public mutating func add(
    _ name: String, from path: String, _ read: () throws -> [UInt8]
  ) {
    do {
      sounds[name] = try WaveFile.sound(decoding: try read())
    } catch let problem as WaveFile.FormatError {
      problems.append("\(path): \(problem)")
    } catch {
      problems.append("\(error)")
    }
  }

  /// The sound with a name, or nil.
  public subscript(name: String) -> Sound? {
    get { sounds[name] }
    set { sounds[name] = newValue }
  }

  /// The names, sorted.
  public var names: [String] { sounds.keys.sorted() }
}
