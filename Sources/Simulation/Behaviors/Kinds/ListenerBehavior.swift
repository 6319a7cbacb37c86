public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// Effects when a player uses a control of the overlay, such as a button or a slider.
public struct ListenerBehavior: Behavior {
  /// The name in files.
  public static let name = "listener"
  /// A one-line description for the schema.
  public static let summary = "Effects when a control of the overlay is used"

  /// The name of the control.
  public var control = ""
  /// The row of a list to which the listener is restricted; nil for all.
  public var row: Int32?
  /// The effects when a button is pressed, a row chosen or a text completed.
  public var onPress: [BehaviorEffect] = []
  /// The effects when the value changes.
  public var onChange: [BehaviorEffect] = []
  /// The effects when a toggle is turned on.
  public var onTurnOn: [BehaviorEffect] = []
  /// The effects when a toggle is turned off.
  public var onTurnOff: [BehaviorEffect] = []
  /// The node with the property that receives the value; nil for none.
  public var node: NodeReference?
  /// The property that receives the value of the control when it changes.
  public var property = ""

  /// Creates a listener to no control.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("control", \.control, "The name of the control", in: .required)
    p.property(
      "row", \.row, "The only row of a list that counts, from 0; if absent, all", .none, 0...1e6)
    p.property(
      "onPress", \.onPress, "The effects when a button is pressed, or a row or a text is chosen")
    p.property("onChange", \.onChange, "The effects when the value changes")
    p.property("onTurnOn", \.onTurnOn, "The effects when a toggle is turned on")
    p.property("onTurnOff", \.onTurnOff, "The effects when a toggle is turned off")
    p.property("node", \.node, "The node with the property that receives the value")
    p.property(
      "property", \.property,
      "The property that receives the value when it changes, such as light.intensity: the number "
        + "of a slider or row, whether a toggle is on, the text of a field")
  }

  /// The first inconsistency between properties, or nil.
  public var problem: String? {
    (node == nil) == property.isEmpty
      ? nil : "\"node\" and \"property\" belong together; both or none are accepted"
  }

  /// Reports impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    onPress.check(node, json["onPress"], &reader)
    onChange.check(node, json["onChange"], &reader)
    onTurnOn.check(node, json["onTurnOn"], &reader)
    onTurnOff.check(node, json["onTurnOff"], &reader)
  }

  /// Reports a control that is not there.
  public mutating func start(_ context: inout BehaviorContext) {
    let names = context.scene.overlay.controls.map(\.name)
    guard !names.contains(control) else { return }
    context.scene.reportProblem(
      "there is no control \"\(control)\"" + suggestion(for: control, in: names),
      on: context.node, "role")
  }

  /// Requests the effects of a use of the control.
  public mutating func didUse(_ event: ControlEvent, _ context: inout BehaviorContext) {
    guard event.name == control, row.map({ event.row == Int($0) }) ?? true else { return }
    switch event.kind {
    case .focused: break
    case .pressed: context.perform(onPress)
    case .changed:
      if let node {
        var effect = SetEffect()
        (effect.node, effect.property) = (node, property)
        effect.value = JSONText(event.json)
        context.perform([.set(effect)])
      }
      context.perform(onChange)
      if case .toggle(let toggle) = event.control.kind {
        context.perform(toggle.isOn ? onTurnOn : onTurnOff)
      }
    }
  }
}

extension ControlEvent {
  /// The value of the control in the format of files; null for a button.
  fileprivate var json: String {
    var writer = PropertyWriter()
    switch control.kind {
    case .button: return "null"
    case .toggle(let toggle): toggle.isOn.write(PropertyInfo("value"), &writer)
    case .slider(let slider): slider.value.write(PropertyInfo("value"), &writer)
    case .list(let list): list.selected.write(PropertyInfo("value"), &writer)
    case .textField(let field): field.value.write(PropertyInfo("value"), &writer)
    }
    return writer.json.text
  }
}
