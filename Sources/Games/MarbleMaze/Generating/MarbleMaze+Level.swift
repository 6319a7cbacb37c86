import CaromMaths
public import CaromSimulation

extension MarbleMaze {
  /// Makes a level: platforms with something different between each two of them.
  public static func makeLevel(_ request: LevelRequest) -> String? {
    var random = request.random
    let look = MarbleMazeLook.all[random.int(below: MarbleMazeLook.all.count)]
    var text = LevelText(Self.self, request)
    var track = MarbleMazeTrack(text, look, random, request.difficulty)
    track.build()
    (text, random) = (track.text, track.random)
    let ball = """
      { "name": "ball", "scene": "\(text.path("objects/ball.json"))", "position": [0, 2, 0],
        "role": { "ball": { "lives": 3, "fallHeight": \(LevelText.number(track.lowest - 5)) } } }
      """
    text.nodes.insert(ball, at: 0)
    text.nodes.append(camera)
    look.addRuins(around: track.boxes, below: track.lowest, &text, &random)
    text.nodes += look.lights
    text.header = [
      #""physics": { "gravity": [0, -36, 0] }"#, #""background": { "color": \#(look.sky) }"#,
      #""pointOfView": "/cameraRig/arm/camera""#,
      #""fogStartDistance": 12, "fogEndDistance": 42, "fogColor": \#(look.sky)"#,
    ]
    if let par = request.parSeconds {
      text.header.append(#""par": { "duration": \#(LevelText.number(Float(par))) }"#)
    }
    return text.text
  }

  /// Looks down on the marble from behind.
  private static var camera: String {
    """
    { "name": "cameraRig", "role": { "rig": { "orbitDegreesPerSecond": 12 } },
      "position": [0, 2, 0], "constraints": [{ "follow": { "target": "/ball", "rate": 4 } }],
      "nodes": [{ "name": "arm", "eulerAnglesDegrees": [0, 0, 0],
        "nodes": [{ "name": "camera", "position": [0, 6.042, 5.701],
          "eulerAnglesDegrees": [-40, 0, 0],
          "camera": { "fieldOfViewDegrees": 48, "zNear": 0.11, "zFar": 90 } }] }] }
    """
  }
}
