import CaromAutomation
import Testing

@Suite("Shards")
struct ShardTests {
  @Test("Every scenario is in exactly one shard, in order, and sizes differ by at most one")
  func parts() throws {
    for total in [0, 1, 2, 3, 7, 10, 100, 101] {
      for count in 1...12 {
        let parts = try (1...count).map {
          try #require(Shard($0, of: count)).part(of: Array(0..<total))
        }
        #expect(parts.flatMap { $0 }.sorted() == Array(0..<total), "\(total) in \(count)")
        #expect(parts.allSatisfy { $0 == $0.sorted() })
        let sizes = parts.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1, "\(sizes)")
      }
    }
  }

  @Test("A shard is written as number and count, and anything else is refused")
  func text() {
    #expect(Shard(parsing: "2/4").map { "\($0)" } == "2/4")
    for wrong in ["", "/", "0/4", "5/4", "1/0", "-1/4", "1/", "1/2/3", "a/b", "1 / 2"] {
      #expect(Shard(parsing: wrong) == nil, "\(wrong)")
    }
  }
}
