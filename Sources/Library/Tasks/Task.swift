import CaromAutomation
import CaromDocuments
import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A task, compiled for a session: actions, observations, reward and end as numbers.
///
/// A task has no state of its own: what a step returns depends on the state of the session before
/// and after it, so that episodes go on after a snapshot is restored.
final class Task {
  /// The text that it was compiled from, to compile it for another session.
  let text: String
  let actions: ActionLayout
  let observations: [ObservedNumbers]
  /// The number of observed numbers.
  let observationCount: Int
  private let description: TaskDescription
  private let rewards: [Reward]
  private let ends: [Locator]
  private let start: ActionLayout?

  /// A term of the reward.
  private struct Reward {
    let numbers: ObservedNumbers
    let isChange: Bool
    let isDistance: Bool
    let weight: Double

    /// The number, or the length of the vector to another node.
    func value(_ session: Session) -> Double {
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 4) { values in
        guard let base = values.baseAddress else { return 0 }
        numbers.read(session, base)
        guard isDistance else { return Double(base[0]) }
        var sum = 0.0
        for index in 0..<numbers.numbers.count { sum += Double(base[index]) * Double(base[index]) }
        return sum.squareRoot()
      }
    }
  }

  /// Reads and compiles a task.
  init(_ text: String, for session: Session) throws(CallFailure) {
    self.text = text
    var description = TaskDescription()
    do throws(Problem) {
      let json = try JSON.parse(text, name: "task")
      var reader = Reader()
      description.readProperties(json, &reader)
      if let problem = reader.takeProblems().first { throw problem }
    } catch { throw CallFailure(.badArgument, "\(error)") }
    let game = type(of: session.game)
    if description.observe.isEmpty { description.observe = Self.everything(in: session) }
    self.description = description
    actions = try ActionLayout(description.act, of: game)
    var observations: [ObservedNumbers] = []
    for term in description.observe { observations.append(try ObservedNumbers(term, in: session)) }
    self.observations = observations
    observationCount = observations.reduce(0) { $0 + $1.numbers.count }
    var rewards: [Reward] = []
    for term in description.reward { rewards.append(try Self.reward(term, in: session)) }
    self.rewards = rewards
    var ends: [Locator] = []
    for text in description.end { ends.append(try ObservedNumbers.locator(text)) }
    self.ends = ends
    start = description.start.isEmpty ? nil : try ActionLayout([description.start], of: game)
  }

  private static func reward(
    _ term: RewardTerm, in session: Session
  ) throws(CallFailure) -> Reward {
    let numbers = try ObservedNumbers(term.observed, in: session)
    let isDistance = !term.distanceTo.isEmpty
    guard numbers.numbers.count == 1 || isDistance else {
      throw CallFailure(
        .badArgument,
        "reward: \(term.property) has \(numbers.numbers.count) numbers; one number, such as "
          + "\(term.property).x, is accepted, or distanceTo another node")
    }
    return Reward(
      numbers: numbers, isChange: term.kind == .change, isDistance: isDistance,
      weight: Double(term.weight))
  }

  /// The numbers of the game's state, and position and velocity of each body that forces move.
  private static func everything(in session: Session) -> [ObservedTerm] {
    func term(_ select: String, _ property: String) -> ObservedTerm {
      var term = ObservedTerm()
      (term.select, term.property) = (select, property)
      return term
    }
    func names<G: Game>(_: G) -> [String] { G.State.numericProperties }
    var terms = names(session.game).map { term("game", $0) }
    session.scene.rootNode.enumerateHierarchy { node, stop in
      stop = terms.count >= 256
      guard !stop, node.physicsBody?.type == .dynamic else { return }
      let path = node.path
      // A name can have any characters; those of one that ends the text are left out.
      guard !path.contains("'"), !path.contains("[") else { return }
      for property in ["worldPosition", "physics.velocity"] {
        terms.append(term("//node[@path='\(path)']", property))
      }
    }
    return terms
  }

  // MARK: Steps

  /// What follows a step.
  struct Result {
    var reward = 0.0
    var isTerminated = false
    var isTruncated = false
  }

  /// Returns to the first tick with a seed and begins the game.
  func reset(_ session: Session, seed: UInt64) {
    session.reset(seed: seed)
    guard let start else { return }
    var (pressed, released): (Float, Float) = (1, 0)
    // Two seconds: some games begin only after a countdown.
    for _ in 0..<60 where !session.hasBegun {
      start.send(&pressed, to: session)
      session.step()
      start.send(&released, to: session)
      session.step()
    }
  }

  /// Applies an action and runs the ticks of a step.
  func step(_ session: Session, _ action: UnsafePointer<Float>) -> Result {
    actions.send(action, to: session)
    let score = session.score
    let before = rewards.map { $0.isChange ? $0.value(session) : 0 }
    for _ in 0..<description.frameSkip {
      session.step()
      if session.isOver || isTooLong(session) { break }
    }
    var result = end(of: session)
    if rewards.isEmpty {
      let change = Double(session.score) - Double(score)
      result.reward = type(of: session.game).scoring == .fewestPoints ? -change : change
    }
    for (reward, old) in zip(rewards, before) {
      result.reward += reward.weight * (reward.value(session) - old)
    }
    return result
  }

  /// Whether the episode of a session has ended.
  func end(of session: Session) -> Result {
    var result = Result()
    result.isTerminated = session.isOver || ends.contains { holds($0, session) }
    result.isTruncated = !result.isTerminated && isTooLong(session)
    return result
  }

  private func isTooLong(_ session: Session) -> Bool {
    description.maximumTicks > 0 && session.tick >= UInt64(description.maximumTicks)
  }

  private func holds(_ locator: Locator, _ session: Session) -> Bool {
    switch try? Finder(session).evaluate(locator) {
    case .matches(let found): !found.isEmpty
    case .number(let number): number != 0 && !number.isNaN
    case .boolean(let flag): flag
    case .string(let text): !text.isEmpty
    case nil: false
    }
  }

  /// Writes the observed numbers.
  func observe(_ session: Session, _ out: UnsafeMutablePointer<Float>) {
    var out = out
    for term in observations {
      term.read(session, out)
      out += term.numbers.count
    }
  }

  /// The layout as JSON.
  var layout: String {
    var json = JSONWriter()
    json.object { json in
      json.key("actions")
      json.array { json in for number in actions.numbers { number.write(&json) } }
      json.key("observations")
      json.array { json in
        for term in observations { for number in term.numbers { number.write(&json) } }
      }
      json.key("frameSkip")
      json.value(description.frameSkip)
      json.key("maximumTicks")
      json.value(description.maximumTicks)
    }
    return json.text
  }
}

extension Session {
  /// Whether the game is over.
  var isOver: Bool { Self.state(of: game).isOver }
  /// Whether the player has begun.
  var hasBegun: Bool { Self.state(of: game).hasBegun }

  private static func state(of game: some Game) -> any GameState { game.state }
}
