public import CaromProperties

/// Text, bars, icons and panels on top of the picture, such as score and lives.
///
/// They are part of the scene's state. Positions are in units of 1/720 of the picture's height, whatever
/// its size, from the anchor of each element: x to the right, y down. So a picture twice as wide has
/// room at the sides, and text keeps its size. In a picture narrower than 4:3 a unit is 1/960 of the
/// width, so that what stands side by side still has room. On pictures so small that letters would run into each
/// other text is drawn larger than it says, so that it can be read. What lies outside of the picture is
/// not drawn.
///
/// All elements are drawn over the scene: panels first, then bars, icons and labels, each kind in its
/// order. Tools find them by name, and labels by what they say.
public struct Overlay: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary =
    "Text, bars, icons and panels on top of the picture, in 1/720 of its height or 1/960 of its width"

  /// The height of the picture in the overlay's units, unless it is narrower than 4:3.
  public static let height: Float = 720

  /// How far the anchors at the picture's edges are from them, in the overlay's units.
  ///
  /// Screens of television sets and telephones hide what is close to their edges.
  public var margin: Float = 0
  /// The panels, drawn first.
  public var panels: [Panel] = []
  /// The bars, drawn over the panels.
  public var bars: [Bar] = []
  /// The icons, drawn over the bars.
  public var icons: [Icon] = []
  /// The labels, drawn last.
  public var labels: [Label] = []

  /// How many elements there are of all kinds.
  public var elementCount: Int { panels.count + bars.count + icons.count + labels.count }

  /// Makes an empty overlay.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "margin", \.margin, "How far anchors at the picture's edges are from them", .pixels, 0...360)
    p.property("panels", \.panels, "Plain or framed areas, drawn first")
    p.property("bars", \.bars, "Areas that are filled in part, drawn over the panels")
    p.property("icons", \.icons, "Signs, drawn over the bars")
    p.property("labels", \.labels, "Lines of text, drawn last")
  }

  /// The first label of a name; setting nil removes it, setting one of a new name adds it.
  public subscript(label name: String) -> Label? {
    get { labels.first { $0.name == name } }
    set { Self.set(newValue, in: &labels) { $0.name == name } }
  }

  /// The first bar of a name; setting nil removes it, setting one of a new name adds it.
  public subscript(bar name: String) -> Bar? {
    get { bars.first { $0.name == name } }
    set { Self.set(newValue, in: &bars) { $0.name == name } }
  }

  /// The first icon of a name; setting nil removes it, setting one of a new name adds it.
  public subscript(icon name: String) -> Icon? {
    get { icons.first { $0.name == name } }
    set { Self.set(newValue, in: &icons) { $0.name == name } }
  }

  /// The first panel of a name; setting nil removes it, setting one of a new name adds it.
  public subscript(panel name: String) -> Panel? {
    get { panels.first { $0.name == name } }
    set { Self.set(newValue, in: &panels) { $0.name == name } }
  }

  private static func set<T>(_ new: T?, in list: inout [T], where isIt: (T) -> Bool) {
    switch (list.firstIndex(where: isIt), new) {
    case (let i?, let new?): list[i] = new
    case (let i?, nil): list.remove(at: i)
    case (nil, let new?): list.append(new)
    case (nil, nil): break
    }
  }

  /// Changes the text of a label; false when there is none of that name.
  @discardableResult public mutating func setText(_ text: String, of name: String) -> Bool {
    guard let i = labels.firstIndex(where: { $0.name == name }) else { return false }
    if labels[i].text != text { labels[i].text = text }
    return true
  }

  /// Shows or hides a label; false when there is none of that name.
  @discardableResult public mutating func setVisible(_ isVisible: Bool, of name: String) -> Bool {
    guard let i = labels.firstIndex(where: { $0.name == name }) else { return false }
    labels[i].isVisible = isVisible
    return true
  }
}
