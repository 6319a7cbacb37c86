import CaromMaths

/// The bricks of a generated level, in rows that are symmetric about the middle.
struct BrickPattern {
  /// A brick of a pattern.
  struct Cell: Equatable {
    var kind = Kind.plain
    /// The index of the color, for kinds that have none of their own.
    var color = 0
    /// The name of the power that it drops; empty for none.
    var power = ""
  }

  /// The kinds of bricks, which are files of the game.
  enum Kind: String {
    case plain, tough, hard, bomb, steel

    /// Whether the level chooses the color.
    var isColored: Bool { self == .plain || self == .tough || self == .hard }
  }

  /// The columns from the middle to the right wall.
  private static let half = 7
  private static let (width, depth): (Float, Float) = (1.1, 0.72)

  /// The rows from the far wall on; each has the columns from left to right.
  private(set) var rows: [[Cell?]] = []

  init(_ random: inout RandomStream, _ difficulty: Float) {
    let rowCount = 7 + Int(difficulty * 2) + random.int(below: 2)
    // Patterns that are nearly empty or full are rare, but dull.
    for _ in 0..<20 {
      let (first, second) = (Shape(&random, rowCount), Shape(&random, rowCount))
      let combination = random.int(below: 3)
      rows = (0..<rowCount).map { row in
        Self.mirrored { column in
          let (a, b) = (first.contains(column, row), second.contains(column, row))
          let isBrick = combination == 0 ? a : combination == 1 ? a && b : a != b
          return isBrick ? Cell(color: first.color(column, row)) : nil
        }
      }
      let count = rows.joined().count { $0 != nil }
      if (24 + Int(difficulty * 16)...40 + Int(difficulty * 30)).contains(count) { break }
    }
    // A pattern of nothing cannot be cleared.
    if rows.joined().allSatisfy({ $0 == nil }) { rows[0] = Self.mirrored { _ in Cell() } }
    harden(&random, difficulty)
    addPowers(&random, difficulty)
  }

  private static func mirrored(_ cell: (Int) -> Cell?) -> [Cell?] {
    let right = (0..<half).map(cell)
    return right.dropFirst().reversed() + right
  }

  /// Makes some bricks harder, indestructible or explosive, the same on both sides.
  private mutating func harden(_ random: inout RandomStream, _ difficulty: Float) {
    for row in rows.indices {
      for column in 0..<Self.half where rows[row][Self.half - 1 + column] != nil {
        let (pick, kind) = (random.float(), random.float())
        guard pick < difficulty * 0.5 else { continue }
        let new: Kind =
          kind < 0.55
          ? .tough
          : kind < 0.7 && difficulty > 0.4
            ? .hard
            : kind < 0.88 && difficulty > 0.25
              ? .bomb
              : difficulty > 0.5 && row + 1 < rows.count && column > 0 ? .steel : .tough
        for index in [Self.half - 1 + column, Self.half - 1 - column] {
          rows[row][index]?.kind = new
        }
      }
    }
  }

  /// Lets a few bricks drop a power; more of them in hard levels.
  private mutating func addPowers(_ random: inout RandomStream, _ difficulty: Float) {
    let powers = ["wide", "multiBall", "slow", "sticky", "laser", "extraLife"]
    let places = rows.indices.flatMap { row in
      rows[row].indices.filter { rows[row][$0].map { $0.kind != .steel } ?? false }
        .map { (row: row, column: $0) }
    }
    guard !places.isEmpty else { return }
    for _ in 0..<2 + Int(difficulty * 3) {
      let (row, column) = places[random.int(below: places.count)]
      // The last one is rare.
      let power = powers[random.int(below: random.int(below: 4) == 0 ? 6 : 5)]
      rows[row][column]?.power = power
    }
  }

  /// The indices of the colors of the bricks, in ascending order.
  var colors: [Int] {
    Set(rows.joined().compactMap { $0.flatMap { $0.kind.isColored ? $0.color : nil } }).sorted()
  }

  // MARK: Text

  /// Adds the bricks, those of a kind beside each other as one node that repeats.
  func addBricks(to text: inout LevelText) {
    for (row, cells) in rows.enumerated() {
      var column = 0
      while column < cells.count {
        guard let cell = cells[column] else {
          column += 1
          continue
        }
        let count = cells[column...].prefix { $0 == cell }.count
        add(cell, row, column, count, &text)
        column += count
      }
    }
  }

  private func add(
    _ cell: Cell, _ row: Int, _ column: Int, _ count: Int, _ text: inout LevelText
  ) {
    let position = Vector3(
      Float(column - Self.half + 1) * Self.width, 0, -8.1 + Float(row) * Self.depth)
    let drop = cell.power.isEmpty ? "" : #", "drop": "/powers/\#(cell.power)""#
    let spacing = LevelText.number(Self.width)
    text.add(
      text.name("brick") + "-", "brick-breaker/kinds/\(cell.kind.rawValue).json", position,
      count > 1
        ? #""repeat": { "line": { "count": \#(count), "spacing": [\#(spacing), 0, 0] } }"# : "",
      #""role": { "brick": { "debris": "/powers/debris"\#(drop) } }"#,
      cell.kind.isColored
        ? #""overrides": { ".": { "geometry": "color\#(cell.color + 1)" } }"# : "")
  }
}

extension BrickPattern {
  /// A shape of bricks and how it is colored.
  private struct Shape {
    private let kind: Int
    private let (size, shift): (Int, Int)
    private let rowCount: Int
    private let coloring: Int
    private let noise: [Bool]

    init(_ random: inout RandomStream, _ rowCount: Int) {
      kind = random.int(below: 8)
      size = 2 + random.int(below: 3)
      shift = random.int(below: 3)
      coloring = random.int(below: 4)
      self.rowCount = rowCount
      var drawn: [Bool] = []
      for _ in 0..<rowCount * BrickPattern.half { drawn.append(random.float() < 0.6) }
      noise = drawn
    }

    /// Whether a column from the middle on is part of the shape in a row.
    func contains(_ column: Int, _ row: Int) -> Bool {
      let middle = rowCount / 2
      return switch kind {
      case 0: (column + row + shift) % 2 == 0
      case 1: column + abs(row - middle) <= size + 1
      case 2: (column + shift) % size != 0
      case 3: column <= row + shift
      case 4: column <= rowCount - 1 - row + shift
      case 5: noise[row * BrickPattern.half + column]
      case 6: (row + shift) % size != 0
      // Rings about the middle.
      default: (max(column, abs(row - middle) * 2) + shift) % size != 0
      }
    }

    func color(_ column: Int, _ row: Int) -> Int {
      switch coloring {
      case 0: row % 3
      case 1: column % 3
      case 2: (column + row) % 3
      default: max(column, abs(row - rowCount / 2)) % 3
      }
    }
  }
}
