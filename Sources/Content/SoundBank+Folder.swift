public import CaromSounds
import Foundation

extension SoundBank {
  /// The maximum size of a sound file, in bytes.
  public static let maxFileSize = 64 << 20

  /// Reads every WAV file of a folder; the file `powerUp.wav` becomes the sound `powerUp`.
  ///
  /// A missing folder results in an empty bank. A file that cannot be read is reported in
  /// ``problems``; the game runs without that sound.
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
