import CaromDocuments

/// Writes one table row for each property.
struct DocsRows<Root: Record>: PropertyVisitor {
  let defaults: Root
  var text = ""

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInFile else { return }
    let info = info()
    var writer = PropertyWriter()
    defaults[keyPath: path].write(info, &writer)
    let key = info.form == .choice ? V.caseNames.joined(separator: " or ") : info.key
    let normal = scope == .required ? "required" : writer.json.text
    let range = info.range.map(describe) ?? ""
    text += "| \(key) | \(info.unit.rawValue) | \(range) | \(normal) | \(info.summary) |\n"
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension Record {
  /// A Markdown table of the properties that files can contain.
  public static var docsTable: String {
    var rows = DocsRows(defaults: Self())
    properties(&rows)
    return "| Key | Unit | Range | Default | Meaning |\n|---|---|---|---|---|\n" + rows.text
  }
}
