import CaromMaths
import CaromSceneGraph

/// The function that blends a transparent pixel with the background.
enum BlendFunction: UInt32, BitwiseCopyable {
  case alpha
  case add
  case subtract
  case multiply
  case screen
  case replace
}

extension BlendFunction {
  /// Blends one channel of a surface over the color behind it.
  @inline(__always) func blend(_ c: F4, _ alpha: F4, _ backdrop: F4) -> F4 {
    let a: F4 = saturate(alpha)
    let over: F4 = c * a
    switch self {
    case .alpha: return backdrop + (c - backdrop) * a
    case .add: return backdrop + over
    case .subtract: return vmax(backdrop - over, F4(repeating: 0))
    case .multiply: return backdrop + (backdrop * c - backdrop) * a
    case .screen:
      let s: F4 = saturate(over)
      return backdrop + s - saturate(backdrop) * s
    case .replace: return c
    }
  }

  init(_ mode: BlendMode) {
    switch mode {
    case .alpha: self = .alpha
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .screen: self = .screen
    case .replace: self = .replace
    }
  }
}
