public import CaromDocuments
public import CaromMaths
public import CaromProperties
import CaromRendering
import CaromSceneGraph
import CaromSimulation

// Commands that an inspector needs: the tree, declared properties, pixels and rectangles.

/// Reads the tree of nodes.
public struct OutlineCommand: GameCommand {
  /// The name.
  public static let name = "outline"
  /// A one-line description for the schema.
  public static let summary = "Read the tree of nodes"
  /// The result.
  public static let returns =
    "A list of objects with path, depth, identity, name, role, parts and isHidden, in document order"
  /// Queries change nothing.
  public static let changesGame = false

  /// Creates a query.
  public init() {}

  /// Declares no parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {}

  /// Reads the tree.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    // An explicit stack: scenes may be nested deeper than the call stack allows.
    var open = [(node: runner.session.scene.rootNode, depth: 0)]
    var (paths, count) = (NodePathTable(), 0)
    result.array { result in
      while let (node, depth) = open.popLast(), count < runner.limits.matches {
        open += node.childNodes.reversed().map { ($0, depth + 1) }
        if depth == 0 { continue }
        count += 1
        result.object { result in
          result.member("path", paths.path(of: node))
          result.member("depth", depth)
          result.member("identity", node.id)
          if let name = node.name { result.member("name", name) }
          if let role = node.role { result.member("role", type(of: role).name) }
          result.member("parts") { $0.array(Self.parts(of: node)) { $0.value($1) } }
          if node.isHidden { result.member("isHidden") { $0.value(true) } }
        }
      }
    }
  }

  private static func parts(of node: Node) -> [String] {
    [
      node.geometry == nil ? nil : "geometry", node.physicsBody == nil ? nil : "physics",
      node.light == nil ? nil : "light", node.camera == nil ? nil : "camera",
    ].compactMap { $0 }
  }
}

/// Reads the declared properties of an element.
public struct DescribeCommand: GameCommand {
  /// The name.
  public static let name = "describe"
  /// A one-line description for the schema.
  public static let summary =
    "Read all properties of a node, of the game or of the scene with their declarations"
  /// The result.
  public static let returns =
    "An object with path, kind and a list of properties, which have path, summary, unit, minimum, "
    + "maximum, value, default and choices"
  /// Queries change nothing.
  public static let changesGame = false
  /// The selector.
  public var selector = ""

  /// Creates a query.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
  }

  /// Reads the properties.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let match = try runner.driver.find(try runner.locator(selector))
    let found: [PropertyDescription]
    switch match.kind {
    case "game": found = PropertyDescription.all(of: runner.session.game.state, includesState: true)
    case "scene":
      found = PropertyDescription.all(of: runner.session.scene.state, includesState: false)
    default:
      guard let node = match.node else {
        throw runner.failure(
          .invalidArgument, "\(match.path) is not a node; a node, //game or /scene is accepted")
      }
      found = PropertyDescription.all(of: node)
    }
    result.object { result in
      result.member("path", match.node?.path ?? match.kind)
      result.member("kind", match.kind)
      result.member("properties") { $0.array(found) { $1.write(&$0) } }
    }
  }
}

/// Finds the node in a pixel.
public struct PickCommand: GameCommand {
  /// The name.
  public static let name = "pick"
  /// A one-line description for the schema.
  public static let summary = "Find the control or node that is drawn in a pixel of the view"
  /// The result.
  public static let returns =
    "An object with path, kind, name and the shortest selector, or null for the background"
  /// Queries change nothing.
  public static let changesGame = false
  /// The point, in fractions of the view.
  public var position = Vector2(0.5, 0.5)
  /// The width of the view, in pixels.
  public var width: Int32 = 640
  /// The height of the view, in pixels.
  public var height: Int32 = 360

  /// Creates a query at the center.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "position", \.position, "The point, in fractions of the view from its top left corner",
      .ratio, 0...1, in: .required)
    p.property("width", \.width, "The width of the view", .pixels, 1...8192)
    p.property("height", \.height, "The height of the view", .pixels, 1...8192)
  }

  /// Finds the node.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let (session, overlay) = (runner.session, runner.session.scene.overlay)
    if let index = overlay.controlIndex(at: position, aspect: session.input.aspect) {
      let control = overlay.controls[index]
      return result.object { result in
        result.member("path", "control " + control.name)
        result.member("kind", "control")
        result.member("name", control.name)
        result.member("selector", Locator.control(control.name).text)
      }
    }
    let ids = try runner.driver.nodeIDs(width: Int(width), height: Int(height))
    let column = min(Int(position.x * Float(width)), Int(width) - 1)
    let row = min(Int(position.y * Float(height)), Int(height) - 1)
    guard let id = ids[column, row],
      let node = session.scene.node(withID: Int32(truncatingIfNeeded: id))
    else { return result.null() }
    result.object { result in
      result.member("path", node.path)
      result.member("kind", "node")
      if let name = node.name { result.member("name", name) }
      if let selector = runner.driver.finder.shortestSelector(of: node) {
        result.member("selector", selector)
      }
    }
  }
}

