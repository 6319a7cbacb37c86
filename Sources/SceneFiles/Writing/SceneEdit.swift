public import CaromDocuments
public import CaromSceneGraph

/// A change of one value in the text of a scene file.
///
/// Comments, the order of keys and the layout of everything else are kept, byte for byte.
public struct SceneEdit: Sendable {
  /// The path of the file, relative to the root of the scene.
  public let path: String
  /// The text before the change.
  public let before: SourceText
  /// The text after the change.
  public let after: SourceText

  /// The lines that differ: those of the old text after `-`, those of the new one after `+`, with
  /// the line numbers of the old text in front.
  public var difference: [String] {
    let (old, new) = (Self.lines(before), Self.lines(after))
    let shared = min(old.count, new.count)
    var start = 0
    while start < shared, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shared - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    func marked(_ lines: [String], _ mark: String) -> [String] {
      (start..<lines.count - end).map { "\($0 + 1) \(mark) \(lines[$0])" }
    }
    return marked(old, "-") + marked(new, "+")
  }

  private static func lines(_ source: SourceText) -> [String] {
    source.bytes.split(separator: 10, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension SceneFile {
  /// The tables in which a file has objects by name, for the keys that refer to them.
  private static let tables = [
    "geometry": "geometries", "shape": "shapes", "materials": "materials",
  ]

  /// The change of the outermost file that gives a property of a node a value.
  ///
  /// The value goes to the node's own keys. A node of a file that is referred to gets an override
  /// in the outermost file, so that other uses of that file stay as they are. A shared material,
  /// geometry or shape is changed in its table. The file is read again, because it can have changed
  /// since the scene was read, and the new text is read as a scene before it is returned.
  ///
  /// - Parameters:
  ///   - property: The dotted path of the property, such as `physics.mass`.
  ///   - node: The node; nil for a property of the scene.
  ///   - value: The new value, JSON text.
  /// - Returns: The change; no file was written.
  /// - Throws: A problem if the file does not declare the node so that one value can be changed, or
  ///   if the new text is no valid scene.
  public func edit(
    _ property: String, of node: Node?, to value: JSON
  ) throws(Problem) -> SceneEdit {
    let document = try currentDocument()
    let text = try Self.layout(value)
    var keys = property.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !keys.contains(""), keys.count <= 32 else {
      throw Problem("'\(property)' is not a property; a path such as physics.mass is accepted")
    }
    var object = document.root
    if let node {
      let place = try place(of: node, in: document)
      object = place.object
      keys = place.keys + keys
    }
    (object, keys) = Self.followingNames(object, keys, document.root)
    let changes = try Self.changes(of: object, keys, to: text)
    let after = TextEdit.apply(changes, to: document.source)
    do throws(SceneFileError) {
      _ = try reader.load(String(decoding: after.bytes, as: UTF8.self), at: path)
    } catch {
      throw error.problems.first ?? Problem("\(path): the new text is not a scene")
    }
    return SceneEdit(path: path, before: document.source, after: after)
  }

  /// The forms in which a node can have its rotation.
  private static let rotations = ["eulerAnglesDegrees", "orientation"]

  /// The replacements that give a property a value; a rotation in another form is replaced.
  private static func changes(
    of object: JSON, _ keys: [String], to text: String
  ) throws(Problem) -> [TextEdit] {
    guard let key = keys.last, (rotations + ["position", "scale"]).contains(key) else {
      return [try object.setting(keys, to: text)]
    }
    var owner: JSON? = object
    for key in keys.dropLast() { owner = owner?[key] ?? Int(key).flatMap { owner?[$0] } }
    if let transform = owner?["transform"] {
      throw transform.problem(
        "this matrix replaces the \(key) of the file; position, eulerAnglesDegrees and scale instead of "
          + "it are accepted")
    }
    let others = rotations.filter { $0 != key }
    guard rotations.contains(key), let owner, owner[key] == nil,
      let old = owner.members?.first(where: { member in others.contains { member.isNamed($0) } })
    else { return [try object.setting(keys, to: text)] }
    return [TextEdit(old.offset..<old.value.range.upperBound, "\"\(key)\": \(text)")]
  }

  /// The outermost file as it is now.
  private func currentDocument() throws(Problem) -> JSONDocument {
    guard documents[path] != nil else {
      throw Problem("\(path): is not a scene file; values can be saved in .json and .jsonc files")
    }
    let bytes: [UInt8]
    do throws(PathError) {
      bytes = try reader.root.read(path, limit: reader.limits.fileBytes)
    } catch {
      throw Problem("\(reader.root.name(of: path)): \(error.message)")
    }
    let source = SourceText(name: reader.root.name(of: path), bytes: bytes)
    let document = try JSONParser.parse(source, limits: reader.limits.text)
    if let problem = document.duplicateKeys.first { throw problem }
    return document
  }

  /// The canonical text of a value, on one line.
  private static func layout(_ value: JSON) throws(Problem) -> String {
    // The outermost container would be written on several lines.
    let text = try JSONFormatter.format(
      SourceText(name: "value", bytes: Array("{\"value\":\(value)}".utf8)))
    guard let inner = try JSON.parse(text)["value"] else { return "\(value)" }
    return String(decoding: Array(text.utf8)[inner.range], as: UTF8.self)
      .split(whereSeparator: \.isNewline).map { String($0.drop { $0 == " " }) }
      .joined(separator: " ")
  }

  // MARK: Nodes

  /// The object of the outermost file that declares a node, and the keys to its properties.
  private func place(
    of node: Node, in document: JSONDocument
  ) throws(Problem) -> (object: JSON, keys: [String]) {
    var (inner, current): ([String], Node?) = ([], node)
    while let next = current, next.parent != nil {
      if let own = ownElement(of: next) {
        let object = try same(own, as: next, in: document)
        if inner.isEmpty { return (object, []) }
        guard object["scene"] != nil else { break }
        return (object, ["overrides", inner.reversed().joined(separator: "/")])
      }
      guard let name = next.name, !name.contains("/") else { break }
      inner.append(name)
      current = next.parent
    }
    throw Problem(
      "\(node.path) is not in \(reader.root.name(of: path)); nodes that the file declares, and named "
        + "nodes of files that it refers to, are accepted")
  }

  /// The object in the list of nodes of the outermost file that a node was read from.
  private func ownElement(of node: Node) -> JSON? {
    guard let document = documents[path] else { return nil }
    return elements[node.id]?.last { layer in
      layer.document === document && Self.isNodePointer(layer.pointer)
    }
  }

  /// Whether a pointer is that of a node: `/nodes/0/nodes/3`.
  private static func isNodePointer(_ pointer: String) -> Bool {
    let parts = pointer.split(separator: "/")
    return !parts.isEmpty && parts.count % 2 == 0
      && parts.enumerated().allSatisfy { $0.offset % 2 == 1 || $0.element == "nodes" }
  }

  /// The object at the place of another one in the file as it is now.
  private func same(
    _ element: JSON, as node: Node, in document: JSONDocument
  ) throws(Problem) -> JSON {
    var object = document.root
    for part in element.pointer.split(separator: "/") {
      let next = Int(part).flatMap { object[$0] } ?? object[String(part)]
      guard let next else { throw Self.moved(node, document) }
      object = next
      if object["repeat"] != nil {
        throw object.problem(
          "\(node.path) is one of several copies, so it cannot be changed alone; change the file here"
        )
      }
    }
    guard object["name"]?.string == element["name"]?.string, object.isObject else {
      throw Self.moved(node, document)
    }
    return object
  }

  private static func moved(_ node: Node, _ document: JSONDocument) -> Problem {
    Problem(
      "\(document.source.name): \(node.path) is no longer where it was when the scene was read; load "
        + "the scene again")
  }

  /// Follows the names of shared objects to their tables.
  private static func followingNames(
    _ object: JSON, _ keys: [String], _ root: JSON
  ) -> (JSON, [String]) {
    var (object, keys) = (object, keys)
    for _ in 0..<4 {
      var (value, found): (JSON, (JSON, [String])?) = (object, nil)
      for (index, key) in keys.enumerated() where index + 1 < keys.count {
        guard let next = value[key] ?? Int(key).flatMap({ value[$0] }) else { break }
        value = next
        let table = tables[key] ?? (index > 0 ? tables[keys[index - 1]] : nil)
        if let name = value.string, let table, let shared = root[table]?[name] {
          found = (shared, Array(keys[(index + 1)...]))
          break
        }
      }
      guard let found else { break }
      (object, keys) = found
    }
    return (object, keys)
  }
}
