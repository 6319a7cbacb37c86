import CaromDocuments

/// Where the properties of a record stand among those it declares, by their keys.
///
/// Reading asks it what the members of an object name, so that only those properties are looked at.
struct PropertyTable {
  /// The keys of files, without those of inlined choices.
  let keys: KeyTable
  /// For each key which of the declared properties it is.
  let ordinals: [Int]
  /// The properties that are looked at whatever an object says, in order: inlined choices and what
  /// is required.
  let always: [Int]

  init<R: Record>(_: R.Type) {
    var list = ListProperties<R>()
    R.properties(&list)
    var (keys, ordinals, always): ([String], [Int], [Int]) = ([], [], [])
    for (ordinal, entry) in list.entries.enumerated() where entry.info.scope.isInFile {
      let isChoice = entry.info.form == .choice
      if isChoice || entry.info.scope == .required { always.append(ordinal) }
      if isChoice { continue }
      keys.append(entry.info.key)
      ordinals.append(ordinal)
    }
    self.keys = KeyTable(keys)
    self.ordinals = ordinals
    self.always = always
  }
}

/// What is known of the records that readers have met; shared, as it is the same for all of them.
public final class PropertyTables {
  private var tables: [ObjectIdentifier: PropertyTable] = [:]

  /// Knows none yet.
  public init() {}

  func table<R: Record>(of _: R.Type) -> PropertyTable {
    if let known = tables[ObjectIdentifier(R.self)] { return known }
    let table = PropertyTable(R.self)
    tables[ObjectIdentifier(R.self)] = table
    return table
  }
}
