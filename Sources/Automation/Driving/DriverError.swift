import CaromMaths
public import CaromSimulation

/// A failure of a driver command: its message, the tick and state hash, and the events that lead to
/// it.
public struct DriverError: Error, Sendable, CustomStringConvertible {
  /// The kind of a failure, named as the error codes of WebDriver.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An argument has a wrong type or value.
    case invalidArgument = "invalid argument"
    /// A selector is not well-formed, or does not evaluate to elements.
    case invalidSelector = "invalid selector"
    /// Nothing matches a selector.
    case noSuchElement = "no such element"
    /// A referenced element is no longer in the scene.
    case staleElement = "stale element reference"
    /// An element is hidden, outside the view, or cannot be operated.
    case elementNotInteractable = "element not interactable"
    /// Another element is in front of the center of an element.
    case elementClickIntercepted = "element click intercepted"
    /// An element has no value that can be changed.
    case invalidElementState = "invalid element state"
    /// A condition was not met within its ticks.
    case timeout
    /// There is no command with a name.
    case unknownCommand = "unknown command"
    /// The scene cannot be rendered.
    case cannotCapture = "unable to capture screen"
    /// Any other failure, such as a check that does not hold.
    case unknown = "unknown error"
  }

  /// The kind of the failure.
  public var kind = Kind.unknown
  /// The reason, with the expected and the actual value.
  public var message: String
  /// The number of ticks that had run.
  public var tick: UInt64
  /// The hash of the state at that tick without pending events, as in the recording.
  public var hash: UInt64
  /// The events sent through the driver, in order; the same scene, seed and events reproduce the
  /// failure.
  public var events: [TimedInput]
  /// The text of the recording up to the failure, which `carom replay verify` can play; empty if
  /// the driver does not record.
  public var replay = ""
  /// The element found last, with its attributes at the time of the failure; nil if none was found.
  public var subject: Subject?
  /// Files that document the failure, such as a frame that differs from its golden image.
  public var attachments: [Attachment] = []

  /// An element and its attributes.
  public struct Subject: Hashable, Sendable {
    /// The path of the element; see ``Match/path``.
    public var path: String
    /// The attributes, in order.
    public var attributes: [Attribute]

    /// An attribute and its value as text.
    public struct Attribute: Hashable, Sendable {
      /// The name, such as `position.y`.
      public var name: String
      /// The value.
      public var value: String
    }

    init(_ match: Match) {
      path = match.path
      attributes = match.attributes.map { Attribute(name: $0.name, value: $0.value) }
    }
  }

  /// The message, with the tick, the hash and the number of events.
  public var description: String {
    "tick \(tick): \(message) (hash \(hexadecimal(hash)), after \(events.count) events)"
  }
}

/// A file attached to a test result, such as an image.
public struct Attachment: Hashable, Sendable {
  /// The file name, such as `frame.png`.
  public var name: String
  /// The media type, such as `image/png`.
  public var mediaType: String
  /// The contents.
  public var bytes: [UInt8]

  /// Creates an attachment from bytes.
  public init(_ name: String, mediaType: String, bytes: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.bytes = bytes
  }

  /// Creates an attachment from text.
  public init(_ name: String, text: String) {
    self.init(name, mediaType: "text/plain", bytes: Array(text.utf8))
  }
}
