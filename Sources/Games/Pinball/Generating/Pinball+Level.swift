import CaromMaths
public import CaromSimulation

extension Pinball {
  /// Makes a table: a ramp on one side, drop targets on the other, bumpers and lights between them,
  /// and a goal that needs one of them.
  public static func makeLevel(_ request: LevelRequest) -> String? {
    var random = request.random
    let look = PinballLook.all[random.int(below: PinballLook.all.count)]
    let layout = PinballLayout(&random, request.difficulty)
    var text = LevelText(Self.self, request)
    text.nodes.append(
      """
      { "name": "cabinet", "scene": "\(text.path("pinball/"))cabinet.json",
        "materials": \(look.cabinetMaterials),
        "overrides": { "multiball": { "position": [-3.9, 0.3, -2.4] } } }
      """)
    layout.addNodes(to: &text)
    text.nodes += look.lights
    text.header = [
      #""physics": { "gravity": [0, -14, 6] }"#,
      #""background": { "color": \#(look.background) }"#,
      #""pointOfView": "/cabinet/camera""#,
      overlay(title: look.title, goal: layout.goalText, layout.counterText),
      look.materials,
    ]
    return text.text
  }

  /// The labels that the game and the cabinet write to, and what the player has to do.
  private static func overlay(title: String, goal: String, _ counter: String) -> String {
    """
    "overlay": { "labels": [
      { "name": "title", "text": "\(title)", "position": [32, 28], "size": 38,
        "color": [1, 0.85, 0.4] },
      { "name": "goal", "text": "\(goal)", "position": [32, 84], "size": 24, "width": 290 },
      { "name": "ball", "position": [-32, 28], "size": 28, "alignment": "right",
        "anchor": "topRight" },
      { "name": "score", "position": [-32, 76], "size": 46, "alignment": "right",
        "anchor": "topRight" },
      { "name": "goalCount", "text": "\(counter)", "position": [-32, 146], "size": 32,
        "color": [1, 0.85, 0.4], "alignment": "right", "anchor": "topRight" },
      { "name": "hint", "position": [-32, -36], "size": 22, "width": 310, "alignment": "right",
        "verticalAlignment": "bottom", "anchor": "bottomRight" },
      { "name": "tilt", "position": [32, -36], "size": 28, "width": 310,
        "color": [1, 0.35, 0.25], "verticalAlignment": "bottom", "anchor": "bottomLeft" },
      { "name": "message", "position": [0, -100], "size": 40, "width": 520,
        "color": [1, 0.85, 0.4], "alignment": "center", "verticalAlignment": "center",
        "anchor": "center" } ] }
    """
  }
}
