import FoundationEssentials
import Glibc

/// The modification time and size of a file, which differ after a change.
package struct FileStamp: Hashable, Sendable {
  private var seconds: Int?
  private var nanoseconds: Int?
  private var size: Int?

  /// The stamp of a file, following symbolic links; that of a missing file has no values.
  package init(_ path: String?) {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return }
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    size = Int(status.st_size)
  }
}
