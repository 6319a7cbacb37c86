import CaromDocuments

/// An index from the keys of a record to its declared properties.
///
/// The reader looks up the members of an object in it, so that only the named properties are
/// visited.
struct PropertyTable {
  /// The keys of files, without those of inlined choices.
  let keys: KeyTable
  /// The ordinal of the declared property of each key.
  let ordinals: [Int]
  /// The ordinals of the properties visited for every object, in order: inlined choices and
  /// required properties.
  let unconditional: [Int]

  init<R: Record>(_: R.Type) {
    var list = ListProperties<R>()
    R.properties(&list)
    var (keys, ordinals, unconditional): ([String], [Int], [Int]) = ([], [], [])
    for (ordinal, entry) in list.entries.enumerated() where entry.info.scope.isInFile {
      let isChoice = entry.info.form == .choice
      if isChoice || entry.info.scope == .required { unconditional.append(ordinal) }
      if isChoice { continue }
      keys.append(entry.info.key)
      ordinals.append(ordinal)
    }
    self.keys = KeyTable(keys)
    self.ordinals = ordinals
    self.unconditional = unconditional
  }
}

/// The property tables of the records that readers have met, shared between readers.
public final class PropertyTables {
  private var tables: [ObjectIdentifier: PropertyTable] = [:]

  /// Creates an empty cache.
  public init() {}

  func table<R: Record>(of _: R.Type) -> PropertyTable {
    if let known = tables[ObjectIdentifier(R.self)] { return known }
    let table = PropertyTable(R.self)
    tables[ObjectIdentifier(R.self)] = table
    return table
  }
}
