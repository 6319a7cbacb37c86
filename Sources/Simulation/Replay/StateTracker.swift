import CaromMaths
import CaromSceneGraph

/// Lists how the state of a session changes from tick to tick, for tools that display it.
///
/// The changes are the differences between the ``Session/stateLines`` of two ticks, without the
/// time and without hashes of parts. The lines of a node whose state has the same hash are not
/// written again, so a tick costs a fraction of a full listing.
package struct StateTracker {
  /// A value that changed.
  package struct Change: Hashable, Sendable {
    /// The owner of the value; see ``StateLine/subject``.
    package var subject: String
    /// The name of the value; ``StateLine/remainder`` if only undeclared state changed.
    package var property: String
    /// The new value; nil if it does not exist any longer.
    package var value: String?
  }

  /// The last known lines of a subject.
  private struct Known {
    var lines: [StateLine] = []
    var stamp: Stamp?
    /// The tick in which it was seen last.
    var generation = 0
  }

  /// What the lines of a node depend on.
  private struct Stamp: Equatable {
    var hash: UInt64
    var isResting: Bool?
    var position: Vector3
    var orientation: Quaternion

    init(_ node: Node) {
      let presentation = node.presentation
      hash = node.stateHash
      isResting = node.physicsBody?.isResting
      (position, orientation) = (presentation.position, presentation.orientation)
    }
  }

  private var known: [String: Known] = [:]
  /// The subjects in the order in which they appeared.
  private var order: [String] = []
  private var generation = 0

  /// Creates a tracker; everything is new to it.
  package init() {}

  /// The changes since the last call, in the order of the lines; all values in the first call.
  package mutating func changes(in session: Session) -> [Change] {
    generation += 1
    var changes: [Change] = []
    var listing = StateListing()
    session.addCommonState(to: &listing)
    let writer = listing.writer
    for group in Self.groups(of: listing.lines) {
      update(group.subject, group.lines, nil, &changes)
    }
    var paths = NodePathTable()
    var open = [session.scene.rootNode]
    while let node = open.popLast() {
      open += node.childNodes.reversed()
      let (path, stamp) = (paths.path(of: node), Stamp(node))
      if known[path]?.stamp == stamp {
        known[path]?.generation = generation
        continue
      }
      var own = StateListing()
      own.writer = writer
      own.add(path, node: node)
      update(path, own.lines, stamp, &changes)
    }
    removeOthers(&changes)
    return changes
  }

  private static func groups(
    of lines: [StateLine]
  ) -> [(subject: String, lines: [StateLine])] {
    var groups: [(subject: String, lines: [StateLine])] = []
    for line in lines {
      if groups.last?.subject == line.subject {
        groups[groups.count - 1].lines.append(line)
      } else {
        groups.append((line.subject, [line]))
      }
    }
    return groups
  }

  private mutating func update(
    _ subject: String, _ lines: [StateLine], _ stamp: Stamp?, _ changes: inout [Change]
  ) {
    let old = known[subject]
    if old == nil { order.append(subject) }
    known[subject] = Known(lines: lines, stamp: stamp, generation: generation)
    let start = changes.count
    let before = old?.lines ?? []
    if before.count == lines.count, zip(before, lines).allSatisfy({ $0.property == $1.property }) {
      for (a, b) in zip(before, lines) where a.value != b.value { changes.append(Change(b)) }
    } else {
      let values = Dictionary(
        before.map { ($0.property, $0.value) }, uniquingKeysWith: { first, _ in first })
      for line in lines where values[line.property] != line.value { changes.append(Change(line)) }
      let names = Set(lines.map(\.property))
      for line in before where !names.contains(line.property) {
        changes.append(Change(subject: subject, property: line.property, value: nil))
      }
    }
    // The hash of a subject says nothing new beside the value that changed.
    let isExplained = changes[start...].contains { $0.property != StateLine.remainder }
    if isExplained, old != nil {
      let declared = changes[start...].filter { $0.property != StateLine.remainder }
      changes.replaceSubrange(start..., with: declared)
    }
  }

  /// Removes the subjects that were not seen in this tick.
  private mutating func removeOthers(_ changes: inout [Change]) {
    var isGone = false
    for subject in order {
      guard let old = known[subject], old.generation != generation else { continue }
      isGone = true
      for line in old.lines {
        changes.append(Change(subject: subject, property: line.property, value: nil))
      }
      known[subject] = nil
    }
    if isGone { order.removeAll { known[$0] == nil } }
  }
}

extension StateTracker.Change {
  fileprivate init(_ line: StateLine) {
    self.init(subject: line.subject, property: line.property, value: line.value)
  }
}
