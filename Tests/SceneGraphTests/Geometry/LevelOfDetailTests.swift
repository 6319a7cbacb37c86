import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Levels of detail")
struct LevelOfDetailTests {
  let fine = Geometry.sphere()
  let coarse = Geometry.box()
  let coarsest = Geometry.plane()

  @Test("Parity levelsOfDetail: the level of the greatest distance that is reached is drawn")
  func byDistance() {
    fine.levelsOfDetail = [
      LevelOfDetail(coarsest, worldSpaceDistance: 50),
      LevelOfDetail(coarse, worldSpaceDistance: 10),
      LevelOfDetail(nil, worldSpaceDistance: 100),
    ]
    #expect(fine.level(atDistance: 9.9, screenSpaceRadius: 5) === fine)
    #expect(fine.level(atDistance: 10, screenSpaceRadius: 5) === coarse)
    #expect(fine.level(atDistance: 99, screenSpaceRadius: 5) === coarsest)
    #expect(fine.level(atDistance: 100, screenSpaceRadius: 5) == nil)
  }

  @Test("Parity levelsOfDetail: the level of the least radius that is not exceeded is drawn")
  func byRadius() {
    fine.levelsOfDetail = [
      LevelOfDetail(coarse, screenSpaceRadius: 40), LevelOfDetail(coarsest, screenSpaceRadius: 4),
      LevelOfDetail(nil, screenSpaceRadius: 1),
    ]
    #expect(fine.level(atDistance: 1, screenSpaceRadius: 41) === fine)
    #expect(fine.level(atDistance: 1, screenSpaceRadius: 40) === coarse)
    #expect(fine.level(atDistance: 1, screenSpaceRadius: 3) === coarsest)
    #expect(fine.level(atDistance: 1, screenSpaceRadius: 0.5) == nil)
  }

  @Test("A copy has the same levels, and shares them")
  func copies() {
    fine.levelsOfDetail = [LevelOfDetail(coarse, worldSpaceDistance: 10)]
    #expect(fine.copy().levelsOfDetail.first?.geometry === coarse)
    #expect(Geometry.box().level(atDistance: 1e6, screenSpaceRadius: 0) != nil)
  }

  @Test("A level that refers back to its own geometry is dropped")
  func circles() {
    coarse.levelsOfDetail = [LevelOfDetail(fine, worldSpaceDistance: 5)]
    fine.levelsOfDetail = [
      LevelOfDetail(fine, worldSpaceDistance: 1), LevelOfDetail(coarse, worldSpaceDistance: 2),
      LevelOfDetail(coarsest, worldSpaceDistance: 3),
    ]
    #expect(fine.levelsOfDetail.map { $0.geometry === coarsest } == [true])
  }
}
