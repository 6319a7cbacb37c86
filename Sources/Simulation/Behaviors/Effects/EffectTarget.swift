public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// The node that an effect applies to; in files a path, or `{}` for the one that caused the effect.
public struct EffectTarget: Part, NodeReferenceHolder {
  /// A one-line description for the schema.
  public static let summary = "The node of an effect; if absent, the one that caused it"

  /// The node; nil for the one that caused the effect.
  public var node: NodeReference?

  /// Creates a target that is the node that caused the effect.
  public init() {}

  /// Creates a target.
  public init(_ node: Node) { self.node = NodeReference(node) }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("node", \.node, "The node; if absent, the one that caused the effect")
  }

  /// Reads a path, or an object.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard json.string != nil else { return readProperties(json, &reader) }
    var reference = NodeReference()
    reference.read(json, info, &reader)
    node = reference
  }

  /// Writes a path, or an empty object.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if let node { node.write(info, &writer) } else { writeProperties(&writer) }
  }

  /// Writes the whole target if it differs.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    var (own, other) = (writer.blank, writer.blank)
    write(info, &own)
    base.write(info, &other)
    guard own.json.text != other.json.text else { return false }
    writer.json.raw(own.json.text)
    return true
  }

  /// The schema of a path or an object.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    Schema.adding("string", to: schemaOfProperties(&schema))
  }

  /// The node in a scene.
  func node(_ request: BehaviorRequest, in scene: Scene) -> Node? {
    guard let node else { return request.activator }
    return node.node(in: scene)
  }
}
