import CaromLibrary
import CaromMaths
import Foundation
import TestSupport
import Testing

@Suite("Wrong calls of functions of C")
struct BadCallTests {
  @Test("The numbers of the header are those of the library")
  func header() throws {
    #expect(carom_interface() == Int32(CAROM_INTERFACE))
    #expect(carom_version().map { String(cString: $0) }?.contains(".") == true)
    let codes = [
      CAROM_BAD_ARGUMENT, CAROM_BAD_SESSION, CAROM_BUSY, CAROM_TOO_SMALL, CAROM_NOT_LOADED,
      CAROM_REFUSED, CAROM_DIFFERENT,
    ]
    #expect(codes == Array(1...7))
  }

  @Test("Closed, invented and zero sessions are refused")
  func closedSessions() throws {
    let session = try OpenGame().session
    #expect(carom_close(session) == 0)
    var tick: UInt64 = 5
    // Tests that run beside this one may have opened the next session in the same slot.
    for wrong in [session, 0, .max, 1 << 32, session + 1 << 62] {
      #expect(carom_tick(wrong, &tick) == 2)
      #expect(lastError().contains("\(wrong) is not an open session"))
      #expect(carom_step(wrong, 1) == 2 && carom_close(wrong) == 2)
    }
    #expect(tick == 5)
    // A new session in the same slot does not make the old handle valid.
    let next = try OpenGame()
    #expect(next.session != session && carom_step(session, 1) == 2)
  }

  @Test("Missing pointers, memory that is too small and numbers out of range are refused")
  func badArguments() throws {
    let game = try OpenGame()
    let hash = game.hash
    #expect(carom_open(nil, nil, 1, nil) == 1)
    #expect(lastError() == "subject: is NULL; a pointer is accepted")
    var session: carom_session = 0
    #expect(carom_open("marble-maze", nil, 1, nil) == 1)
    #expect(carom_open("marble-mace", nil, 1, &session) == 1)
    #expect(lastError().contains("did you mean 'marble-maze'?"))
    #expect(carom_open("marble-maze", "99", 1, &session) == 1 && session == 0)
    #expect(carom_open("\u{1}", nil, 1, &session) == 1)
    let invalid: [CChar] = [-1, -2, 0]
    #expect(carom_open(invalid, nil, 1, &session) == 1)
    #expect(carom_set_root("/nowhere") == 5)
    #expect(carom_step(game.session, 360_001) == 1)
    #expect(carom_send(game.session, #"{"key":{"code":"space"}}"#) == 1)
    #expect(carom_send(game.session, "[]") == 0)
    #expect(carom_games(nil, 0, nil) == 1)
    var (length, small) = (0, [CChar](repeating: 7, count: 4))
    #expect(carom_describe(game.session, &small, 4, &length) == 4 && length > 100)
    #expect(small == [7, 7, 7, 7])
    #expect(carom_describe(game.session, &small, -1, &length) == 1)
    var pixels = [UInt8](repeating: 0, count: 12)
    #expect(carom_render(game.session, nil, 0, 2, 0, &pixels, 12) == 1)
    #expect(carom_render(game.session, nil, 2, 2, 8, &pixels, 12) == 1)
    #expect(carom_render(game.session, nil, 2, 2, 0, &pixels, 11) == 4)
    #expect(carom_render(game.session, "ball", 2, 2, 0, &pixels, 12) == 6)
    #expect(carom_observe(game.session, nil, 3) == 1)
    #expect(lastError() == "numbers: is NULL; a pointer is accepted")
    var numbers: [Float] = [0]
    #expect(carom_observe(game.session, &numbers, 1) == 6)
    #expect(game.hash == hash)
  }

  @Test("A step with a number that is not finite, or with a session twice, changes nothing")
  func badSteps() throws {
    let (game, other) = (try OpenGame(), try OpenGame("brick-breaker"))
    for one in [game, other] { #expect(carom_set_task(one.session, "{}") == 0) }
    let hash = game.hash
    var steps = carom_steps()
    steps.size = UInt32(MemoryLayout<carom_steps>.size)
    var handles = [game.session, game.session]
    func status(_ actions: [Float], _ handles: [carom_session]) -> carom_status {
      actions.withUnsafeBufferPointer {
        steps.actions = $0.baseAddress
        return carom_step_many(handles, handles.count, &steps)
      }
    }
    steps.action_count = 8
    #expect(status([0, 0, 0, 0, 0, 0, .nan, 0], [game.session]) == 1)
    #expect(lastError() == "steps.actions[6]: is nan; a finite number is accepted")
    #expect(status([Float](repeating: 0, count: 16), handles) == 3)
    handles[1] = other.session
    #expect(status([Float](repeating: 0, count: 16), handles) == 1)
    #expect(lastError().hasPrefix("steps.action_count: is 8"))
    #expect(status([], []) == 1)
    steps.threads = 257
    #expect(status([Float](repeating: 0, count: 8), [game.session]) == 1)
    steps.size = 3
    #expect(status([Float](repeating: 0, count: 8), [game.session]) == 1)
    #expect(carom_step_many(&handles, 1, nil) == 1)
    #expect(game.hash == hash)
    #expect(carom_step(game.session, 1) == 0 && game.hash != hash)
  }

  @Test("Calls of several threads on the same sessions are done one at a time or refused")
  func threads() async throws {
    let games = [try OpenGame(), try OpenGame("pinball")]
    let handles = games.map(\.session)
    for handle in handles { #expect(carom_set_task(handle, "{}") == 0) }
    let counts = await withTaskGroup(of: [Int].self) { group in
      for thread in 0..<4 {
        group.addTask {
          var counts = [0, 0, 0]
          var hash: UInt64 = 0
          for call in 0..<400 {
            let handle = handles[(thread + call) % 2]
            let status =
              call % 3 == 0
              ? carom_step(handle, 3)
              : call % 3 == 1
                ? carom_hash(handle, &hash) : carom_reset(handle, UInt64(call))
            counts[status == 0 ? 0 : status == 3 ? 1 : 2] += 1
          }
          return counts
        }
      }
      return await group.reduce(into: [0, 0, 0]) { all, one in
        for index in 0..<3 { all[index] += one[index] }
      }
    }
    // A refusal takes a fraction of the time of a step, so most calls can be refused.
    #expect(counts[0] > 0 && counts[0] + counts[1] == 1_600 && counts[2] == 0, "\(counts)")
    // Both are as good as new.
    for (game, name) in zip(games, ["marble-maze", "pinball"]) {
      #expect(carom_reset(game.session, 1) == 0 && carom_step(game.session, 50) == 0)
      let fresh = try OpenGame(name)
      #expect(carom_step(fresh.session, 50) == 0 && game.hash == fresh.hash)
    }
  }

  @Test("Random calls with random arguments never crash and leave sessions that work")
  func randomCalls() throws {
    OpenGame.prepare()
    for seed in 1...(isFullTier ? 40 : 3) {
      var caller = RandomCaller(seed: UInt64(seed))
      defer { caller.closeAll() }
      for _ in 0..<1_500 { caller.callOnce() }
      #expect(caller.statuses.contains(0) && caller.statuses.count >= 5, "\(caller.statuses)")
    }
    let game = try OpenGame()
    #expect(carom_step(game.session, 10) == 0)
  }
}
