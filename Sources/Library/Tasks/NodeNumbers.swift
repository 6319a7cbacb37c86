import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph

/// Reads a property of nodes as numbers.
struct NodeNumbers {
  /// The declaration of the property.
  let info: PropertyInfo
  /// The names of the components.
  let components: [String]
  /// Writes the components.
  let read: (Node, UnsafeMutablePointer<Float>) -> Void

  /// Compiles a property; `example` decides about what the declaration leaves open, such as roles.
  ///
  /// The position, orientation and velocity of a node are read from it; other properties from a
  /// copy of its state, and those that depend on a type which is known only at run time as JSON.
  init(_ property: String, example: Node?) throws(CallFailure) {
    if let direct = Self.direct(property) {
      self = direct
      return
    }
    let parts = property.split(separator: ".")
    if let last = parts.last, let whole = Self.direct(parts.dropLast().joined(separator: ".")),
      let index = whole.components.firstIndex(of: String(last))
    {
      self = whole.component(index)
      return
    }
    if let reader = NumberReader<NodeState>.compile(property) {
      self.init(info: reader.info, components: reader.components) { node, out in
        reader.read(node.state, out)
      }
      return
    }
    guard let example else {
      throw CallFailure(
        .refused, "observe: \(property) is no number of every node, and no node matches")
    }
    let text: String
    do throws(Problem) { text = try example.state.get(property) } catch {
      throw CallFailure(.refused, "observe: \(error)")
    }
    let numbers = Self.numbers(text)
    guard (1...4).contains(numbers.count) else {
      throw CallFailure(
        .refused,
        "observe: \(property) of \(example.path) is \(text.prefix(60)); properties with one to four "
          + "numbers are accepted")
    }
    let count = numbers.count
    self.init(
      info: example.state.propertyInfo(at: property) ?? PropertyInfo(property),
      components: count == 1 ? [""] : (0..<count).map { "\($0)" }
    ) { node, out in
      let values = (try? node.state.get(property)).map(Self.numbers) ?? []
      for index in 0..<count { out[index] = index < values.count ? values[index] : 0 }
    }
  }

  private init(
    info: PropertyInfo, components: [String],
    read: @escaping (Node, UnsafeMutablePointer<Float>) -> Void
  ) {
    (self.info, self.components, self.read) = (info, components, read)
  }

  /// One of the components.
  private func component(_ index: Int) -> NodeNumbers {
    let (count, read) = (components.count, read)
    return NodeNumbers(info: info, components: [""]) { node, out in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { numbers in
        guard let base = numbers.baseAddress else { return }
        read(node, base)
        out.pointee = base[index]
      }
    }
  }

  private static func direct(_ property: String) -> NodeNumbers? {
    func vector(
      _ summary: String, _ unit: Unit, _ read: @escaping (Node) -> Vector3
    ) -> NodeNumbers {
      NodeNumbers(info: PropertyInfo(property, summary, unit), components: ["x", "y", "z"]) {
        let value = read($0)
        ($1[0], $1[1], $1[2]) = (value.x, value.y, value.z)
      }
    }
    func rotation(_ summary: String, _ read: @escaping (Node) -> Quaternion) -> NodeNumbers {
      NodeNumbers(
        info: PropertyInfo(property, summary, .none, -1...1), components: ["x", "y", "z", "w"]
      ) {
        let value = read($0)
        ($1[0], $1[1], $1[2], $1[3]) = (value.x, value.y, value.z, value.w)
      }
    }
    switch property {
    case "position": return vector("Position in the parent", .meters) { $0.position }
    case "worldPosition":
      return vector("Position in the world, as presented", .meters) {
        $0.presentation.worldPosition
      }
    case "orientation": return rotation("Orientation in the parent") { $0.orientation }
    case "worldOrientation":
      return rotation("Orientation in the world, as presented") { $0.presentation.worldOrientation }
    case "physics.velocity":
      return vector("Linear velocity", .metersPerSecond) { $0.physicsBody?.velocity ?? .zero }
    case "physics.angularVelocity":
      return vector("Angular velocity", .radiansPerSecond) {
        $0.physicsBody?.angularVelocity ?? .zero
      }
    case "isHidden":
      return NodeNumbers(
        info: PropertyInfo(property, "Whether the node is hidden", .none, 0...1), components: [""]
      ) { $1.pointee = $0.isHidden ? 1 : 0 }
    default: return nil
    }
  }

  /// The numbers of a JSON value: of a number, a truth value, or a list of numbers.
  private static func numbers(_ text: String) -> [Float] {
    guard let json = try? JSON.parse(text) else { return [] }
    if let flag = json.bool { return [flag ? 1 : 0] }
    if let number = json.double { return [Float(number)] }
    return json.elements?.compactMap { $0.double.map { Float($0) } } ?? []
  }
}
