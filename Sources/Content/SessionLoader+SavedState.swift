import CaromDocuments
public import CaromSimulation

extension SessionLoader {
  /// Makes a session that goes on from a state that was saved, such as the third level with one life.
  ///
  /// - Parameters:
  ///   - subject: The name of a game or the path of a scene file, as ``load(_:launch:)`` takes it.
  ///   - file: The path of what ``savedState(of:scene:)`` gave, or of a recording, of which it takes the
  ///     beginning. Seed, date and arguments are those that it was saved with.
  /// - Returns: The session, at the tick of the saved state.
  /// - Throws: ``LoadError``; ``LoadError/savedState(_:)`` with the reason where the state does not fit.
  public func load(_ subject: String, startingFrom file: String) throws(LoadError) -> Loaded {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try FileContents.bytes(of: file, accepted: "the path of a saved state or a recording")
    } catch { throw .savedState("\(error)") }
    let head: ReplayHead
    do throws(ReplayFileError) {
      head = try Replay(reading: SourceText(name: file, bytes: bytes)).head
    } catch { throw .savedState("\(error)") }
    let loaded = try load(subject, launch: head.launch)
    let run: ReplayRun
    do throws(ReplayMismatch) {
      run = try ReplayRun(Replay(head: head), in: loaded.session)
    } catch { throw .savedState("\(file): \(error)") }
    if run.hasSceneChanged {
      let reason =
        head.snapshot == nil
        ? "the scene has changed since" : "its bytes are not those that were saved"
      throw .savedState("\(file): the state does not fit: \(reason)")
    }
    return loaded
  }

  /// The text of a file that keeps the state of a session, for ``load(_:startingFrom:)``.
  ///
  /// A line of JSON: a recording that has nothing but its head. It holds the version of its format, the
  /// game, the scene, the launch and the whole state.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - scene: Where its scene comes from, as a loader takes it.
  /// - Returns: The line, with its end.
  public static func savedState(of session: Session, scene: String) -> String {
    ReplayHead(session, scene: scene).line
  }
}
