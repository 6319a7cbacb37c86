import CaromMaths
public import CaromSimulation

extension BrickBreaker {
  /// Makes a level: a symmetric pattern of bricks, some of which are hard, explode or drop a power.
  public static func makeLevel(_ request: LevelRequest) -> String? {
    var random = request.random
    let look = BrickLook.all[random.int(below: BrickLook.all.count)]
    let pattern = BrickPattern(&random, request.difficulty)
    var text = LevelText(Self.self, request)
    let parts = "brick-breaker/"
    let speed = 12 + 3 * request.difficulty
    text.add(
      "ball", parts + "ball.json", Vector3(0, 0, 6.65),
      #""role": { "ball": { "speed": \#(LevelText.number(speed)), "acceleration": 0.05, "#
        + #""topSpeed": \#(LevelText.number(speed + 4)) } }"#,
      #""overrides": { ".": { "geometry": { "sphere": { "radius": 0.25 }, "materials": ["ball"] } } }"#
    )
    text.add(
      "paddle", parts + "paddle.json", Vector3(0, 0, 7.25),
      """
      "role": { "paddle": { "range": 6.6, "keySpeed": 14, "pointerReach": 20,
        "deflection": "offset", "offsetAngleDegrees": 55 } }
      """)
    let par = request.parSeconds ?? 120
    text.nodes.append(
      """
      { "name": "walls", "scene": "\(text.path(parts))arena.json",
        "role": { "court": { "parTime": \(LevelText.number(Float(par))), "bonus": 50 } },
        "overrides": { "top/strip": { "geometry": "front" }, "left/strip": { "geometry": "side" },
          "right/strip": { "geometry": "side" } } }
      """)
    text.nodes.append(#"{ "name": "powers", "scene": "\#(text.path(parts))powers.json" }"#)
    pattern.addBricks(to: &text)
    text.nodes += look.surroundings
    text.header =
      [#""background": { "color": \#(look.background) }"#]
      + look.materials(used: pattern.colors)
    return text.text
  }
}
