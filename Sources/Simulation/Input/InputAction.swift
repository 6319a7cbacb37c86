/// An action of a game, such as to serve, with the keys, buttons and pointer that perform it.
///
/// Files of key bindings, help texts and prompts name actions; recordings contain the keys.
///
/// ```swift
/// static var actions: [InputAction] {
///   InputAction.sideways + [
///     InputAction("serve", keys: [.space, .enter], buttons: [.a], usesPointer: true)
///   ]
/// }
/// ```
public struct InputAction: Hashable, Sendable {
  /// The name in files and in ``Session/isPressed(_:)``, such as `serve`.
  public var name: String
  /// The title that is displayed to the user.
  public var title: String
  /// The keys; the first one is that of prompts, and of the keys that a player binds to the action.
  public var keys: [KeyCode]
  /// The buttons of a gamepad.
  public var buttons: [GamepadButton]
  /// Whether a press of the left button or of a finger performs it, too.
  public var usesPointer: Bool

  /// Creates an action; without a title, it is the name with a capital letter.
  public init(
    _ name: String, title: String? = nil, keys: [KeyCode], buttons: [GamepadButton] = [],
    usesPointer: Bool = false
  ) {
    self.name = name
    self.title = title ?? name.prefix(1).uppercased() + name.dropFirst()
    (self.keys, self.buttons, self.usesPointer) = (keys, buttons, usesPointer)
  }

  /// Left and right by arrows, A and D, and the directional pad, as ``InputState/direction``.
  public static var sideways: [InputAction] {
    [
      InputAction("left", keys: [.left, .a], buttons: [.padLeft]),
      InputAction("right", keys: [.right, .d], buttons: [.padRight]),
    ]
  }

  /// Left, right, up and down by arrows, WASD and the directional pad, as
  /// ``InputState/direction``.
  public static var directions: [InputAction] {
    sideways + [
      InputAction("up", keys: [.up, .w], buttons: [.padUp]),
      InputAction("down", keys: [.down, .s], buttons: [.padDown]),
    ]
  }

  /// The name and everything that performs it, for help texts: `serve: Space, Enter, gamepad A`.
  public var summary: String {
    let inputs =
      keys.map(\.displayName) + buttons.map { "gamepad \($0.displayName)" }
      + (usesPointer ? ["click", "tap"] : [])
    return "\(name): \(inputs.joined(separator: ", "))"
  }

  /// Whether an event is a press that performs the action.
  public func isBegun(by event: InputEvent) -> Bool {
    switch event {
    case .key(let key): key.isDown && keys.contains(key.code)
    case .button(let button): button.isDown && buttons.contains(button.button)
    case .pointer(let pointer): usesPointer && pointer.phase == .pressed && pointer.isPrimary
    case .wheel, .text, .tilt, .axis, .viewport, .command, .set: false
    }
  }

  /// Whether one of its keys or buttons is pressed, or the pointer.
  public func isPressed(_ input: InputState) -> Bool {
    keys.contains { input.isPressed($0) } || buttons.contains { input.isPressed($0) }
      || (usesPointer && input.isPointerPressed)
  }

  /// What a player does on a device to perform the action, such as `Press Space`, `Tap` or
  /// `Press A`.
  ///
  /// A device that cannot perform it has the prompt of the keyboard.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - keyName: The name of the key, if the player has bound another one.
  /// - Returns: The prompt.
  public func prompt(for device: InputDevice, keyName: String? = nil) -> String {
    switch device {
    case .pointer where usesPointer: return "Click"
    case .touch where usesPointer: return "Tap"
    case .gamepad where !buttons.isEmpty: return "Press \(buttons[0].displayName)"
    case .keyboard, .pointer, .touch, .gamepad:
      return (keyName ?? keys.first?.displayName).map { "Press \($0)" } ?? title
    }
  }

  /// The texts for names in braces: the prompt for the name of the action, and the key or button
  /// alone for that name with `.key`, such as `Space` for `serve.key`.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - keyName: The name of the key, if the player has bound another one.
  /// - Returns: The texts by name.
  package func prompts(for device: InputDevice, keyName: String? = nil) -> [String: String] {
    let prompt = prompt(for: device, keyName: keyName)
    let key = prompt.hasPrefix("Press ") ? String(prompt.dropFirst(6)) : prompt
    return [name: prompt, "\(name).key": key]
  }
}

extension KeyCode {
  /// The name of the key in prompts: `Space`, `W`.
  public var displayName: String {
    rawValue.hasPrefix("digit")
      ? String(rawValue.suffix(1)) : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }
}

extension GamepadButton {
  /// The name of the button in prompts: `A`, `pad left`.
  public var displayName: String {
    switch self {
    case .a, .b, .x, .y: rawValue.uppercased()
    case .back, .start: rawValue
    case .leftShoulder: "left shoulder"
    case .rightShoulder: "right shoulder"
    case .padUp: "pad up"
    case .padDown: "pad down"
    case .padLeft: "pad left"
    case .padRight: "pad right"
    case .leftTrigger: "left trigger"
    case .rightTrigger: "right trigger"
    case .leftStick: "left stick"
    case .rightStick: "right stick"
    }
  }
}

extension Session {
  /// Whether a key, a button or the pointer that performs an action of the game is pressed.
  ///
  /// - Precondition: The game declares the action.
  public func isPressed(_ action: String) -> Bool { declared(action).isPressed(input) }

  /// Whether an event is a press that performs an action of the game.
  ///
  /// - Precondition: The game declares the action.
  public func isBegun(_ action: String, by event: InputEvent) -> Bool {
    declared(action).isBegun(by: event)
  }

  /// The prompts of the game's actions on the device that was used last, by the actions' names.
  ///
  /// Labels and controls display them in place of names in braces: `{serve} to serve` is
  /// `Press Space to serve`, and `{serve.key}: serve` is `Space: serve`.
  public var prompts: [String: String] {
    var prompts: [String: String] = [:]
    for action in type(of: game).actions {
      prompts.merge(action.prompts(for: input.device)) { $1 }
    }
    return prompts
  }

  private func declared(_ name: String) -> InputAction {
    guard let action = type(of: game).actions.first(where: { $0.name == name }) else {
      preconditionFailure("The game \(type(of: game).name) declares no action '\(name)'")
    }
    return action
  }
}
