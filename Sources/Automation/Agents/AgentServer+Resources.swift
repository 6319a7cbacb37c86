import CaromDocuments
import CaromProperties
import CaromSimulation
import FoundationEssentials

// What an agent can read, and the prompts that a user can choose.

extension AgentServer {
  /// The address of the scene as XML.
  private static let sourceAddress = "carom://source"
  /// The address of a picture of the view.
  private static let pictureAddress = "carom://picture"
  /// The address of the documentation of all commands.
  private static let commandsAddress = "carom://commands"

  /// The list of resources.
  var resourceList: String {
    let own = [
      (Self.sourceAddress, "The scene at this tick, as XML", "application/xml"),
      (Self.pictureAddress, "The view at this tick", "image/png"),
      (Self.commandsAddress, "The commands and their parameters", "text/markdown"),
    ]
    let all = own + resources.map { ($0.uri, $0.name, $0.mediaType) }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("resources")
      writer.array { writer in
        for (uri, name, mediaType) in all {
          writer.object { writer in
            writer.member("uri", uri)
            writer.member("name", name)
            writer.member("mimeType", mediaType)
          }
        }
      }
    }
    return writer.text
  }

  /// Reads a resource.
  func readResource(_ parameters: JSON?) throws(RequestError) -> String {
    let uri = parameters?["uri"]?.string ?? ""
    switch uri {
    case Self.sourceAddress:
      let text = SceneSource.text(of: runner.driver, width: 640, height: 360)
      return Self.contents(uri, "application/xml", "text", text)
    case Self.commandsAddress:
      return Self.contents(uri, "text/markdown", "text", GameCommands.documentation)
    case Self.pictureAddress:
      do throws(DriverError) {
        let bytes = try runner.png(try runner.image(width: 640, height: 360))
        return Self.contents(uri, "image/png", "blob", Data(bytes).base64EncodedString())
      } catch {
        throw RequestError(code: -32_603, message: error.message)
      }
    default:
      guard let resource = resources.first(where: { $0.uri == uri }) else {
        throw RequestError(code: -32_002, message: "there is no resource '\(uri)'")
      }
      do { return Self.contents(uri, resource.mediaType, "text", try resource.text()) } catch {
        throw RequestError(code: -32_603, message: "\(error)")
      }
    }
  }

  private static func contents(
    _ uri: String, _ mediaType: String, _ key: String, _ value: String
  ) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("contents")
      writer.array { writer in
        writer.object { writer in
          writer.member("uri", uri)
          writer.member("mimeType", mediaType)
          writer.member(key, value)
        }
      }
    }
    return writer.text
  }

  // MARK: Prompts

  private static let prompts: [(name: String, title: String, text: String)] = [
    (
      "find_a_bug", "Find a bug in the game",
      """
      Test this game as a suspicious player would. Read carom://commands first. Play with act, press, \
      tilt, touch and play; look at the view with "picture": true. Try unusual orders: pause while \
      things move, restart in the middle, hold all keys, leave the level. Check after each step that \
      the rules hold: the score never falls, lives are never negative, nothing leaves the level, \
      every text can be read. When something is wrong, go back with seek and find the shortest way \
      to it, then return the recording of the command replay, the tick and what you expected.
      """
    ),
    (
      "write_a_level", "Write a level",
      """
      Write a new level for this game as a JSON scene file. Read carom://scene and carom://schema \
      first: a level needs the same roles as the ones that are there. Keep node names unique and \
      give lengths in meters. Explain how it is won, and how you would test that it can be won.
      """
    ),
  ]

  /// The list of prompts.
  var promptList: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("prompts")
      writer.array { writer in
        for prompt in Self.prompts {
          writer.object { writer in
            writer.member("name", prompt.name)
            writer.member("title", prompt.title)
          }
        }
      }
    }
    return writer.text
  }

  /// The messages of a prompt.
  func prompt(_ parameters: JSON?) throws(RequestError) -> String {
    let name = parameters?["name"]?.string ?? ""
    guard let prompt = Self.prompts.first(where: { $0.name == name }) else {
      let known = Self.prompts.map(\.name).joined(separator: ", ")
      throw RequestError(
        code: -32_602, message: "there is no prompt '\(name)'; accepted: \(known)")
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("description", prompt.title)
      writer.key("messages")
      writer.array { writer in
        writer.object { writer in
          writer.member("role", "user")
          writer.key("content")
          writer.object { writer in
            writer.member("type", "text")
            writer.member("text", prompt.text)
          }
        }
      }
    }
    return writer.text
  }
}

extension GameCommands {
  /// All commands with their parameters, in Markdown.
  public static var documentation: String {
    all.map { command in
      "### \(command.name)\n\n\(command.summary).\nReturns: \(command.returns).\n\n"
        + table(of: command)
    }.joined(separator: "\n")
  }
}
