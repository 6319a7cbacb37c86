public import CaromMaths
public import CaromProperties

/// A reference point of the image: a corner, the middle of a side, or the center.
public enum OverlayAnchor: String, EnumName, Sendable {
  /// The top left corner.
  case topLeft
  /// The middle of the top.
  case top
  /// The top right corner.
  case topRight
  /// The middle of the left side.
  case left
  /// The center of the image.
  case center
  /// The middle of the right side.
  case right
  /// The bottom left corner.
  case bottomLeft
  /// The middle of the bottom.
  case bottom
  /// The bottom right corner.
  case bottomRight

  /// The position as fractions of the width and height of the image.
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

  /// The horizontal alignment of elements that do not set their own: what is anchored at an edge
  /// extends from it into the image.
  public var alignment: TextAlignment {
    switch self {
    case .topLeft, .left, .bottomLeft: .left
    case .top, .center, .bottom: .center
    case .topRight, .right, .bottomRight: .right
    }
  }

  /// The vertical alignment of elements that do not set their own.
  public var verticalAlignment: VerticalAlignment {
    switch self {
    case .topLeft, .top, .topRight: .top
    case .left, .center, .right: .center
    case .bottomLeft, .bottom, .bottomRight: .bottom
    }
  }

  /// Returns the offset of a margin, towards the center of the image.
  public func inset(_ margin: Float) -> Vector2 {
    (Vector2(0.5, 0.5) - share) * (2 * margin)
  }
}

/// The horizontal alignment of an element at its position.
public enum TextAlignment: String, EnumName, Sendable {
  /// The left side is at the position.
  case left
  /// The center is at the position.
  case center
  /// The right side is at the position.
  case right

  /// The fraction of the width left of the position.
  public var share: Float {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    }
  }
}

/// The vertical alignment of an element at its position.
public enum VerticalAlignment: String, EnumName, Sendable {
  /// The top is at the position.
  case top
  /// The center is at the position.
  case center
  /// The bottom is at the position.
  case bottom

  /// The fraction of the height above the position.
  public var share: Float {
    switch self {
    case .top: 0
    case .center: 0.5
    case .bottom: 1
    }
  }
}
