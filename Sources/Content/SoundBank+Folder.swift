public import CaromSounds
import FoundationEssentials

/// The sound files of a folder.
enum SoundFiles {
  /// The names of the sounds, sorted; none for a missing folder.
  static func names(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".wav") }.map { String($0.dropLast(4)) }.sorted()
  }
}

extension SoundBank {
  /// The maximum size of a sound file, in bytes.
  public static let maxFileSize = 64 << 20

  /// Reads every WAV file of a folder; the file `powerUp.wav` becomes the sound `powerUp`.
  ///
  /// A missing folder results in an empty bank. A file that cannot be read is reported in
  /// ``problems``; the game runs without that sound.
  public init(folder: String) {
    self.init()
    for name in SoundFiles.names(in: folder) {
      let path = "\(folder)/\(name).wav"
      add(name, from: path) {
        try FileContents.bytes(of: path, accepted: "a WAV file", atMost: Self.maxFileSize)
      }
    }
  }
}
