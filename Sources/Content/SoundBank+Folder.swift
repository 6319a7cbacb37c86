public import CaromSounds
import Foundation

extension SoundBank {
  /// The longest file that is read, in bytes.
  public static let maxFileSize = 64 << 20

  /// Reads every WAV file of a folder; `powerUp.wav` is the sound `powerUp`.
  ///
  /// A folder that is not there is an empty bank, and a file that cannot be read is a sentence in
  /// ``problems``: a game is played without the sound rather than not at all.
  public init(folder: String) {
    self.init()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in names.sorted() where file.hasSuffix(".wav") {
      let path = folder + "/" + file
      add(String(file.dropLast(4)), from: path) {
        try FileContents.bytes(of: path, accepted: "a WAV file", atMost: Self.maxFileSize)
      }
    }
  }
}
