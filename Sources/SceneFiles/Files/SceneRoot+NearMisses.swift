import CaromDocuments
import FoundationEssentials

// What a path that leads to no file probably means.
extension SceneRoot {
  /// The end of the message about a missing file: a similar name in its folder, the same name in
  /// another folder, or the files that the folder has.
  func nearMiss(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    guard let last = parts.last else { return "" }
    let parent = parts.dropLast().joined(separator: "/")
    guard let names = fileNames(in: parent) else {
      return "; there is no folder \(name(of: parent))" + elsewhere(last)
    }
    // A name without its ending is more likely than a misspelled one.
    let whole = names.first { $0.hasPrefix(last + ".") && SceneReader.canRead($0) }
    if let near = whole ?? nearest(last, in: names) { return "; did you mean \"\(near)\"?" }
    let other = elsewhere(last)
    if !other.isEmpty { return other }
    let scenes = names.filter(SceneReader.canRead)
    guard !scenes.isEmpty else { return "" }
    let listed = scenes.prefix(5).joined(separator: ", ")
    return "; its folder has \(listed)" + (scenes.count > 5 ? ", …" : "")
  }

  /// The greatest number of files that are searched for one name.
  private static let searchLimit = 2_000

  /// The end of a message that names the file with the same name in another folder, if there is
  /// one; the search is limited.
  private func elsewhere(_ wanted: String) -> String {
    var folders = [""]
    var left = Self.searchLimit
    while !folders.isEmpty, left > 0 {
      let parent = folders.removeFirst()
      for name in fileNames(in: parent) ?? [] where !name.hasPrefix(".") {
        left -= 1
        guard left > 0 else { break }
        let path = parent.isEmpty ? name : "\(parent)/\(name)"
        if name == wanted { return "; did you mean \(self.name(of: path))?" }
        if path.split(separator: "/").count < 6, isInside(path) { folders.append(path) }
      }
    }
    return ""
  }

  /// Whether a path leads to a folder inside of the root that is no link.
  private func isInside(_ path: String) -> Bool {
    let whole = (folder == "/" ? "" : folder) + "/" + path
    return Self.isFolder(whole) && Self.realPath(whole) == whole
  }

  /// The names in a folder of the root, sorted; nil if there is no such folder inside of it.
  private func fileNames(in path: String) -> [String]? {
    guard let real = Self.realPath(path.isEmpty ? folder : folder + "/" + path),
      Self.isFolder(real), real == folder || folder == "/" || real.hasPrefix(folder + "/")
    else { return nil }
    return (try? FileManager.default.contentsOfDirectory(atPath: real))?.sorted() ?? []
  }
}
