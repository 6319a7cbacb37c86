public import CCarom
import CaromContent
import CaromDocuments
import CaromSimulation
import Synchronization

// Calls about the library: version, errors, games.

/// The folder of scenes and assets that a caller has set.
enum LibraryRoot {
  private static let folder = Mutex<String?>(nil)

  /// Sets the folder; nil finds it.
  static func set(_ path: String?) throws(CallFailure) {
    if let path { _ = try find(path) }
    folder.withLock { $0 = path }
  }

  /// The loader of sessions.
  static func loader() throws(CallFailure) -> SessionLoader {
    let path = folder.withLock { $0 }
    // Scene files can be opened without a folder of scenes.
    let root = path == nil ? try? find(nil) : try find(path)
    return SessionLoader(games: CaromLibrary.games, root: root)
  }

  private static func find(_ path: String?) throws(CallFailure) -> ContentRoot {
    do throws(ContentRoot.NotFound) { return try ContentRoot.find(option: path) } catch {
      let text = error.description.replacing("--root", with: "carom_set_root")
      throw CallFailure(.notLoaded, text)
    }
  }
}

/// The version of the interface; see `carom.h`, as for all functions here.
@c @implementation
public func carom_interface() -> Int32 { Int32(CAROM_INTERFACE) }

/// The version of the engine.
@c @implementation
public func carom_version() -> UnsafePointer<CChar>? { versionText }

/// The version as a text that is never freed.
private nonisolated(unsafe) let versionText: UnsafePointer<CChar>? = {
  let text = Array(Engine.version.utf8CString)
  let memory = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
  memory.initialize(from: text, count: text.count)
  return UnsafePointer(memory)
}()

/// The text of the last failure in this thread.
@c @implementation
public func carom_error() -> UnsafePointer<CChar>? { carom_kept_error() }

/// Sets the folder that contains `Scenes` and `Assets`.
@c @implementation
public func carom_set_root(_ folder: UnsafePointer<CChar>?) -> carom_status {
  call { () throws(CallFailure) in try LibraryRoot.set(try optionalString(folder, "folder")) }
}

/// Describes the games as JSON.
@c @implementation
public func carom_games(
  _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> carom_status {
  call { () throws(CallFailure) in
    let output = try Output(text, capacity, length)
    var json = JSONWriter()
    json.array { json in for game in CaromLibrary.games { describe(game, &json) } }
    try output.write(json.text)
  }
}

private func describe(_ game: any Game.Type, _ json: inout JSONWriter) {
  json.object { json in
    json.member("name", game.name)
    json.member("title", game.title)
    json.member("summary", game.summary)
    json.key("levels")
    json.array { json in
      for level in game.levels {
        json.object { json in
          json.member("name", level.name)
          json.member("title", level.title)
          json.member("scene", level.scenePath)
        }
      }
    }
    json.key("actions")
    json.array { json in
      for action in game.actions {
        json.object { json in
          json.member("name", action.name)
          json.member("title", action.title)
          json.key("keys")
          json.array { json in for key in action.keys { json.value(key.rawValue) } }
        }
      }
    }
    json.key("controls")
    json.array { json in for name in ActionLayout.declared(game) { json.value(name) } }
  }
}
