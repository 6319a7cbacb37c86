public import CaromProperties

/// Text, bars, icons, panels and controls over the scene, such as score, lives and menus.
///
/// The overlay is part of the scene's state. Positions are relative to the anchor of each element,
/// x to the right and y down, in units of 1/720 of the image height. A wider image has more space
/// at the sides and text keeps its size. In an image narrower than 4:3 a unit is 1/960 of the
/// width, so that elements side by side still fit. In very small images text is enlarged so that it
/// stays legible. Elements outside of the image are clipped.
///
/// Panels are drawn first, then bars, icons, controls and labels, each kind in its order. Tools
/// find elements by name, and labels and controls also by text.
public struct Overlay: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary =
    "Text, bars, icons, panels and controls over the scene, in 1/720 of the image height or 1/960 of "
    + "its width"

  /// The height of the image in overlay units, unless it is narrower than 4:3.
  public static let height: Float = 720

  /// The distance of the edge anchors from the edges of the image, in overlay units.
  ///
  /// Televisions and phones may hide the border of the image.
  public var margin: Float = 0
  /// The panels, drawn first.
  public var panels: [Panel] = []
  /// The bars, drawn over the panels.
  public var bars: [Bar] = []
  /// The icons, drawn over the bars.
  public var icons: [Icon] = []
  /// The buttons and other controls, drawn over the icons.
  public var controls: [Control] = []
  /// The labels, drawn last.
  public var labels: [Label] = []
  /// The name of the control with the focus; empty for none.
  ///
  /// While a visible control has the focus, the overlay is a menu: keys and gamepads operate it,
  /// and presses do not reach the game. Without a focus, only pointers operate controls.
  public var focus = ""
  /// The name of the slider that the pointer holds; empty for none.
  public var dragged = ""

  /// The number of elements of all kinds.
  public var elementCount: Int {
    panels.count + bars.count + icons.count + controls.count + labels.count
  }

  /// Creates an empty overlay.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "margin", \.margin, "Distance of the edge anchors from the edges of the image", .pixels,
      0...360)
    p.property("panels", \.panels, "Plain or bordered areas, drawn first")
    p.property("bars", \.bars, "Progress bars, drawn over the panels")
    p.property("icons", \.icons, "Symbols and images, drawn over the bars")
    p.property("controls", \.controls, "Buttons and other controls, drawn over the icons")
    p.property("labels", \.labels, "Text, drawn last")
    p.property("focus", \.focus, "The name of the control with the focus; empty for none")
    p.property("dragged", \.dragged, "The name of the slider that the pointer holds", in: .state)
  }

  /// The first label with a name; assigning nil removes it, assigning to a new name appends.
  public subscript(label name: String) -> Label? {
    get { labels.first { $0.name == name } }
    set { Self.set(newValue, in: &labels) { $0.name == name } }
  }

  /// The first bar with a name; assigning nil removes it, assigning to a new name appends.
  public subscript(bar name: String) -> Bar? {
    get { bars.first { $0.name == name } }
    set { Self.set(newValue, in: &bars) { $0.name == name } }
  }

  /// The first icon with a name; assigning nil removes it, assigning to a new name appends.
  public subscript(icon name: String) -> Icon? {
    get { icons.first { $0.name == name } }
    set { Self.set(newValue, in: &icons) { $0.name == name } }
  }

  /// The first panel with a name; assigning nil removes it, assigning to a new name appends.
  public subscript(panel name: String) -> Panel? {
    get { panels.first { $0.name == name } }
    set { Self.set(newValue, in: &panels) { $0.name == name } }
  }

  /// The first control with a name; assigning nil removes it, assigning to a new name appends.
  public subscript(control name: String) -> Control? {
    get { controls.first { $0.name == name } }
    set { Self.set(newValue, in: &controls) { $0.name == name } }
  }

  private static func set<T>(_ new: T?, in list: inout [T], where isIt: (T) -> Bool) {
    switch (list.firstIndex(where: isIt), new) {
    case (let i?, let new?): list[i] = new
    case (let i?, nil): list.remove(at: i)
    case (nil, let new?): list.append(new)
    case (nil, nil): break
    }
  }

  /// Changes the text of a label; returns false if there is no label with that name.
  @discardableResult public mutating func setText(_ text: String, of name: String) -> Bool {
    guard let i = labels.firstIndex(where: { $0.name == name }) else { return false }
    if labels[i].text != text { labels[i].text = text }
    return true
  }

  /// Shows or hides a label; returns false if there is no label with that name.
  @discardableResult public mutating func setVisible(_ isVisible: Bool, of name: String) -> Bool {
    guard let i = labels.firstIndex(where: { $0.name == name }) else { return false }
    labels[i].isVisible = isVisible
    return true
  }
}
