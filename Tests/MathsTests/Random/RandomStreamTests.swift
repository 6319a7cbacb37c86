import CaromMaths
import Testing

@Suite("Random stream")
struct RandomStreamTests {
  @Test("Produces the published numbers of SplitMix64 for seed 1234567")
  func agreesWithSplitMix64() {
    var stream = RandomStream(seed: 1_234_567)
    let numbers = (0..<5).map { _ in stream.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
    #expect(stream.draws == 5)
  }

  @Test("Continues where it was when restored from its two words")
  func isRestorable() {
    var stream = RandomStream(seed: 9)
    for _ in 0..<10 { _ = stream.next() }
    var other = RandomStream(seed: stream.seed, draws: stream.draws)
    #expect(other.next() == stream.next())
  }

  @Test("Floats are in their range, cover it and have the expected mean")
  func floats() {
    var stream = RandomStream(seed: 3)
    var sum: Double = 0
    var tenths = [Int](repeating: 0, count: 10)
    for _ in 0..<20_000 {
      let x = stream.float()
      #expect(x >= 0 && x < 1)
      sum += Double(x)
      tenths[Int(x * 10)] += 1
      let y = stream.float(in: -2..<(-1))
      #expect(y >= -2 && y < -1)
      let z = stream.float(in: -1...1)
      #expect(z >= -1 && z <= 1)
    }
    #expect(abs(sum / 20_000 - 0.5) < 0.01, "five standard deviations of the mean")
    #expect(tenths.allSatisfy { abs($0 - 2_000) < 220 }, "five standard deviations of a count")
    #expect(stream.float(in: 5...5) == 5)
    #expect(stream.draws == 60_001)
  }

  @Test("A half-open range never produces its upper bound, however narrow it is")
  func halfOpen() {
    var stream = RandomStream(seed: 4)
    for _ in 0..<1_000 {
      #expect(stream.float(in: 1..<Float(1).nextUp) == 1)
    }
  }

  @Test("Integers are equally likely below any bound", arguments: [1, 2, 6, 7, 1000, Int.max])
  func wholeNumbers(bound: Int) {
    var stream = RandomStream(seed: 11)
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<7_000 {
      let n = stream.int(below: bound)
      #expect(n >= 0 && n < bound)
      counts[Int(n.multipliedFullWidth(by: 7).low / UInt(bound)) % 7] += bound <= 7 ? 0 : 1
      if bound <= 7 { counts[n] += 1 }
    }
    for i in 0..<min(bound, 7) where bound <= 7 {
      let fair = 7_000 / bound
      #expect(abs(counts[i] - fair) < 200)
    }
  }
}

@Suite("Random streams")
struct RandomStreamsTests {
  @Test("A stream depends on the seed and its name, not on the order of first use")
  func orderOfUseDoesNotMatter() {
    var a = RandomStreams(seed: 1)
    var b = RandomStreams(seed: 1)
    let first = (a["bricks"].next(), a["ball"].next(), a["bricks"].next())
    let second = (b["ball"].next(), b["bricks"].next(), b["bricks"].next())
    #expect(first.0 == second.1)
    #expect(first.1 == second.0)
    #expect(first.2 == second.2)
    #expect(a == b)
    #expect(a.entries.map(\.name) == ["ball", "bricks"])
    #expect(a.entries.map(\.stream.draws) == [1, 2])
  }

  @Test("Different seeds and different names produce different streams")
  func seedsAndNamesMatter() {
    var firsts: Set<UInt64> = []
    for seed in 0..<50 as Range<UInt64> {
      var streams = RandomStreams(seed: seed)
      for name in ["", "a", "b", "ab", "ba", "é", "e\u{301}"] {
        firsts.insert(streams[name].next())
      }
    }
    #expect(firsts.count == 350)
  }

  @Test("Reading a stream creates no entry, and saved entries continue where they were")
  func entriesAreTheState() {
    var streams = RandomStreams(seed: 7)
    _ = streams["unused"].draws
    #expect(streams.entries.isEmpty)
    for name in ["c", "a", "b"] { _ = streams[name].next() }
    var copy = RandomStreams(seed: 7, entries: streams.entries.reversed())
    #expect(copy == streams)
    #expect(copy["b"].next() == streams["b"].next())
  }
}
