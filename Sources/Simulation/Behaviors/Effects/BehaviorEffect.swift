public import CaromProperties
public import CaromSceneGraph

/// What a behavior does, such as hiding a node or scoring points; in files an object with one key.
///
/// A new effect is a case here, a payload and its code in `BehaviorEffect+Performing.swift`.
public enum BehaviorEffect: Variant, NodeReferenceHolder {
  /// Shows a node.
  case show(EffectTarget)
  /// Hides a node.
  case hide(EffectTarget)
  /// Removes a node.
  case remove(EffectTarget)
  /// Runs an action on a node.
  case run(RunEffect)
  /// Plays a sound.
  case sound(SoundEffect)
  /// Sets a property of a node.
  case set(SetEffect)
  /// Adds to a counter.
  case count(CountEffect)
  /// Scores points.
  case score(Int32)
  /// Sets the text of a label of the overlay.
  case label(LabelEffect)
  /// Shows or hides elements of the overlay.
  case element(ElementEffect)
  /// Gives the focus to a control of the overlay, or to none.
  case focus(String)
  /// Pauses the scene, or lets it continue.
  case pause(Bool)
  /// Presents a level.
  case present(PresentEffect)
  /// Sets the speed of a joint's motor.
  case motor(MotorEffect)
  /// Moves a node to another one.
  case teleport(TeleportEffect)
  /// Makes a spawner create a copy.
  case spawn(NodeReference)
  /// Takes a life and returns a player to its last checkpoint.
  case respawn(EffectTarget)
  /// Wins the level.
  case win(EndEffect)
  /// Loses the level.
  case lose(EndEffect)

  /// Creates an effect that hides the node that caused it.
  public init() { self = .hide(EffectTarget()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("show", Self.show, "Shows a node") { if case .show(let p) = $0 { p } else { nil } }
    c.case("hide", Self.hide, "Hides a node") { if case .hide(let p) = $0 { p } else { nil } }
    c.case("remove", Self.remove, "Removes a node") {
      if case .remove(let p) = $0 { p } else { nil }
    }
    c.case("run", Self.run) { if case .run(let p) = $0 { p } else { nil } }
    c.case("sound", Self.sound) { if case .sound(let p) = $0 { p } else { nil } }
    c.case("set", Self.set) { if case .set(let p) = $0 { p } else { nil } }
    c.case("count", Self.count) { if case .count(let p) = $0 { p } else { nil } }
    c.case("score", Self.score, "Scores points", .none, -1e6...1e6) {
      if case .score(let p) = $0 { p } else { nil }
    }
    c.case("label", Self.label) { if case .label(let p) = $0 { p } else { nil } }
    c.case("element", Self.element) { if case .element(let p) = $0 { p } else { nil } }
    c.case(
      "focus", Self.focus, "Gives the focus to a control of the overlay; to none by an empty name"
    ) { if case .focus(let p) = $0 { p } else { nil } }
    c.case("pause", Self.pause, "Pauses the scene, or lets it continue") {
      if case .pause(let p) = $0 { p } else { nil }
    }
    c.case("present", Self.present) { if case .present(let p) = $0 { p } else { nil } }
    c.case("motor", Self.motor) { if case .motor(let p) = $0 { p } else { nil } }
    c.case("teleport", Self.teleport) { if case .teleport(let p) = $0 { p } else { nil } }
    c.case("spawn", Self.spawn, "Makes a spawner create a copy") {
      if case .spawn(let p) = $0 { p } else { nil }
    }
    c.case("respawn", Self.respawn, "Takes a life and returns a player to its last checkpoint") {
      if case .respawn(let p) = $0 { p } else { nil }
    }
    c.case("win", Self.win, "Wins the level") { if case .win(let p) = $0 { p } else { nil } }
    c.case("lose", Self.lose, "Loses the level") { if case .lose(let p) = $0 { p } else { nil } }
  }
}

/// Runs an action on a node.
public struct RunEffect: Part, NodeReferenceHolder {
  /// A one-line description for the schema.
  public static let summary = "Runs an action on a node"
  /// The action.
  public var action = Action()
  /// The node; nil for the one that caused the effect.
  public var node: NodeReference?
  /// The key of the action; an action with the same key is replaced.
  public var key = ""

  /// Creates an effect without an action.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("action", \.action, "The action", in: .required)
    p.property("node", \.node, "The node; if absent, the one that caused the effect")
    p.property("key", \.key, "The key of the action; one with the same key is replaced")
  }
}

