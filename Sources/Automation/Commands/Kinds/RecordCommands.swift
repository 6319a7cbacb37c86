public import CaromDocuments
public import CaromImages
import CaromMaths
public import CaromProperties
public import CaromSceneGraph
import CaromSimulation
import FoundationEssentials

// Commands that read what happened: contacts, sounds, pictures and the recording.

/// Reads contacts.
public struct ContactsCommand: GameCommand {
  /// The name.
  public static let name = "contacts"
  /// A one-line description for the schema.
  public static let summary = "Read the contacts that began or ended after a tick"
  /// The result.
  public static let returns =
    "A list of objects with tick, phase, a, b and the impulse in newton-seconds"
  /// Queries change nothing.
  public static let changesGame = false
  /// The tick after which contacts are listed.
  public var since: UInt64 = 0

  /// Creates a query for all contacts.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("since", \.since, "The tick after which contacts are listed; 0 lists all", .ticks)
  }

  /// Reads the contacts.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let contacts = runner.driver.contacts(since: since)
    result.array { result in
      for contact in contacts {
        result.object { result in
          result.member("tick", contact.tick)
          result.member("phase", contact.phase == .began ? "began" : "ended")
          result.member("a", contact.pathA)
          result.member("b", contact.pathB)
          result.key("impulse")
          result.value(contact.impulse)
        }
      }
    }
  }
}

/// Reads sounds.
public struct SoundsCommand: GameCommand {
  /// The name.
  public static let name = "sounds"
  /// A one-line description for the schema.
  public static let summary = "Read the sounds that started after a tick"
  /// The result.
  public static let returns = "A list of objects with tick, name, path, gain and pitch"
  /// Queries change nothing.
  public static let changesGame = false
  /// The tick after which sounds are listed.
  public var since: UInt64 = 0

  /// Creates a query for all sounds.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("since", \.since, "The tick after which sounds are listed; 0 lists all", .ticks)
  }

  /// Reads the sounds.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let sounds = runner.driver.sounds(since: since)
    result.array { result in
      for sound in sounds {
        result.object { result in
          result.member("tick", sound.tick)
          result.member("name", sound.name)
          if let path = sound.path { result.member("path", path) }
          result.key("gain")
          result.value(sound.gain)
          result.key("pitch")
          result.value(sound.pitch)
        }
      }
    }
  }
}

/// Renders the view.
public struct ScreenshotCommand: GameCommand {
  /// The name.
  public static let name = "screenshot"
  /// A one-line description for the schema.
  public static let summary = "Render the last tick as a PNG image"
  /// The result.
  public static let returns = "The file in Base64"
  /// Rendering changes nothing.
  public static let changesGame = false
  /// The width, in pixels.
  public var width: Int32 = 640
  /// The height, in pixels.
  public var height: Int32 = 360
  /// The selector of the camera; empty for that of the scene.
  public var camera = ""

  /// Creates a command for an image of 640 by 360 pixels.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "The width", .pixels, 1...8192)
    p.property("height", \.height, "The height", .pixels, 1...8192)
    p.property("camera", \.camera, "The selector of a camera's node; empty for the scene's camera")
  }

  /// Renders the view.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let node = camera.isEmpty ? nil : try runner.driver.find(try runner.locator(camera)).node
    let image = try runner.image(width: Int(width), height: Int(height), from: node)
    result.value(Data(try runner.png(image)).base64EncodedString())
  }
}

/// Compares the view with a golden image.
public struct GoldenCommand: GameCommand {
  /// The name.
  public static let name = "golden"
  /// A one-line description for the schema.
  public static let summary = "Expect the last tick to match a golden image, pixel for pixel"
  /// The result.
  public static let returns = "matched, new or updated"
  /// Rendering changes nothing.
  public static let changesGame = false
  /// The name of the image.
  public var name = ""

  /// Creates a command without an image.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, resourceNameSummary, in: .required)
  }

  /// Compares the images.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let name = try runner.checkName(name)
    guard let folder = runner.goldens else {
      throw runner.failure(.invalidArgument, "there is no folder of golden images; see --goldens")
    }
    let outcome = try runner.driver.expectFrame(
      like: "\(folder)/\(name).png", mode: runner.goldenMode)
    switch outcome {
    case .matched: result.value("matched")
    case .new: result.value("new")
    case .updated: result.value("updated")
    }
  }
}

/// Reads the recording.
public struct GetReplayCommand: GameCommand {
  /// The name.
  public static let name = "replay"
  /// A one-line description for the schema.
  public static let summary = "Read the recording of the session, which carom replay verifies"
  /// The result.
  public static let returns = "The text of the recording"
  /// Queries change nothing.
  public static let changesGame = false

  /// Creates a query.
  public init() {}

  /// Declares no parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {}

  /// Reads the recording.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    result.value(try runner.replay())
  }
}

/// Writes a note to the recording.
public struct NoteCommand: GameCommand {
  /// The name.
  public static let name = "note"
  /// A one-line description for the schema.
  public static let summary = "Write a note to the recording; the state does not change"
  /// The text.
  public var text = ""

  /// Creates an empty note.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("text", \.text, "The text, of one line", in: .required)
  }

  /// Writes the note.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    guard text.utf8.count <= 1_000 else {
      throw runner.failure(.invalidArgument, "text: at most 1000 bytes are accepted")
    }
    runner.driver.note(text)
  }
}

// MARK: Support

extension CommandRunner {
  /// Renders the last tick.
  ///
  /// - Throws: An error if a side is larger than the limit, or if the scene cannot be rendered.
  public func image(
    width: Int, height: Int, from camera: Node? = nil
  ) throws(DriverError) -> Image {
    guard max(width, height) <= limits.imageSide else {
      throw failure(
        .invalidArgument,
        "an image of \(width) × \(height) pixels is too large; sides of 1 to \(limits.imageSide) "
          + "are accepted")
    }
    return try driver.screenshot(width: width, height: height, from: camera)
  }

  /// Encodes an image.
  public func png(_ image: Image) throws(DriverError) -> [UInt8] {
    do { return try image.encodedPNG() } catch {
      throw failure(.cannotCapture, "the image cannot be encoded: \(error)")
    }
  }
}
