import CaromMaths
import CaromProperties
import Testing

@Suite("Saved state")
struct SavedStateTests {
  private let coats = [Coat(), Coat()]
  private let buffer = StateBuffer()

  private func pieces(_ houses: [House]) -> StatePieces {
    buffer.pieces { for house in houses { house.save(&$0) } }
  }
  private func bytes(_ houses: [House]) -> [UInt8] {
    buffer.fill { for house in houses { house.save(&$0) } }
    return buffer.array
  }
  private func load(_ state: StatePieces, _ houses: [House]) -> StateProblem? {
    StateSource.read(state) { source in
      for house in houses { house.load(&source) }
      do throws(StateProblem) { try source.finish() } catch { return error }
      return nil
    }
  }

  @Test("Unchanged state is written once, with the bytes of a complete save")
  func unchanged() {
    let houses = [House(coats[0]), House(coats[0], height: 2), House(coats[1], height: 3)]
    for _ in 0..<3 {
      #expect(bytes(houses) == freshBytes(houses))
      #expect(pieces(houses).bytes == freshBytes(houses))
    }
    #expect(houses.map(\.saves) == [1, 1, 1])
    houses[1].wall.height = 7
    #expect(pieces(houses).bytes == freshBytes(houses))
    #expect(houses.map(\.saves) == [1, 2, 1])
  }

  @Test("Content of a shared object that changes is written again, and no other")
  func sharedContent() {
    let houses = [House(coats[0]), House(coats[0]), House(coats[1])]
    _ = bytes(houses)
    coats[0].gloss = 5
    #expect(pieces(houses).bytes == freshBytes(houses))
    #expect(houses.map(\.saves) == [2, 1, 1])
  }

  @Test("State is written again where its shared objects get other numbers")
  func otherNumbers() {
    let houses = [House(coats[0]), House(coats[1]), House(coats[0])]
    _ = bytes(houses)
    // The first reference is now in the last house.
    let without = [houses[1], houses[2]]
    #expect(bytes(without) == freshBytes(without))
    #expect(bytes(houses) == freshBytes(houses))
    houses[0].wall.coat = coats[1]
    #expect(pieces(houses).bytes == freshBytes(houses))
  }

  @Test("State that changes unnoticed, or refers to untracked objects, is always written")
  func unnoticed() {
    let house = House(coats[0])
    house.isRestless = true
    for _ in 0..<3 { _ = bytes([house]) }
    #expect(house.saves == 3)
  }

  @Test("Only state that differs is restored, with shared objects as they were")
  func restored() {
    let houses = [House(coats[0], height: 1), House(coats[0], height: 2), House(coats[1])]
    let start = pieces(houses)
    houses[1].wall.height = 9
    let later = pieces(houses)
    #expect(load(start, houses) == nil)
    #expect(houses.map(\.loads) == [0, 1, 0])
    #expect(bytes(houses) == start.bytes && houses[1].wall.coat === houses[0].wall.coat)
    #expect(load(later, houses) == nil)
    #expect(bytes(houses) == later.bytes && houses[1].wall.height == 9)
  }

  @Test("Plain bytes and the pieces of other owners are restored as well, skipping what is equal")
  func foreign() {
    let own = [House(coats[0], height: 1), House(coats[1], height: 2)]
    let other = [House(Coat(), height: 1), House(Coat(), height: 5)]
    let state = pieces(other)
    _ = bytes(own)
    #expect(load(state, own) == nil)
    #expect(own.map(\.loads) == [0, 1] && own[1].wall.height == 5)
    #expect(bytes(own) == state.bytes)
    own[0].wall.height = 3
    _ = bytes(own)
    #expect(load(StatePieces(bytes: state.bytes), own) == nil)
    #expect(bytes(own) == state.bytes)
  }

  @Test("An object that was shared is restored as a shared object, and one that was not is not")
  func sharing() {
    let houses = [House(coats[0]), House(coats[0])]
    let shared = pieces(houses)
    houses[1].wall.coat = coats[1]
    let separate = pieces(houses)
    #expect(load(shared, houses) == nil)
    #expect(houses[0].wall.coat === houses[1].wall.coat)
    #expect(load(separate, houses) == nil)
    #expect(houses[0].wall.coat !== houses[1].wall.coat)
    #expect(bytes(houses) == separate.bytes)
  }

  @Test("Random changes, snapshots and restores keep every state and the sharing of objects")
  func random() {
    var random = RandomStreams(seed: 11)
    let houses = (0..<6).map { House(nil, height: Float($0)) }
    let coats = (0..<4).map { _ in Coat() }
    var known: [(state: StatePieces, bytes: [UInt8])] = []
    for _ in 0..<5_000 {
      let house = houses[random["house"].int(below: 6)]
      switch random["kind"].int(below: 6) {
      case 0: house.wall.height += 1
      case 1: house.wall.coat = coats[random["coat"].int(below: 4)]
      case 2: house.wall.coat?.gloss += 1
      case 3: house.wall.coat = nil
      case 4:
        let state = pieces(houses)
        #expect(state.bytes == freshBytes(houses))
        if known.count < 40 { known.append((state, state.bytes)) }
      default:
        guard !known.isEmpty else { continue }
        let chosen = known[random["state"].int(below: known.count)]
        #expect(load(chosen.state, houses) == nil)
        #expect(freshBytes(houses) == chosen.bytes)
        #expect(chosen.state.bytes == chosen.bytes)
      }
    }
    #expect(known.count == 40)
  }

  @Test("Damaged bytes are restored or rejected, never more than there are")
  func damaged() {
    let houses = [House(coats[0], height: 1), House(coats[1], height: 2)]
    let whole = pieces(houses).bytes
    var random = RandomStreams(seed: 5)
    for _ in 0..<2_000 {
      var damaged = Array(whole.prefix(random["cut"].int(below: whole.count + 1)))
      if !damaged.isEmpty {
        damaged[random["place"].int(below: damaged.count)] =
          UInt8(random["byte"].int(below: 256))
      }
      if load(StatePieces(bytes: damaged), houses) == nil {
        #expect(bytes(houses).count == damaged.count)
      }
    }
  }
}