/// Finds the rectangles of elements in the view.
public struct BoxesCommand: GameCommand {
  /// The name.
  public static let name = "boxes"
  /// A one-line description for the schema.
  public static let summary = "Find the rectangles in the view of what a selector matches"
  /// The result.
  public static let returns =
    "A list of objects with path, kind and, in fractions of the view, x, y, width and height, "
    + "which are missing for elements without a rectangle"
  /// Queries change nothing.
  public static let changesGame = false
  /// The selector.
  public var selector = ""

  /// Creates a query.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
  }

  /// Finds the rectangles.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let found = try runner.driver.findAll(try runner.locator(selector))
    let viewpoint = runner.driver.viewpoint
    result.array { result in
      for match in found.prefix(runner.limits.matches) {
        let box = runner.driver.box(of: match, from: viewpoint)
        result.object { result in
          result.member("path", match.path)
          result.member("kind", match.kind)
          guard let box else { return }
          result.member("x") { $0.value(box.low.x) }
          result.member("y") { $0.value(box.low.y) }
          result.member("width") { $0.value(box.high.x - box.low.x) }
          result.member("height") { $0.value(box.high.y - box.low.y) }
        }
      }
    }
  }
}

/// Reads the axes of a node in the view, for handles that move it.
public struct AxesCommand: GameCommand {
  /// The name.
  public static let name = "axes"
  /// A one-line description for the schema.
  public static let summary = "Read where the origin and the ends of the axes of a node are drawn"
  /// The result.
  public static let returns =
    "An object with path, length in meters, origin and ends of the axes of the parent, in which "
    + "positions are, ownEnds of the node's own axes, all in fractions of the view, parentScale, and "
    + "facing, which is positive for own axes that point to the eye; null if the node is behind the "
    + "camera"
  /// Queries change nothing.
  public static let changesGame = false
  /// The selector of the node.
  public var selector = ""

  /// Creates a query.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
  }

  /// Reads the axes.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let match = try runner.driver.find(try runner.locator(selector))
    guard let node = match.node, match.kind == "node" else {
      throw runner.failure(.invalidArgument, "\(match.path) is not a node; a node is accepted")
    }
    let (scene, aspect) = (runner.session.scene, runner.session.input.aspect)
    let world = node.presentation.worldTransform
    let origin = world.apply(point: .zero)
    guard let middle = scene.projectPoint(origin, aspect: aspect),
      let eye = scene.pointOfView?.presentation.worldTransform.apply(point: .zero)
    else { return result.null() }
    // Handles have about the same size in the view at any distance.
    let length = max((origin - eye).length * 0.12, 1e-3)
    let outer = node.parent?.presentation.worldTransform
    func ends(_ direction: (Vector3) -> Vector3) -> [Vector2?] {
      [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { axis in
        let along = direction(axis)
        guard along.length > 1e-9 else { return nil }
        let end = origin + along * (length / along.length)
        return scene.projectPoint(end, aspect: aspect).map { Vector2($0.x, $0.y) }
      }
    }
    func apply(_ transform: Matrix4?, _ axis: Vector3) -> Vector3 {
      guard let transform else { return axis }
      return transform.apply(vector: axis)
    }
    result.object { result in
      result.member("path", node.path)
      result.member("length") { $0.value(length) }
      result.member("parentScale") { result in
        result.array([Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]) {
          $0.value(apply(outer, $1).length)
        }
      }
      result.member("facing") { result in
        result.array([Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]) {
          $0.value(apply(world, $1).dot(eye - origin))
        }
      }
      result.member("origin") { Self.write(Vector2(middle.x, middle.y), &$0) }
      result.member("ends") { $0.array(ends { apply(outer, $0) }) { Self.write($1, &$0) } }
      result.member("ownEnds") { $0.array(ends { apply(world, $0) }) { Self.write($1, &$0) } }
    }
  }

  private static func write(_ point: Vector2?, _ result: inout JSONWriter) {
    guard let point else { return result.null() }
    result.array([point.x, point.y]) { $0.value($1) }
  }
}

/// Reads the input events.
public struct EventsCommand: GameCommand {
  /// The name.
  public static let name = "events"
  /// A one-line description for the schema.
  public static let summary = "Read the input events from a tick on"
  /// The result.
  public static let returns = "A list of objects with tick and event"
  /// Queries change nothing.
  public static let changesGame = false
  /// The first tick of which events are listed.
  public var since: UInt64 = 0

  /// Creates a query for all events.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("since", \.since, "The first tick of which events are listed", .ticks)
  }

  /// Reads the events.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    result.array { result in
      for input in runner.driver.events where input.tick >= since {
        result.object { result in
          result.member("tick", input.tick)
          result.member("event") { $0.raw(input.event.json) }
        }
      }
    }
  }
}

extension GameDriver {
  /// The node that is drawn in each pixel of the last completed tick.
  func nodeIDs(width: Int, height: Int) throws(DriverError) -> NodeIDBuffer {
    let frameRenderer = try makeFrameRenderer()
    frameRenderer.cache.prompts = session.prompts
    return frameRenderer.renderer.nodeIDs(
      of: RenderFrame(session.scene, cache: frameRenderer.cache), width: width, height: height)
  }
}
