import CaromDocuments
public import CaromSimulation

extension SessionLoader {
  /// Creates a session from a saved state, such as the third level with one life left.
  ///
  /// - Parameters:
  ///   - subject: The name of a game or the path of a scene file, as for ``load(_:level:launch:)``.
  ///   - file: The path of a text from ``savedState(of:scene:)``, or of a recording, whose initial
  ///     state is used. Seed, date and arguments are those of the saved state.
  /// - Returns: The session at the tick of the saved state.
  /// - Throws: ``LoadError``; ``LoadError/savedState(_:)`` if the state does not fit.
  public func load(_ subject: String, startingFrom file: String) throws(LoadError) -> Loaded {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try FileContents.bytes(
        of: file, accepted: "the path of a saved state or a recording", atMost: Replay.maximumBytes)
    } catch { throw .file(error) }
    let head: ReplayHead
    do throws(ReplayFileError) {
      head = try Replay(reading: SourceText(name: file, bytes: bytes)).head
    } catch { throw .savedState("\(error)") }
    let level = games.first { $0.name == subject }?.levels.first { $0.scenePath == head.scene }
    let loaded = try load(subject, level: level?.name, launch: head.launch)
    let run: ReplayRun
    do throws(ReplayMismatch) {
      run = try ReplayRun(Replay(head: head), in: loaded.session)
    } catch { throw .savedState("\(file): \(error)") }
    if run.hasSceneChanged {
      let reason =
        head.snapshot == nil
        ? "the scene has changed" : "its bytes have changed"
      throw .savedState("\(file): the state does not fit: \(reason)")
    }
    return loaded
  }

  /// The text of a file with the state of a session, for ``load(_:startingFrom:)``.
  ///
  /// The text is one line of JSON: a recording that consists of a head only. It contains the
  /// version of the format, the game, the scene, the launch options and the complete state.
  ///
  /// - Parameters:
  ///   - session: The session to save.
  ///   - scene: The path of its scene, as for ``load(_:level:launch:)``.
  /// - Returns: The line, including its line end.
  public static func savedState(of session: Session, scene: String) -> String {
    ReplayHead(session, scene: scene).line
  }
}
