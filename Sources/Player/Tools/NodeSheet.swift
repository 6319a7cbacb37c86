import CaromDocuments
import CaromMaths
import CaromProperties
package import CaromSceneGraph

/// The lines that describe a node to a maker: its path, and its declared properties with units.
package struct NodeSheet: Hashable, Sendable {
  /// A line: the path of a property and its value, or the path of the node without a value.
  package struct Row: Hashable, Sendable {
    /// The path of the property, such as `physics.mass`.
    package var name: String
    /// The value with its unit.
    package var value: String

    /// Creates a line.
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The path of the node.
  package let path: String
  /// The properties that differ from their defaults, in the order of their declaration.
  package let rows: [Row]

  /// The greatest number of characters of a value.
  private static let longestValue = 40

  /// Describes a node in its current state.
  package init(_ node: Node) {
    path = node.path
    var state = node.state
    var rows: [Row] = []
    // The vertices of a mesh are thousands of values, which say nothing.
    if let geometry = state.geometry, case .mesh = geometry.primitive {
      let count = geometry.mesh.elements.reduce(0) { $0 + $1.indices.count / 3 }
      rows.append(Row(name: "geometry", value: "mesh, \(count) triangles"))
      state.geometry = nil
    }
    (state.morpher, state.skinner) = (nil, nil)
    rows += state.changedProperties.map { property in
      let text = Self.text(property.value)
      let unit = property.unit.rawValue
      return Row(name: property.path, value: unit.isEmpty ? text : "\(text) \(unit)")
    }
    self.rows = rows
  }

  /// A value for people: numbers with at most three decimals, lists of objects by their number.
  private static func text(_ json: JSON) -> String {
    if let number = json.double { return rounded(number) }
    if let flag = json.bool { return flag ? "true" : "false" }
    if let text = json.string { return String(text.prefix(longestValue)) }
    guard let elements = json.elements else { return json.isNull ? "none" : "{}" }
    let numbers = elements.compactMap(\.double)
    guard numbers.count == elements.count, numbers.count <= 16 else {
      return elements.count == 1 ? "1 item" : "\(elements.count) items"
    }
    return numbers.map(rounded).joined(separator: " ")
  }

  private static func rounded(_ number: Double) -> String {
    guard abs(number) < 1e9 else { return "\(number)" }
    let thousandths = (number * 1_000).rounded()
    // Zero has no sign.
    let value = thousandths == 0 ? 0 : thousandths / 1_000
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
