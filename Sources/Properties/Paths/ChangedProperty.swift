public import CaromDocuments

/// A property that differs from its default, for display.
public struct ChangedProperty: Sendable {
  /// The dotted path, such as `physics.mass`.
  public let path: String
  /// The value as files contain it: a number, a string, a list, but no object with members.
  public let value: JSON
  /// The unit of the value in files.
  public let unit: Unit
}

extension Record {
  /// The properties of files that differ from their defaults, those of parts by their own paths, in
  /// the order of their declaration.
  ///
  /// - Complexity: Writes the record as JSON, and resolves the path of each property.
  public var changedProperties: [ChangedProperty] {
    guard let root = try? JSON.parse(json) else { return [] }
    var found: [ChangedProperty] = []
    collect(root, "", &found)
    return found
  }

  private func collect(_ json: JSON, _ path: String, _ found: inout [ChangedProperty]) {
    if let members = json.members, members.count > 0 {
      for member in members {
        collect(member.value, path.isEmpty ? member.key : "\(path).\(member.key)", &found)
      }
    } else if !path.isEmpty {
      let unit = propertyInfo(at: path)?.unit ?? .none
      found.append(ChangedProperty(path: path, value: json, unit: unit))
    }
  }
}
