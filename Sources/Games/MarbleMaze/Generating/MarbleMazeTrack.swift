import CaromMaths

/// The way of a generated level: platforms, and what leads from each to the next.
///
/// The way never turns back towards the camera, so it cannot cross itself.
struct MarbleMazeTrack {
  /// The nodes so far.
  var text: LevelText
  let look: MarbleMazeLook
  var random: RandomStream
  let difficulty: Float
  /// The center of the top of the last platform.
  private(set) var place = Vector3.zero
  /// The direction in which the way leaves the last platform.
  private(set) var heading = Heading.away
  /// What the platforms and the ways between them cover.
  private(set) var boxes: [AABB] = []
  /// The height of the lowest platform.
  private(set) var lowest: Float = 0

  /// A direction of the way, as the camera sees it.
  enum Heading: CaseIterable {
    case away, left, right

    var vector: Vector3 {
      switch self {
      case .away: Vector3(0, 0, -1)
      case .left: Vector3(-1, 0, 0)
      case .right: Vector3(1, 0, 0)
      }
    }

    /// The angle that turns the direction away from the camera to this one, in degrees.
    var yaw: Int {
      switch self {
      case .away: 0
      case .left: 90
      case .right: -90
      }
    }

    /// The direction to the right of this one.
    var side: Vector3 {
      switch self {
      case .away: Vector3(1, 0, 0)
      case .left: Vector3(0, 0, -1)
      case .right: Vector3(0, 0, 1)
      }
    }
  }

  init(_ text: LevelText, _ look: MarbleMazeLook, _ random: RandomStream, _ difficulty: Float) {
    (self.text, self.look, self.random, self.difficulty) = (text, look, random, difficulty)
  }

  /// Adds all platforms and ways, and the goal.
  mutating func build() {
    addPlatform()
    let count = 4 + Int(difficulty * 7) + random.int(below: 2)
    var last: Link?
    for index in 0..<count {
      turn(isFirst: index == 0)
      let link = chooseLink(after: last)
      last = link
      add(link)
      if index + 1 == count {
        text.add("goal", "objects/goal.json", place + Vector3(0, 0.6, 0))
      } else {
        if index % 2 == 1 {
          text.add(text.name("checkpoint"), "objects/checkpoint.json", up(place, 0.5))
        }
        if random.int(below: 3) > 0 { addPearl(place) }
      }
    }
  }

  private mutating func turn(isFirst: Bool) {
    if isFirst { return }
    let headings = Heading.allCases.filter { next in
      // Neither back nor too far to the side.
      if next == .away { return true }
      if heading != .away { return next == heading && abs(place.x) < 24 }
      return next == .left ? place.x > -24 : place.x < 24
    }
    heading = headings[random.int(below: headings.count)]
  }

  private mutating func chooseLink(after last: Link?) -> Link {
    let known = Link.allCases.filter { link in
      link.leastDifficulty <= difficulty && link != last
        && (link != .seesaw || heading == .away)
    }
    // Recently introduced ways are more likely, and plain ways never vanish.
    let weights = known.map { $0.leastDifficulty > difficulty - 0.35 ? 3 : 1 }
    var pick = random.int(below: max(1, weights.reduce(0, +)))
    for (link, weight) in zip(known, weights) {
      if pick < weight { return link }
      pick -= weight
    }
    return .bridge
  }

  // MARK: Parts

  /// Moves to the next platform and adds it, with its light.
  mutating func advance(by length: Float, rise: Float = 0, speed: Float? = nil) {
    let start = place
    place = along(length, rise)
    let (low, high) = (
      start.minimum(place) - Vector3(1.5, 0, 1.5),
      start.maximum(place) + Vector3(1.5, 0, 1.5)
    )
    boxes.append(AABB(min: low, max: high))
    lowest = min(lowest, place.y)
    addPlatform(speed: speed)
  }

  private mutating func addPlatform(speed: Float? = nil) {
    addBlock(place)
    addLight(place, speed.map { #""speed": \#(LevelText.number($0))"# } ?? "")
  }

  /// Adds a block of three meters whose top is at a place.
  mutating func addBlock(_ place: Vector3) {
    text.add(
      text.name("platform"), "objects/stone3x3.json", up(place, -1.5), look.tint("stone3x3"))
  }

  /// Adds a row of stones whose tops begin at a place.
  mutating func addStones(_ place: Vector3, _ count: Int, step: Vector3) {
    let row =
      #""repeat": { "line": { "count": \#(count), "spacing": \#(LevelText.vector(step)) } }"#
    text.add(
      text.name("bridge"), "objects/stone1x1.json", up(place, -0.5), look.tint("stone1x1"),
      count > 1 ? row : "")
  }

  /// Adds a light of the way, with the members of its role.
  mutating func addLight(_ place: Vector3, _ members: String = "") {
    text.add(
      text.name("light"), "objects/way-light.json", place,
      members.isEmpty ? "" : #""role": { "wayLight": { \#(members) } }"#)
  }

  mutating func addPearl(_ place: Vector3) {
    text.add(
      text.name("pearl"), "objects/pearl.json", up(place, 0.5),
      #""role": { "pearl": { "points": 10 } }"#)
  }

  /// The member that turns a part into the direction of the way, after a pitch in degrees.
  func rotation(pitch: Float = 0, extraYaw: Int = 0) -> String {
    #""eulerAnglesDegrees": [\#(LevelText.number(pitch)), \#(heading.yaw + extraYaw), 0]"#
  }

  /// A place ahead of the last platform.
  func along(_ distance: Float, _ rise: Float = 0, side: Float = 0) -> Vector3 {
    place + heading.vector * distance + heading.side * side + Vector3(0, rise, 0)
  }

  func up(_ place: Vector3, _ height: Float) -> Vector3 { place + Vector3(0, height, 0) }
}
