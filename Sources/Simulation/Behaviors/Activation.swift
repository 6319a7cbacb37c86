import CaromDocuments
import CaromPhysics
public import CaromProperties
public import CaromSceneGraph

/// Which bodies activate a trigger, a collectable and the like: those that pass the filter.
///
/// Without a filter, these are dynamic bodies and characters. A kinematic body is moved by
/// animations and code, such as a door or a turning bar; it activates only a behavior whose filter
/// names it or its category.
public struct Activation: Part {
  /// A one-line description for the schema.
  public static let summary = "The bodies that activate a behavior"

  /// The only node that activates it, with the nodes below; nil for all.
  public var activator: NodeReference?
  /// The categories of bodies that activate it.
  public var activatorCategoryBitMask: UInt32 = .max

  /// Creates a filter that every dynamic body and every character passes.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "activator", \.activator,
      "The only node whose body activates it, or bodies below that node; if absent, every "
        + "dynamic body and character")
    p.property(
      "activatorCategoryBitMask", \.activatorCategoryBitMask,
      "The categories of bodies that activate it", .mask)
  }

  /// Whether a body activates the behavior.
  func accepts(_ node: Node, in scene: Scene) -> Bool {
    guard let body = node.physicsBody, body.type != .static,
      body.categoryBitMask & activatorCategoryBitMask != 0
    else { return false }
    guard let activator, !activator.isEmpty else {
      return body.type == .dynamic || node.character != nil || activatorCategoryBitMask != .max
    }
    guard let wanted = activator.node(in: scene) else { return false }
    var next: Node? = node
    while let here = next {
      if here === wanted { return true }
      next = here.parent
    }
    return false
  }
}

extension Activation {
  /// Warns of an activator that has no body and gets none from a spawner below it.
  func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    guard let only = activator?.named(from: node), only.nodeWithBody == nil else { return }
    var receivesCopies = false
    only.enumerateHierarchy { if $0.role is SpawnerBehavior { receivesCopies = true } }
    guard !receivesCopies, let json = json["activator"] else { return }
    reader.warn(
      json,
      "nothing activates it, because \(activator?.path ?? "the node") has no body; a node with "
        + "\"physics\", or above one, is accepted")
  }
}

extension Role {
  /// Reports that neither the node nor a node below it has a body, and warns of an invisible wall.
  func checkBody(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    guard let owner = node.nodeWithBody, let body = owner.physicsBody else {
      return reader.fail(
        json,
        "a \(Self.name) acts when a body touches it, but it has no body itself; \"physics\" on its "
          + "node, or on a node below, is accepted")
    }
    var isVisible = false
    owner.enumerateHierarchy { if $0.geometry != nil { isVisible = true } }
    guard !isVisible, body.shape != nil, !body.isSensor else { return }
    reader.warn(
      json,
      "its body is an invisible wall, because it is solid and has no geometry; "
        + "\"isSensor\": true makes it a zone, and \"geometry\" makes it visible")
  }
}
