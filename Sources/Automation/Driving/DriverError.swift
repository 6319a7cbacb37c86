public import CaromSimulation

/// Why a step of a test could not be done: what was wanted, when it was, and how to come there again.
public struct DriverError: Error, Sendable, CustomStringConvertible {
  /// What was wanted, and what was there instead.
  public var message: String
  /// How many ticks had run.
  public var tick: UInt64
  /// The hash of the whole state then.
  public var hash: UInt64
  /// Everything that was sent to the session through the driver, in order: with the same scene and
  /// seed, it leads to the same place.
  public var events: [TimedInput]
  /// The recording so far, as a file has it: `carom replay verify` plays it up to here; empty when the
  /// driver does not record.
  public var replay = ""
  /// What was found last, as it was when it failed; nil before anything was found.
  public var subject: Subject?
  /// Pictures and texts that show what is wrong, such as a frame that differs.
  public var attachments: [Attachment] = []

  /// A thing of the scene and its attributes.
  public struct Subject: Hashable, Sendable {
    /// Its path, as ``Match/path`` gives it.
    public var path: String
    /// Its attributes, in order.
    public var attributes: [Attribute]

    /// An attribute as text.
    public struct Attribute: Hashable, Sendable {
      /// What it is called, such as `position.y`.
      public var name: String
      /// What it is.
      public var value: String
    }

    init(_ match: Match) {
      path = match.path
      attributes = match.attributes.map { Attribute(name: $0.name, value: $0.value) }
    }
  }

  /// The message, with the tick and the hash.
  public var description: String {
    "tick \(tick): \(message) (hash \(hashText(hash)), after \(events.count) events)"
  }
}

/// A file that comes with the result of a test, such as a picture.
public struct Attachment: Hashable, Sendable {
  /// What it is called, such as `frame.png`.
  public var name: String
  /// What is in it, such as `image/png`.
  public var mediaType: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// Makes an attachment of bytes.
  public init(_ name: String, mediaType: String, bytes: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.bytes = bytes
  }

  /// Makes an attachment of text.
  public init(_ name: String, text: String) {
    self.init(name, mediaType: "text/plain", bytes: Array(text.utf8))
  }
}

/// A number of 64 bits as sixteen hexadecimal digits.
func hashText(_ hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
