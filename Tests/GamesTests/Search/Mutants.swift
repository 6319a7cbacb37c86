import CaromGames

extension Mutant {
  /// Bugs in Marble Maze and Brick Breaker.
  static let all = breakerScenes + breakerRules + mazeScenes + mazeRules

  // MARK: Brick Breaker

  private static let walls = "brick-breaker/walls.json"
  private static let court = "brick-breaker/level1.json"
  private static let brick = "brick-breaker/brick.json"
  private static let bricks = "brick-breaker/bricks.json"

  private static let breakerScenes: [Mutant] = [
    .scene(
      "the left wall is only drawn", BrickBreaker.self, walls,
      #""name": "left",\#n      "class": "rails","#, #""name": "left","#, found: "court"),
    .scene(
      "the right wall lets the ball pass", BrickBreaker.self, walls,
      #""position": [6, 0, 0],\#n      "role""#,
      #""position": [6, 0, 0],\#n      "physics": { "collisionBitMask": 8 },\#n      "role""#,
      found: "court", "bounce"),
    .scene(
      "the wall at the top is missing", BrickBreaker.self, walls,
      #""name": "top", "class": "barrier""#, #""name": "top", "geometry": "barrier""#,
      // Six rows of bricks are in front of it.
      found: "court", within: 10_800),
    .scene(
      "the bottom is missing", BrickBreaker.self, walls,
      #""name": "bottom",\#n      "class": "barrier","#,
      #""name": "bottom",\#n      "geometry": "barrier","#, found: "court"),
    .scene(
      "the bottom costs no life", BrickBreaker.self, walls, #"{ "costsLife": true }"#, "{}",
      found: "loss"),
    .scene(
      "the bottom has no role", BrickBreaker.self, walls,
      #""position": [0, 0, 10.5],\#n      "role": { "barrier": { "costsLife": true } }"#,
      #""position": [0, 0, 10.5]"#,
      found: "target", "loss"),
    .scene(
      "the walls have no restitution", BrickBreaker.self, walls, #""restitution": 1"#,
      #""restitution": 0"#, found: "bounce"),
    .scene(
      "the ball has no restitution", BrickBreaker.self, court, #""restitution": 1"#,
      #""restitution": 0"#, found: "bounce"),
    .scene(
      "bricks report no contact", BrickBreaker.self, court, #""contactTestBitMask": 14"#,
      #""contactTestBitMask": 10"#, found: "report", "brick"),
    .scene(
      "walls report no contact", BrickBreaker.self, court, #""contactTestBitMask": 14"#,
      #""contactTestBitMask": 12"#, found: "report", "loss"),
    .scene(
      "the paddle reports no contact", BrickBreaker.self, court, #""contactTestBitMask": 14"#,
      #""contactTestBitMask": 6"#, found: "report"),
    .scene(
      "bricks have the wrong category", BrickBreaker.self, brick, #""categoryBitMask": 4"#,
      #""categoryBitMask": 16"#, found: "report", "brick"),
    .scene(
      "bricks let the ball pass", BrickBreaker.self, brick, #""collisionBitMask": 1"#,
      #""collisionBitMask": 2"#, found: "bounce", "brick"),
    .scene(
      "bricks are only drawn", BrickBreaker.self, bricks,
      #""role": { "brick": {} },\#n      "overrides": { ".": { "geometry": "green" } }"#,
      #""role": { "brick": {} },\#n      "#
        + #""overrides": { ".": { "geometry": "green", "physics": null } }"#, found: "brick"),
    .scene(
      "a brick has no role", BrickBreaker.self, bricks,
      #""position": [0, 0, 0],\#n      "role": { "brick": {} },"#, #""position": [0, 0, 0],"#,
      found: "target"),
    .scene(
      "the ball is served inside the paddle", BrickBreaker.self, court, #""role": { "ball": {} }"#,
      #""role": { "ball": { "serveDistance": 0.3 } }"#, found: "serve"),
    .scene(
      "the ball is ten times too large", BrickBreaker.self, court, #""radius": 0.25"#,
      #""radius": 2.5"#, found: "serve"),
    .scene(
      "the paddle gets into the walls", BrickBreaker.self, court, #""role": { "paddle": {} }"#,
      #""role": { "paddle": { "range": 5.5 } }"#, found: "paddle"),
  ]

  private static let breakerRules: [Mutant] = [
    .rules("a lost ball costs two lives", DoubleLoss.self, found: "lives", "phase"),
    .rules("a lost ball costs nothing", FreeLoss.self, found: "phase"),
    .rules("the game is over with a life left", EarlyGameOver.self, found: "phase"),
    .rules("a lost ball costs a point", CostlyLoss.self, found: "score"),
    .rules("a brick counts twice", DoublePoints.self, found: "score"),
    .rules("a brick that was hit stays", LastingBricks.self, found: "brick", "score"),
    .rules("every hit makes the ball faster", FasterBall.self, found: "speed"),
    .rules("no game follows the first", LastGame.self, found: "stuck"),
    .rules("the next game keeps the points", KeptPoints.self, found: "newGame"),
    .rules("keys move the paddle out of its range", LoosePaddle.self, found: "paddle", "serve"),
  ]

  // MARK: Marble Maze

  private static let maze = "marble-maze/level1.json"
  private static let marble = "objects/ball.json"

  /// The mass of the marble itself; its other forms have other masses.
  private static let mass = #""mass": 1,"#

  /// A goal in front of the first pearl.
  private static func goal(_ category: Int, _ role: String) -> (old: String, new: String) {
    let pearl = #"{\#n      "name": "pearl1","#
    return (
      pearl,
      """
      {
            "name": "goal",
            "position": [0, 0, -8],
            "geometry": { "box": { "width": 1, "height": 1, "length": 1 } },
            "physics": { "type": "static", "isSensor": true, "categoryBitMask": \(category) }\(role)
          },
          \(pearl)
      """
    )
  }

  /// The maze with a goal, which is no bug.
  static let mazeWithGoal: Mutant = {
    let text = goal(32, #", "role": { "goal": {} }"#)
    return .scene("the maze has a goal", MarbleMaze.self, maze, text.old, text.new)
  }()

  private static let mazeScenes: [Mutant] = {
    let (silent, unknown) = (goal(64, #", "role": { "goal": {} }"#), goal(32, ""))
    return [
      .scene(
        "stones are holes", MarbleMaze.self, "objects/stone1x1.json", #""collisionBitMask": 1"#,
        #""collisionBitMask": 2"#, found: "solid"),
      .scene(
        "platforms have the wrong category", MarbleMaze.self, "objects/stone3x3.json",
        #""categoryBitMask": 2"#, #""categoryBitMask": 64"#, found: "solid", "start"),
      .scene(
        "pillars let the marble pass", MarbleMaze.self, "objects/pillar.json",
        #""collisionBitMask": 1"#, #""collisionBitMask": 2"#, found: "solid"),
      .scene(
        "the first platform is missing", MarbleMaze.self, maze,
        #"{ "name": "restpoint1", "scene": "restpoint.json", "position": [0, -2, 0] },"#, "",
        found: "start"),
      .scene(
        "pearls report no contact", MarbleMaze.self, marble, #""contactTestBitMask": 60"#,
        #""contactTestBitMask": 44"#, found: "pearl"),
      .scene(
        "pearls hold the marble up", MarbleMaze.self, marble, #""collisionBitMask": 142"#,
        #""collisionBitMask": 158"#, found: "sensor"),
      .scene(
        "a pearl has no role", MarbleMaze.self, maze,
        #""position": [0, 0, -10],\#n      "role": { "pearl": {} }"#,
        #""position": [0, 0, -10]"#, found: "target"),
      .scene(
        "a pearl has no life", MarbleMaze.self, maze, #""role": { "pearl": {} }"#,
        #""role": { "pearl": { "life": 0 } }"#, found: "light"),
      .scene(
        "the goal reports no contact", MarbleMaze.self, maze, silent.old, silent.new, found: "goal"),
      .scene(
        "the goal has no role", MarbleMaze.self, maze, unknown.old, unknown.new, found: "target"),
      .scene(
        "gravity points up", MarbleMaze.self, maze, "[0, -36, 0]", "[0, 36, 0]",
        found: "escape", "start"),
      .scene(
        "the marble floats", MarbleMaze.self, marble, mass,
        #""mass": 1, "isAffectedByGravity": false,"#, found: "start", "escape"),
      .scene(
        "the marble has no friction", MarbleMaze.self, marble, mass,
        #""mass": 1, "friction": 0,"#, found: "roll"),
      .scene(
        "the marble is damped at once", MarbleMaze.self, marble, mass,
        #""mass": 1, "damping": 1,"#, found: "start"),
      .scene(
        "the marble falls forever", MarbleMaze.self, maze, #""lives": 3"#,
        #""fallHeight": -5000"#, found: "escape"),
      .scene(
        "the marble has fallen before it falls", MarbleMaze.self, maze, #""lives": 3"#,
        #""fallHeight": 5"#, found: "phase", "start"),
      .scene(
        "a level board counts as tilted", MarbleMaze.self, maze, #""lives": 3"#,
        #""neutralTilt": [0, 0.5]"#, found: "idle"),
    ]
  }()

  private static let mazeRules: [Mutant] = [
    .rules("the light never fades", EternalLight.self, found: "light"),
    .rules("a pearl counts twice", DoublePearls.self, found: "score"),
    .rules("a marble that fell plays on", EndlessFall.self, found: "fall", "lives"),
    .rules("a fall costs no life", FreeFall.self, found: "lives"),
    .rules("the next run keeps the points", KeptPearls.self, found: "reset"),
    .rules("a pearl does not return", LostPearl.self, found: "reset"),
    .rules("no run follows the first", LastRun.self, found: "stuck", "escape"),
  ]
}
