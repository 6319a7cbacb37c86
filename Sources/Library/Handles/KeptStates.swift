/// The states that the caller of a session keeps in memory, by numbers that are not used again.
struct KeptStates {
  /// The greatest number of states at once.
  static let limit = 1_000_000

  private var states: [UInt64: EncodedSnapshot] = [:]
  private var last: UInt64 = 0

  /// Keeps a state and returns its number.
  mutating func add(_ state: EncodedSnapshot) throws(CallFailure) -> UInt64 {
    guard states.count < Self.limit else {
      throw CallFailure(
        .badArgument, "state: \(Self.limit) states are kept; drop one of them first")
    }
    last += 1
    states[last] = state
    return last
  }

  /// The state with a number.
  func state(_ number: UInt64) throws(CallFailure) -> EncodedSnapshot {
    guard let state = states[number] else { throw missing(number) }
    return state
  }

  /// Forgets the state with a number.
  mutating func remove(_ number: UInt64) throws(CallFailure) {
    guard states.removeValue(forKey: number) != nil else { throw missing(number) }
  }

  private func missing(_ number: UInt64) -> CallFailure {
    CallFailure(
      .badArgument,
      "state: the session keeps no state \(number); what carom_save_state has set is accepted")
  }
}
