package import CaromContent
import CaromGherkin

/// Finds the scenarios that changed files affect, for running them again.
///
/// A changed feature file affects its scenarios. A changed scene, part, image, font or golden image
/// affects the scenarios that depended on it in their last run; the files of a scenario whose game
/// could not be loaded are not known, so any scene file affects it. Files are compared by time and
/// size, so a poll costs a system call for each file.
package struct FeatureWatch {
  /// The changed files and the scenarios that they affect.
  package struct Change {
    /// The paths of changed, added and removed files, sorted.
    package var files: [String]
    /// The scenarios, in file order.
    package var scenarios: [FeatureScenario]
  }

  /// Identifies a scenario until its file changes.
  private struct Key: Hashable {
    var path: String
    var line: Int

    init(_ scenario: FeatureScenario) {
      (path, line) = (scenario.path, scenario.location.line)
    }
  }

  /// The feature files, sorted by path.
  package private(set) var files: [FeatureFile]
  private let paths: [String]
  private let loader: SessionLoader
  private let isSelected: (FeatureScenario) -> Bool
  private var stamps: [String: FileStamp] = [:]
  private var latest: [Key: ScenarioResult] = [:]

  /// Reads the feature files and prepares to watch them.
  ///
  /// - Parameters:
  ///   - paths: Feature files and folders.
  ///   - loader: The loader of the scenarios.
  ///   - isSelected: Whether a scenario is among those to run.
  /// - Throws: ``StepError`` for a path that does not exist, or for a file that cannot be read.
  package init(
    _ paths: [String], loader: SessionLoader, where isSelected: @escaping (FeatureScenario) -> Bool
  ) throws(StepError) {
    (self.paths, self.loader, self.isSelected) = (paths, loader, isSelected)
    // The stamps are older than the contents, so that no change between them is missed.
    for path in try FeatureFile.list(paths) { stamps[path] = FileStamp(path) }
    files = try FeatureFile.load(paths)
    updateStamps()
  }

  /// All selected scenarios, in file order.
  package var scenarios: [FeatureScenario] { files.flatMap(\.scenarios).filter(isSelected) }

  /// The latest results of all selected scenarios, in file order.
  package var results: [ScenarioResult] { scenarios.compactMap { latest[Key($0)] } }

  /// The number of watched files.
  package var fileCount: Int { stamps.count }

  /// Replaces the results of scenarios that ran, and watches the files that they depend on.
  ///
  /// - Parameter results: The results of ``FeatureRunner/run(_:report:)`` with
  ///   ``FeatureRunner/Options/listsFiles``.
  package mutating func add(_ results: [ScenarioResult]) {
    for result in results {
      latest[Key(result.scenario)] = result
      // Golden images may have been written by the scenario itself.
      for path in result.files?.goldens ?? [] { stamps[path] = FileStamp(path) }
    }
    updateStamps()
  }

  /// Compares the files with their last state.
  ///
  /// - Returns: The changes; nil if no file changed, or if a path cannot be read at the moment.
  package mutating func poll() -> Change? {
    guard let found = try? FeatureFile.list(paths) else { return nil }
    let features = Set(found)
    let known = Set(files.map(\.path))
    var changed: [String] = []
    for path in features.union(known).union(stamps.keys).sorted() {
      let stamp = FileStamp(path)
      let isNew = features.contains(path) != known.contains(path)
      guard isNew || stamps[path] != stamp else { continue }
      stamps[path] = stamp
      changed.append(path)
    }
    guard !changed.isEmpty else { return nil }
    readAgain(Set(changed), found)
    let affected = scenarios.filter { isAffected($0, by: Set(changed), features) }
    updateStamps()
    return Change(files: changed, scenarios: affected)
  }

  /// Reads changed feature files again; one that cannot be read is read when it changes again.
  private mutating func readAgain(_ changed: Set<String>, _ found: [String]) {
    var nextID = files.map(\.nextID).max() ?? 0
    var read: [FeatureFile] = []
    for path in found {
      let old = files.first { $0.path == path }
      if let old, !changed.contains(path) {
        read.append(old)
      } else if let file = try? FeatureFile(reading: path, firstID: nextID) {
        nextID = file.nextID
        read.append(file)
      }
    }
    files = read
    latest = latest.filter { !changed.contains($0.key.path) }
  }

  private func isAffected(
    _ scenario: FeatureScenario, by changed: Set<String>, _ features: Set<String>
  ) -> Bool {
    guard let result = latest[Key(scenario)] else { return true }
    guard let files = result.files else {
      return scenario.pickle != nil && !changed.isSubset(of: features)
    }
    return !changed.isDisjoint(with: files.read) || !changed.isDisjoint(with: files.goldens)
  }

  /// Adds the stamps of files that are watched for the first time, and removes those of others.
  private mutating func updateStamps() {
    var watched = Set(files.map(\.path))
    for result in results {
      if let files = result.files {
        watched.formUnion(files.read)
        watched.formUnion(files.goldens)
      } else if result.scenario.pickle != nil {
        watched.formUnion(loader.allSceneFiles)
      }
    }
    stamps = stamps.filter { watched.contains($0.key) }
    for path in watched where stamps[path] == nil { stamps[path] = FileStamp(path) }
  }
}
