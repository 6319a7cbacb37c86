import CaromLibrary
import CaromMaths

/// Calls functions of C with random arguments, half of which are wrong.
struct RandomCaller {
  private var random: RandomStream
  private var sessions: [carom_session] = []
  private var snapshots: [[UInt8]] = []
  /// The statuses that calls have returned.
  private(set) var statuses: Set<carom_status> = []

  init(seed: UInt64) { random = RandomStream(seed: seed) }

  private static let texts: [String] = [
    "", "marble-maze", "brick-breaker", "pinball", "rules", "drop", "Examples/joints.json",
    "../x.json", "/",
    "1", "0", "-3", "99", "level2", "ball", "//node", "//node[", "css:", "#ball", "game", "scene",
    "//label",
    "//light", "count(//node)", "position", "physics.velocity", "role", "score", "[0,1,2]",
    "[1e30,0,0]",
    "null", "{}", "1e999", "\"x\"", #"{"tilt":[1,0]}"#,
    #"[{"key":{"code":"space","isDown":true}}]"#,
    #"{"pointer":[0.1,-7]}"#, #"{"command":{"name":"present","level":"x"}}"#,
    #"{"command":{"name":"restart"}}"#, #"{"viewport":{"width":3,"height":4000000000}}"#,
    #"{"set":{"target":"/ball","property":"physics.mass","value":"-1"}}"#,
    #"{"act":["tilt"]}"#, #"{"act":["key.space","pointer"],"frameSkip":3}"#,
    #"{"observe":[{"select":"//node","property":"position","count":1000}]}"#,
    #"{"observe":[{"select":"string(//label)"}],"end":["1=0"]}"#, #"{"start":"serve"}"#,
    #"{"observe":[{"select":"//node","property":"geometry"}]}"#, "\u{0}", "é🙂",
  ]

  private mutating func text() -> String? {
    random.int(below: 12) == 0 ? nil : Self.texts[random.int(below: Self.texts.count)]
  }

  private mutating func session() -> carom_session {
    if sessions.isEmpty || random.int(below: 8) == 0 {
      return [0, 1, .max, 1 << 32, sessions.last.map { $0 &+ 1 } ?? 7][random.int(below: 5)]
    }
    return sessions[random.int(below: sessions.count)]
  }

  private mutating func number() -> Int {
    [0, 1, 2, 3, 7, 30, 84, 256, 300, 4_097, -1, .min, .max][random.int(below: 13)]
  }

  private mutating func float() -> Float {
    [0, 1, -1, 0.3, 1e30, .nan, .infinity, -.infinity][
      random.int(below: random.chance(0.9) ? 5 : 8)]
  }

  mutating func closeAll() {
    for session in sessions { carom_close(session) }
    sessions = []
  }

  /// Makes one call.
  mutating func callOnce() {
    // Opening a game takes most of the time.
    let isOpening = sessions.isEmpty || random.int(below: 100) == 0
    let status = call(isOpening ? 0 : random.int(below: 27))
    statuses.insert(status)
  }

  private mutating func call(_ kind: Int) -> carom_status {
    let (handle, a, b, c) = (session(), text(), text(), text())
    let ticks = UInt32(truncatingIfNeeded: max(0, min(40, number())))
    switch kind {
    case 0:
      guard sessions.count < 6 else { return closeOne() }
      var opened: carom_session = 0
      let game =
        random.chance(0.7) ? ["marble-maze", "pinball", "brick-breaker"][random.int(below: 3)] : a
      let status = carom_open(game, random.chance(0.6) ? nil : b, UInt64(ticks), &opened)
      if opened != 0 { sessions.append(opened) }
      return status
    case 1, 2: return random.chance(0.02) ? closeOne() : carom_tick(handle, nil)
    case 3: return carom_step(handle, random.chance(0.05) ? .max : ticks)
    case 4: return carom_play(handle, ticks)
    case 5: return carom_send(handle, a)
    case 6: return withMemory { carom_find(handle, a, $0, $1, $2) }
    case 7: return withMemory { carom_get(handle, a, b, $0, $1, $2) }
    case 8: return carom_set(handle, a, b, c)
    case 9: return carom_reset(handle, UInt64(ticks))
    case 10: return carom_set_task(handle, a)
    case 11: return withMemory { carom_layout(handle, $0, $1, $2) }
    case 12: return observe(handle)
    case 13, 14, 15: return step()
    case 16: return carom_record(handle)
    case 17: return withMemory { carom_recording(handle, $0, $1, $2) }
    case 18: return snapshot(handle)
    case 19: return restore(handle)
    case 20: return render(handle, a)
    case 21:
      return a.map { carom_verify($0, $0.utf8.count, nil) } ?? carom_verify(nil, number(), nil)
    case 22: return withMemory { carom_describe(handle, $0, $1, $2) }
    case 23: return withMemory { carom_games($0, $1, $2) }
    case 24:
      var state: UInt64 = 0
      return random.chance(0.9)
        ? carom_save_state(handle, &state) : carom_save_state(handle, nil)
    case 25: return carom_load_state(handle, UInt64(ticks))
    default: return carom_drop_state(handle, UInt64(ticks))
    }
  }

