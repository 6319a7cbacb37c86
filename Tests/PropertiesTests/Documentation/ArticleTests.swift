import CaromDocuments
import CaromProperties
import Foundation
import TestSupport
import Testing

/// The code of the documentation's articles, here to be compiled and run.
private enum Article {
  struct Thruster: Part {
    static let summary = "Pushes its node forward"

    var force: Float = 100
    var angle: Float = 0
    var heat: Float = 0

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("force", \.force, "The force along −Z", .newtons, 0...1e6)
      p.degrees("angleDegrees", \.angle, "The angle of the nozzle", -30...30)
      p.property("heat", \.heat, "The temperature above that of the air", in: .state)
    }
  }

  struct Engine: Part {
    static let summary = "Drives a rocket"

    var thruster = Thruster()
    var fuel: Float = 50
    var limit: Float?
    var names: [String] = []

    var problem: String? {
      limit.map { $0 < thruster.force } == true
        ? "the limit is below the force; a limit of at least the force is accepted" : nil
    }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("thruster", \.thruster, "The thruster")
      p.property("fuel", \.fuel, "The remaining fuel", .kilograms, 0...1e5, in: .required)
      p.property("limit", \.limit, "The maximum force; if absent, any", .newtons, 0...1e6)
      p.property("names", \.names, "The names of the stages")
    }
  }

  enum Fuel: String, EnumName { case kerosene, hydrogen, methane }

  enum Nozzle: Variant {
    case bell(Bell)
    case ring(Ring)

    init() { self = .bell(Bell()) }

    static func cases(_ c: inout some CaseVisitor<Self>) {
      c.case("bell", Self.bell) { if case .bell(let payload) = $0 { payload } else { nil } }
      c.case("ring", Self.ring) { if case .ring(let payload) = $0 { payload } else { nil } }
    }
  }

  struct Bell: Part {
    static let summary = "A nozzle in the shape of a bell"
    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }

  struct Ring: Part {
    static let summary = "Nozzles around a circle"
    var radius: Float = 1
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("radius", \.radius, "The radius of the circle", .meters, 0.1...100)
    }
  }

  final class Paint: Shared {
    static let summary = "The paint of a rocket"
    var name = ""
    var gloss: Float = 0.5

    static func properties(_ p: inout some PropertyVisitor<Paint>) {
      p.property("name", \.name, "The name in the file", in: .state)
      p.property("gloss", \.gloss, "The gloss", .ratio, 0...1)
    }

    func copy() -> Paint {
      let copy = Paint()
      copy.gloss = gloss
      return copy
    }
  }

  final class Rocket {
    var engine = Engine() { didSet { saved = nil } }
    var saved: SavedState?

    func save(_ sink: inout StateSink) {
      if sink.put(saved) { return }
      let mark = sink.beginSaving()
      engine.saveState(&sink)
      saved = sink.endSaving(mark)
    }

    func load(_ source: inout StateSource) {
      if source.skip(saved) { return }
      let mark = source.beginLoading()
      engine.loadState(&source)
      source.endLoading(mark)
    }
  }

  struct CountNumbers<Root>: PropertyVisitor {
    var count = 0

    mutating func visit<V: PropertyValue>(
      _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
      _ path: WritableKeyPath<Root, V>
    ) {
      if V.self == Float.self, scope.isInFile { count += 1 }
    }

    mutating func visit<V: PropertyValue>(
      _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
      _ path: ReferenceWritableKeyPath<Root, V>
    ) {
      visit(scope, info(), path as WritableKeyPath<Root, V>)
    }
  }

  static func run() throws {
    let json = try JSON.parse("{ \"fuel\": 20, \"thruster\": { \"angleDegrees\": 10 } }")
    var reader = Reader()
    var engine = Engine()
    engine.readProperties(json, &reader)
    precondition(reader.problems.isEmpty && engine.fuel == 20)

    let angle = try engine.get("thruster.angleDegrees")
    try engine.set("thruster.force", to: JSON.parse("300"))
    precondition(angle == "10" && engine.thruster.force == 300)

    let buffer = StateBuffer()
    buffer.fill { engine.saveState(&$0) }
    let saved = buffer.array

    var restored = Engine()
    saved.withUnsafeBytes { bytes in
      var source = StateSource(bytes)
      restored.loadState(&source)
    }
    precondition(restored.stateHash == engine.stateHash)

    let rocket = Rocket()
    let pieces = StateBuffer().pieces { rocket.save(&$0) }
    rocket.engine.fuel = 0
    StateSource.read(pieces) { rocket.load(&$0) }
    precondition(rocket.engine.stateHash == Engine().stateHash)

    var layout = StateLayout()
    layout.add(Engine.self)
    precondition(layout.tag.count == 16)
    precondition(layout.lines.last?.hasPrefix("Engine{thruster:Thruster,fuel:Float") == true)

    precondition(undeclaredProperties(reachableFrom: [Engine.self]).isEmpty)

    var numbers = CountNumbers<Thruster>()
    Thruster.properties(&numbers)
    precondition(numbers.count == 2)
  }
}

@Suite("Articles on properties")
struct ArticleTests {
  @Test("The code of the articles runs")
  func runs() throws {
    try Article.run()
    #expect(Article.Nozzle.caseNames == ["bell", "ring"] && Article.Fuel.allCases.count == 3)
    var reader = Reader()
    var engine = Article.Engine()
    engine.readProperties(try JSON.parse("{ \"fuel\": 2e5 }"), &reader)
    #expect(reader.problems.map(\.message) == ["2e5 is out of range; 0…100000 kg is accepted"])
    #expect(Article.Paint.fileKeys == ["gloss"])
  }

  @Test("Every line of code in the articles is a line of these tests")
  func linesAreCompiled() throws {
    func trimmed(_ line: Substring) -> String { line.trimmingCharacters(in: .whitespaces) }
    let compiled = Set(
      try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n").map(trimmed))
    let folder = Repository.url("Sources/Properties/Documentation.docc")
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      var isCode = false
      for line in text.split(separator: "\n") {
        if line.hasPrefix("```") {
          isCode = line == "```swift"
        } else if isCode {
          count += 1
          #expect(compiled.contains(trimmed(line)), "\(name): \(line)")
        }
      }
    }
    #expect(count > 90)
  }
}
