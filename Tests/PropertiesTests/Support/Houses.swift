import CaromProperties

/// An object that several owners share.
final class Coat: Shared, ContentTracking {
  static let summary = "A coat of paint"
  static let undeclaredByDesign: Set<String> = ["name", "contentMark"]
  let name = ""
  var gloss: Float = 1 { didSet { changed() } }
  /// Another coat below it.
  var lining: Coat? { didSet { changed() } }
  private(set) var contentMark: ContentMark?
  init() {}

  private func changed() {
    contentMark?.discard()
    contentMark = nil
  }

  func copy() -> Coat { Coat() }
  static func properties(_ p: inout some PropertyVisitor<Coat>) {
    p.property("gloss", \.gloss, "The gloss", .none, 0...1e9)
    p.property("lining", \.lining, "The coat below it")
  }
  func save(_ sink: inout StateSink) {
    sink.put(reference: self) { sink in
      saveState(&sink)
      if contentMark == nil { contentMark = ContentMark() }
    }
  }
}

struct Wall: Part {
  static let summary = "A wall"
  var height: Float = 0
  var coat: Coat?
  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("height", \.height, "The height", .meters, 0...1e9)
    p.property("coat", \.coat, "The coat")
  }
}

/// An owner of state.
final class House {
  var wall = Wall() { didSet { saved = nil } }
  var saved: SavedState?
  /// How often the properties were visited.
  private(set) var (saves, loads) = (0, 0)
  /// Whether its state is said to change unnoticed.
  var isRestless = false

  init(_ coat: Coat? = nil, height: Float = 0) { (wall.coat, wall.height) = (coat, height) }

  func save(_ sink: inout StateSink) {
    if sink.put(saved) { return }
    saves += 1
    let mark = sink.beginSaving()
    if isRestless { sink.rejectSaving() }
    wall.saveState(&sink)
    saved = sink.endSaving(mark)
  }

  func load(_ source: inout StateSource) {
    if source.skip(saved) { return }
    loads += 1
    let mark = source.beginLoading()
    wall.loadState(&source)
    source.endLoading(mark)
  }

  func save(_ sink: inout StateSink, _ sequence: SavedSequence, _ index: Int) {
    if saved != nil, sink.put(sequence, index) { return }
    saves += 1
    let mark = sink.beginSaving(sequence, index)
    wall.saveState(&sink)
    saved = sink.endSaving(mark, sequence, index)
  }

  func load(_ source: inout StateSource, _ sequence: SavedSequence, _ index: Int) -> Bool {
    if saved != nil, source.skip(sequence, index) { return true }
    guard let mark = source.beginLoading(sequence, index) else { return false }
    loads += 1
    wall.loadState(&source)
    saved = source.endLoading(mark, sequence, index)
    return true
  }
}

/// The bytes of houses without any saved state.
func freshBytes(_ houses: [House]) -> [UInt8] {
  let buffer = StateBuffer()
  buffer.fill { for house in houses { house.wall.saveState(&$0) } }
  return buffer.array
}
