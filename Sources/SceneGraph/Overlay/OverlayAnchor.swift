public import CaromMaths
public import CaromProperties

/// A corner, the middle of a side, or the middle of the picture.
public enum OverlayAnchor: String, EnumName, Sendable {
  /// The top left corner.
  case topLeft
  /// The middle of the top.
  case top
  /// The top right corner.
  case topRight
  /// The middle of the left side.
  case left
  /// The middle of the picture.
  case center
  /// The middle of the right side.
  case right
  /// The bottom left corner.
  case bottomLeft
  /// The middle of the bottom.
  case bottom
  /// The bottom right corner.
  case bottomRight

  /// Where it is, as shares of the picture's width and height.
  public var share: Vector2 {
    let x: Float =
      switch self {
      case .topLeft, .left, .bottomLeft: 0
      case .top, .center, .bottom: 0.5
      case .topRight, .right, .bottomRight: 1
      }
    let y: Float =
      switch self {
      case .topLeft, .top, .topRight: 0
      case .left, .center, .right: 0.5
      case .bottomLeft, .bottom, .bottomRight: 1
      }
    return Vector2(x, y)
  }

  /// How a margin moves it, towards the middle of the picture.
  public func inset(_ margin: Float) -> Vector2 {
    (Vector2(0.5, 0.5) - share) * (2 * margin)
  }
}

/// Which side of an element is at its position.
public enum TextAlignment: String, EnumName, Sendable {
  /// Its left side: it goes to the right.
  case left
  /// Its middle: it goes to both sides.
  case center
  /// Its right side: it ends there.
  case right

  /// The share of the width that lies left of the position.
  public var share: Float {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    }
  }
}

/// Whether the top, the middle or the bottom of an element is at its position.
public enum VerticalAlignment: String, EnumName, Sendable {
  /// Its top: it hangs down.
  case top
  /// Its middle: it goes both ways.
  case center
  /// Its bottom: it stands there.
  case bottom

  /// The share of the height that lies above the position.
  public var share: Float {
    switch self {
    case .top: 0
    case .center: 0.5
    case .bottom: 1
    }
  }
}
