import CaromDocuments
import CaromImages
import CaromProperties
import CaromSimulation
import FoundationEssentials

// The tools: one for each command, with a picture on demand.

extension AgentServer {
  /// The number of changes that a result lists.
  private static let maximumChangeCount = 60

  /// The list of tools.
  var toolList: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("tools")
      writer.array { writer in
        for command in GameCommands.all { Self.write(command, &writer) }
      }
    }
    return writer.text
  }

  private static func write(_ command: any GameCommand.Type, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", command.name)
      writer.member("description", "\(command.summary). Returns: \(command.returns).")
      writer.key("inputSchema")
      writer.raw(inputSchema(of: command))
      writer.key("annotations")
      writer.object { writer in
        writer.key("readOnlyHint")
        writer.value(!command.changesGame)
        writer.key("openWorldHint")
        writer.value(false)
      }
    }
  }

  /// The schema of a command's parameters, and of the picture that every tool can return.
  private static func inputSchema(of command: any GameCommand.Type) -> String {
    let document = try? JSON.parse(GameCommands.schema(of: command), name: command.name)
    let definitions = document?["$defs"]?.members.map(Array.init) ?? []
    // The definition of the command itself is the schema, so that a client need not resolve it.
    let name = document?["$ref"]?.string?.split(separator: "/").last.map(String.init)
    let own = definitions.first { $0.key == name }?.value ?? document
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("type", "object")
      for member in own?.members.map(Array.init) ?? [] {
        if ["$schema", "$defs", "$ref", "type", "title", "properties"].contains(member.key) {
          continue
        }
        writer.key(member.key)
        writer.value(member.value)
      }
      writer.key("properties")
      writer.object { writer in
        for member in own?["properties"]?.members.map(Array.init) ?? [] {
          writer.key(member.key)
          writer.value(member.value)
        }
        writer.key("picture")
        writer.raw(
          #"{"description":"Whether the result has a picture of the view","type":"boolean"}"#)
      }
      let others = definitions.filter { $0.key != name }
      if !others.isEmpty {
        writer.key("$defs")
        writer.object { writer in
          for member in others {
            writer.key(member.key)
            writer.value(member.value)
          }
        }
      }
    }
    return writer.text
  }

  /// Runs a command.
  ///
  /// A failure of the command is a result, so that the agent can read it and try again.
  func callTool(_ parameters: JSON?) throws(RequestError) -> String {
    guard let name = parameters?["name"]?.string else {
      throw RequestError(code: -32_602, message: "tools/call: the name of a tool is expected")
    }
    guard GameCommands.named(name) != nil else {
      throw RequestError(
        code: -32_602, message: "there is no tool '\(name)'\(GameCommands.suggestion(for: name))")
    }
    let arguments = parameters?["arguments"]
    let wanted = arguments?["picture"]
    guard let wantsPicture = wanted.map(\.bool) ?? false else {
      throw RequestError(
        code: -32_602, message: "picture: this is \(wanted?.noun ?? ""); true or false is accepted")
    }
    var failure: DriverError?
    var result = "null"
    do throws(DriverError) {
      result = try runner.run(name, parameters: Self.withoutPicture(arguments))
    } catch { failure = error }
    return report(name, result, failure, wantsPicture)
  }

  private static func withoutPicture(_ arguments: JSON?) -> String {
    guard let members = arguments?.members else { return arguments?.description ?? "{}" }
    var writer = JSONWriter()
    writer.object { writer in
      for member in members where member.key != "picture" {
        writer.key(member.key)
        writer.value(member.value)
      }
    }
    return writer.text
  }

  private func report(
    _ name: String, _ result: String, _ failure: DriverError?, _ wantsPicture: Bool
  ) -> String {
    let changes = takeChanges()
    var picture: String?
    // The picture of `screenshot` is the result itself.
    if failure == nil, name == ScreenshotCommand.name {
      picture = (try? JSON.parse(result))?.string
    } else if wantsPicture, let image = try? runner.image(width: 480, height: 270) {
      picture = (try? runner.png(image)).map { Data($0).base64EncodedString() }
    }
    var structured = JSONWriter()
    structured.object { writer in
      writer.member("tick", runner.session.tick)
      if let failure {
        writer.member("error", failure.kind.rawValue)
        writer.member("message", failure.message)
      } else if name != ScreenshotCommand.name {
        writer.key("result")
        writer.raw(result)
      }
      writer.key("changes")
      writer.array { writer in
        for change in changes.prefix(Self.maximumChangeCount) { writer.value("\(change)") }
      }
      let omitted = changes.count - Self.maximumChangeCount
      if omitted > 0 { writer.member("omittedChanges", omitted) }
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("content")
      writer.array { writer in
        writer.object { writer in
          writer.member("type", "text")
          writer.member("text", structured.text)
        }
        if let picture {
          writer.object { writer in
            writer.member("type", "image")
            writer.member("data", picture)
            writer.member("mimeType", "image/png")
          }
        }
      }
      writer.key("structuredContent")
      writer.raw(structured.text)
      writer.key("isError")
      writer.value(failure != nil)
    }
    return writer.text
  }

  /// What changed since the last call: property, value before and value now.
  private func takeChanges() -> [StateDifference] {
    guard runner.session.tick != lastTick else { return [] }
    let lines = runner.session.stateLines
    let changes = StateDifference.between(lastLines, lines).filter {
      $0.property != StateLine.remainder && !$0.isRandom && $0.subject != "session"
    }
    (lastLines, lastTick) = (lines, runner.session.tick)
    // What the rules count comes first; a game in motion changes hundreds of positions.
    let order = ["game", "level", "scene", "input"]
    return order.flatMap { subject in changes.filter { $0.subject == subject } }
      + changes.filter { !order.contains($0.subject) }
  }
}
