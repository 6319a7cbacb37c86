import CaromSimulation

// Conversions from platform codes to the engine's input types.
extension KeyCode {
  /// The key at a position on the keyboard; nil if the engine has none.
  init?(_ key: WindowEvent.Key) {
    let letters: [KeyCode] = [
      .a, .b, .c, .d, .e, .f, .g, .h, .i, .j, .k, .l, .m, .n, .o, .p, .q, .r, .s, .t, .u, .v, .w,
      .x, .y, .z,
    ]
    let digits: [KeyCode] = [
      .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9, .digit0,
    ]
    switch key.rawValue {
    case 4...29: self = letters[key.rawValue - 4]
    case 30...39: self = digits[key.rawValue - 30]
    case 40, 88: self = .enter
    case 41: self = .escape
    case 42: self = .backspace
    case 43: self = .tab
    case 44: self = .space
    case 45: self = .minus
    case 46: self = .equals
    case 54: self = .comma
    case 55: self = .period
    case 74: self = .home
    case 76: self = .delete
    case 77: self = .end
    case 79: self = .right
    case 80: self = .left
    case 81: self = .down
    case 82: self = .up
    case 224, 228: self = .control
    case 225, 229: self = .shift
    default: return nil
    }
  }
}

extension GamepadAxis {
  /// The axis of the engine.
  init(_ axis: WindowEvent.PadAxis) {
    switch axis {
    case .leftX: self = .leftX
    case .leftY: self = .leftY
    case .rightX: self = .rightX
    case .rightY: self = .rightY
    case .leftTrigger: self = .leftTrigger
    case .rightTrigger: self = .rightTrigger
    }
  }
}

extension GamepadButton {
  /// The button of the engine; nil for buttons that only some gamepads have.
  init?(_ button: WindowEvent.PadButton) {
    switch button {
    case .a: self = .a
    case .b: self = .b
    case .x: self = .x
    case .y: self = .y
    case .back: self = .back
    case .start: self = .start
    case .leftShoulder: self = .leftShoulder
    case .rightShoulder: self = .rightShoulder
    case .up: self = .padUp
    case .down: self = .padDown
    case .left: self = .padLeft
    case .right: self = .padRight
    case .leftStick: self = .leftStick
    case .rightStick: self = .rightStick
    case .guide: return nil
    }
  }
}
