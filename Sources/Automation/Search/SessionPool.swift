import CaromSceneGraph
import CaromSimulation
import CaromWorkers

/// Sessions of the same game on several threads, each reset to the same state before every job.
///
/// The result of a job depends only on its number, so results are the same for any number of
/// threads.
final class SessionPool {
  /// The initial state of each job.
  let beginning: Snapshot
  /// Creates another session.
  let makeSession: @Sendable () throws -> Session
  let sessions: [Session]
  private let pool: WorkerPool

  /// Creates the sessions.
  ///
  /// - Parameters:
  ///   - beginning: The initial state of each job; nil for the state of a new session.
  ///   - threads: The number of sessions.
  ///   - makeSession: Creates a session with the same files and launch parameters.
  /// - Throws: The error of `makeSession`, or an error if the snapshot does not fit.
  init(
    from beginning: Snapshot? = nil, threads: Int,
    makeSession: @escaping @Sendable () throws -> Session
  ) throws {
    let sessions = try (0..<threads).map { _ in try makeSession() }
    self.beginning = beginning ?? sessions[0].snapshot()
    for session in sessions { try session.restore(self.beginning) }
    self.sessions = sessions
    self.makeSession = makeSession
    pool = WorkerPool(threads: threads)
  }

  /// The game of the sessions.
  var game: any Game.Type { type(of: sessions[0].game) }

  /// The roles of the bodies in the scene, in the order of their names.
  var roles: [String] { CoverageRecorder.roles(in: sessions[0].scene) }

  /// What the scenes of all sessions have reported, each problem once, in a fixed order.
  var sceneProblems: [SceneProblem] {
    var found: [SceneProblem] = []
    for (level, scene) in sessions.flatMap({ $0.scenes.enumerated() }) {
      for (message, place) in zip(scene.problems, scene.problemLocations) {
        let problem = SceneProblem(
          message: message, level: level, node: place.node, key: place.key)
        if !found.contains(problem) { found.append(problem) }
      }
    }
    return found.sorted {
      ($0.level, $0.node, $0.key, $0.message) < ($1.level, $1.node, $1.key, $1.message)
    }
  }

  /// The data shared by the threads: each uses its own session and its own elements of the results.
  private struct SharedBuffers<Result>: @unchecked Sendable {
    let sessions: [Session]
    let results: UnsafeMutableBufferPointer<Result?>
  }

  /// Runs jobs `0..<count` and returns their results.
  ///
  /// - Parameters:
  ///   - count: The number of jobs.
  ///   - state: Returns the state in which a job begins; nil for the initial state.
  ///   - body: Does a job, in a session in its state.
  /// - Returns: The results, in the order of the jobs.
  func run<Result: Sendable>(
    _ count: Int, from state: (@Sendable (Int) -> Snapshot)? = nil,
    _ body: @Sendable (Int, Session) -> Result
  ) -> [Result] {
    let results = UnsafeMutableBufferPointer<Result?>.allocate(capacity: count)
    results.initialize(repeating: nil)
    defer {
      results.deinitialize()
      results.deallocate()
    }
    let shared = SharedBuffers(sessions: sessions, results: results)
    let beginning = beginning
    pool.run(chunks: min(count, sessions.count)) { worker in
      var index = worker
      while index < count {
        let session = shared.sessions[worker]
        Self.restore(session, state?(index) ?? beginning)
        shared.results[index] = body(index, session)
        index += shared.sessions.count
      }
    }
    return results.compactMap { $0 }
  }

  /// Restores a session to a state that it has had before.
  static func restore(_ session: Session, _ snapshot: Snapshot) {
    session.restoreOwn(snapshot)
  }
}

/// An error in scene data that was found during a tick, such as the call of an unknown function.
public struct SceneProblem: Hashable, Sendable {
  /// What is wrong.
  public let message: String
  /// The index of the level whose scene it is; 0 for a scene that is not a level.
  public let level: Int
  /// The identity of the node in the scene as it was read; 0 for none.
  public let node: Int32
  /// The key of the node in files; empty for none.
  public let key: String
}
