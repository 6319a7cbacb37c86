import CaromMaths

/// A line of a physics scene, read word by word.
///
/// Words are separated by spaces or tabs. They are read in place, because a mesh is one line with
/// millions of words.
struct SceneLine {
  /// The number of the line, counted from 1.
  let number: Int
  /// The form of the line, for messages; set once the first word is known.
  var form = ""
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(number: Int, bytes: ArraySlice<UInt8>) {
    (self.number, self.bytes, position) = (number, bytes, bytes.startIndex)
    skipSpaces()
  }

  /// Whether no word is left.
  var isAtEnd: Bool { position == bytes.endIndex }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func skipSpaces() {
    while position < bytes.endIndex, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// A problem of this line.
  func problem(_ text: String) -> PhysicsSceneError.Problem { .init(line: number, text: text) }

  /// Throws the problem of a value, with the word quoted and shortened.
  private func refuse(
    _ name: String, _ word: String, _ accepted: String
  ) throws(PhysicsSceneError.Problem) -> Never {
    let quoted = word.count > 40 ? word.prefix(40) + "…" : word[...]
    throw problem("\(name) is '\(quoted)'; \(accepted) is accepted")
  }

  /// The next word.
  mutating func word(_ name: String) throws(PhysicsSceneError.Problem) -> String {
    guard !isAtEnd else {
      throw problem("the line ends before \(name); '\(form)' is accepted")
    }
    let start = position
    while position < bytes.endIndex, !Self.isSpace(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    skipSpaces()
    return word
  }

  /// The next word as an integer of a range.
  mutating func integer(
    _ name: String, _ range: ClosedRange<Int>
  ) throws(PhysicsSceneError.Problem) -> Int {
    let word = try word(name)
    guard let value = Int(word), range.contains(value) else {
      try refuse(name, word, "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// The next word, 0 or 1, as a Boolean.
  mutating func flag(_ name: String) throws(PhysicsSceneError.Problem) -> Bool {
    try integer(name, 0...1) == 1
  }

  /// The next word as a finite number.
  mutating func number(_ name: String) throws(PhysicsSceneError.Problem) -> Float {
    let word = try word(name)
    guard let value = Float(word), value.isFinite else { try refuse(name, word, "a finite number") }
    return value
  }

  /// The next three words as a vector.
  mutating func vector(_ name: String) throws(PhysicsSceneError.Problem) -> Vector3 {
    let x = try number(name + " x")
    let y = try number(name + " y")
    return Vector3(x, y, try number(name + " z"))
  }

  /// The next four words as a rotation, of a length above 0.
  mutating func rotation(_ name: String) throws(PhysicsSceneError.Problem) -> Quaternion {
    let vector = try vector(name)
    let q = Quaternion(vector.x, vector.y, vector.z, try number(name + " w"))
    guard q.dot(q) > 1e-12, q.dot(q).isFinite else {
      throw problem("\(name) has no direction; a quaternion x y z w of length 1 is accepted")
    }
    return q
  }

  /// The next words as points.
  mutating func points(
    _ name: String, count: Int
  ) throws(PhysicsSceneError.Problem) -> [Vector3] {
    var points: [Vector3] = []
    for index in 0..<count { points.append(try vector("\(name) \(index)")) }
    return points
  }

  /// Throws unless all words were read.
  func end() throws(PhysicsSceneError.Problem) {
    if !isAtEnd { throw problem("the line has words after its end; '\(form)' is accepted") }
  }
}