/// Plays a sound once.
public struct SoundEffect: Part, NodeReferenceHolder {
  /// A one-line description for the schema.
  public static let summary = "Plays a sound once"
  /// The name of the sound.
  public var sound = ""
  /// The loudness, 0 to 1.
  public var gain: Float = 1
  /// The playback speed.
  public var pitch: Float = 1
  /// The source; nil for the node of the behavior.
  public var node: NodeReference?

  /// Creates an effect without a sound.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("sound", \.sound, "The name of the sound", in: .required)
    p.property("gain", \.gain, "The loudness", .ratio, 0...1)
    p.property("pitch", \.pitch, "The playback speed; 2 is an octave higher", .ratio, 0.1...10)
    p.property("node", \.node, "The source; if absent, the node of the behavior")
  }
}

/// Sets a property of a node.
public struct SetEffect: Part, NodeReferenceHolder {
  /// A one-line description for the schema.
  public static let summary = "Sets a property of a node, such as light.intensity"
  /// The node; nil for the one that caused the effect.
  public var node: NodeReference?
  /// The property, such as `light.intensity` or `role.timer.duration`.
  public var property = ""
  /// The value, in the format of scene files.
  public var value = JSONText()

  /// Creates an effect without a property.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("node", \.node, "The node; if absent, the one that caused the effect")
    p.property("property", \.property, "The property, such as light.intensity", in: .required)
    p.property("value", \.value, "The value, in the format of scene files", in: .required)
  }
}

/// Adds to a counter.
public struct CountEffect: Part, NodeReferenceHolder {
  /// A one-line description for the schema.
  public static let summary = "Adds to a counter"
  /// The node with the role `counter`.
  public var counter = NodeReference()
  /// The number to add.
  public var by: Int32 = 1

  /// Creates an effect without a counter.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("counter", \.counter, "The node with the role counter", in: .required)
    p.property("by", \.by, "The number to add", .none, -1e6...1e6)
  }
}

/// Sets the text of a label of the overlay.
public struct LabelEffect: Part {
  /// A one-line description for the schema.
  public static let summary = "Sets the text of a label of the overlay"
  /// The name of the label.
  public var name = ""
  /// The text.
  public var text = ""

  /// Creates an effect without a label.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "The name of the label", in: .required)
    p.property("text", \.text, "The text", in: .required)
  }
}

/// Shows or hides elements of the overlay.
public struct ElementEffect: Part {
  /// A one-line description for the schema.
  public static let summary = "Shows or hides the elements of the overlay with a name"
  /// The name of the elements.
  public var name = ""
  /// Whether they are displayed.
  public var isVisible = true

  /// Creates an effect without an element.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "The name of panels, bars, icons, controls, labels", in: .required)
    p.property("isVisible", \.isVisible, "Whether they are displayed", in: .required)
  }
}

/// Presents a level of the game.
public struct PresentEffect: Part {
  /// A one-line description for the schema.
  public static let summary = "Presents a level of the game, or starts the game again"
  /// The name of the level; the game starts again if empty.
  public var level = ""

  /// Creates an effect that starts the game again.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("level", \.level, "The name of the level; if empty, the game starts again")
  }
}

/// Sets the target speed of the motor of a joint.
public struct MotorEffect: Part, NodeReferenceHolder {
  /// A one-line description for the schema.
  public static let summary = "Sets the target speed of the motor of a joint"
  /// The node with the joint.
  public var node = NodeReference()
  /// The number of the joint among the node's joints, from 0.
  public var joint: Int32 = 0
  /// The target speed, in meters or radians per second.
  public var speed: Float = 0

  /// Creates an effect without a joint.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("node", \.node, "The node with the joint", in: .required)
    p.property("joint", \.joint, "The number of its joint, from 0", .none, 0...1_023)
    p.property(
      "speed", \.speed, "The target speed, in m/s or rad/s", .none, -1e5...1e5, in: .required)
  }
}

/// Moves a node to another one and stops its body.
public struct TeleportEffect: Part, NodeReferenceHolder {
  /// A one-line description for the schema.
  public static let summary = "Moves a node to another one and stops its body"
  /// The destination.
  public var to = NodeReference()
  /// The node that is moved; nil for the one that caused the effect.
  public var node: NodeReference?

  /// Creates an effect without a destination.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("to", \.to, "The destination", in: .required)
    p.property("node", \.node, "The node; if absent, the one that caused the effect")
  }
}

/// Ends the level.
public struct EndEffect: Part {
  /// A one-line description for the schema.
  public static let summary = "Ends the level"
  /// The message that is displayed; that of the game if empty.
  public var message = ""

  /// Creates an end with the message of the game.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("message", \.message, "The message; that of the game if empty")
  }
}