  private mutating func closeOne() -> carom_status {
    guard let session = sessions.popLast() else { return carom_close(0) }
    return carom_close(session)
  }

  /// Calls with memory of a random size, which may be missing.
  private mutating func withMemory(
    _ body: (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>?) -> carom_status
  ) -> carom_status {
    var length = 0
    guard random.chance(0.9) else { return body(nil, 0, nil) }
    guard random.chance(0.9) else { return body(nil, number(), &length) }
    var memory = [CChar](repeating: 0, count: [0, 1, 64, 4_096, 1 << 20][random.int(below: 5)])
    let capacity = random.chance(0.95) ? memory.count : -memory.count
    return memory.withUnsafeMutableBufferPointer { body($0.baseAddress, capacity, &length) }
  }

  private mutating func observe(_ handle: carom_session) -> carom_status {
    var numbers = [Float](repeating: 0, count: 4_096)
    let count = random.chance(0.5) ? 1 : min(4_096, abs(number() & 0xFFF))
    return random.chance(0.1)
      ? carom_observe(handle, nil, count) : carom_observe(handle, &numbers, count)
  }

  private mutating func step() -> carom_status {
    let count = random.int(below: 4)
    let handles = (0..<max(count, 1)).map { _ in session() }
    var actions = (0..<64).map { _ in float() }
    var observations = [Float](repeating: 0, count: 4 * 4_096)
    var resets = (0..<4).map { _ in UInt8(random.int(below: 2)) }
    var seeds = (0..<4).map { _ in UInt64(random.int(below: 5)) }
    var rewards = [Double](repeating: 0, count: 4)
    var steps = carom_steps()
    steps.size = random.chance(0.95) ? UInt32(MemoryLayout<carom_steps>.size) : 9
    steps.threads = UInt32([0, 1, 2, 300][random.int(below: random.chance(0.9) ? 3 : 4)])
    (steps.action_count, steps.observation_count) = (
      [0, 1, 2, 3, 4, 8][random.int(below: 6)], random.int(below: 64)
    )
    let (hasActions, hasObservations, hasResets, hasSeeds) = (
      random.chance(0.9), random.chance(0.3), random.chance(0.5), random.chance(0.8)
    )
    let isOnlyObserving = random.chance(0.2)
    return actions.withUnsafeMutableBufferPointer { actions in
      observations.withUnsafeMutableBufferPointer { observations in
        resets.withUnsafeMutableBufferPointer { resets in
          seeds.withUnsafeMutableBufferPointer { seeds in
            rewards.withUnsafeMutableBufferPointer { rewards in
              if hasActions { steps.actions = UnsafePointer(actions.baseAddress) }
              if hasObservations { steps.observations = observations.baseAddress }
              if hasResets { steps.resets = UnsafePointer(resets.baseAddress) }
              if hasSeeds { steps.seeds = UnsafePointer(seeds.baseAddress) }
              steps.rewards = rewards.baseAddress
              return isOnlyObserving
                ? carom_observe_many(handles, count, &steps)
                : carom_step_many(handles, count, &steps)
            }
          }
        }
      }
    }
  }

  private mutating func snapshot(_ handle: carom_session) -> carom_status {
    var length = 0
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let capacity = random.chance(0.8) ? bytes.count : 100
    let status = carom_snapshot(handle, &bytes, capacity, &length)
    if status == 0, snapshots.count < 8 { snapshots.append(Array(bytes.prefix(length))) }
    return status
  }

  private mutating func restore(_ handle: carom_session) -> carom_status {
    guard !snapshots.isEmpty else { return carom_restore(handle, nil, 0) }
    var bytes = snapshots[random.int(below: snapshots.count)]
    if random.chance(0.3) { bytes[random.int(below: bytes.count)] ^= 1 }
    let count = random.chance(0.9) ? bytes.count : random.int(below: bytes.count)
    return carom_restore(handle, bytes, count)
  }

  private mutating func render(_ handle: carom_session, _ camera: String?) -> carom_status {
    var pixels = [UInt8](repeating: 0, count: 3 * 84 * 84)
    let sizes: [UInt32] = [0, 1, 7, 84, 90, 5_000]
    let (width, height) = (sizes[random.int(below: 6)], sizes[random.int(below: 6)])
    if random.chance(0.3) {
      var nodes = [UInt32](repeating: 0, count: 84 * 84)
      return carom_render_geometry(handle, nil, width, height, nil, &nodes, nil, 84 * 84)
    }
    return carom_render(
      handle, random.chance(0.8) ? nil : camera, width, height, UInt32(random.int(below: 9)),
      &pixels,
      pixels.count)
  }
}
