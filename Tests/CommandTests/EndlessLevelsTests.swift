import CaromGames
import CaromTool
import Testing

/// Levels without an end were the same each time, since the seed of the player was.
@Suite("Levels without an end")
struct EndlessLevelsTests {
  @Test("They have another seed each time, which is short enough to be typed")
  func seeds() {
    let seeds = (0..<20).map { _ in EndlessLevels.newSeed() }
    #expect(Set(seeds).count > 10)
    #expect(seeds.allSatisfy { (100_000...999_999).contains($0) })
  }

  @Test("Their titles name the seed")
  func titles() {
    #expect(
      EndlessLevels.title(3, of: MarbleMaze.self, seed: 48_213)
        == "Level 3 of Marble Maze · seed 48213")
  }
}
