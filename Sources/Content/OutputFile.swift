import FoundationEssentials
import Glibc

/// A destination of results: a file, a pipe, a device or the standard output.
///
/// A regular file is replaced atomically and keeps its mode; a symbolic link is followed to its
/// target. Pipes and devices are written to as they are. The path `-` is the standard output.
package struct OutputFile: Sendable {
  /// The path as the user wrote it.
  package let path: String
  /// The kind of destination.
  private let destination: Destination

  private enum Destination {
    /// An open file of the process: the standard output or the standard error.
    case descriptor(Int32)
    /// A pipe, a socket or a device.
    case stream
    /// A file that exists, with its mode, or one to create.
    case regular(target: String, mode: mode_t?)
  }

  /// Determines the destination of a path; creates and changes nothing.
  ///
  /// - Throws: ``FileProblem`` for a folder, an empty path or a file that cannot be written.
  package init(_ path: String) throws(FileProblem) {
    self.path = path
    if path == "-" {
      destination = .descriptor(STDOUT_FILENO)
      return
    }
    guard !path.isEmpty, !path.contains("\0") else {
      throw FileProblem(
        "\(path): is not the path of a file; a path such as a.png, or - for the standard output, "
          + "is accepted", isWrongUse: true)
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Self.problem(path, errno) }
      let target = try Self.target(ofMissing: path)
      try Self.checkFolder(of: target, path)
      destination = .regular(target: target, mode: nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw FileProblem("\(path): is a folder; the path of a file is accepted", isWrongUse: true)
    case S_IFREG:
      guard access(path, W_OK) == 0 else { throw Self.problem(path, errno) }
      // Replacing the file behind `/dev/stdout` would leave the shell with the old one.
      if let open = [STDOUT_FILENO, STDERR_FILENO].first(where: { Self.is($0, status) }) {
        destination = .descriptor(open)
      } else {
        destination = .regular(target: Self.realPath(path), mode: status.st_mode & 0o7777)
      }
    default: destination = .stream
    }
  }

  /// A file in a folder that others can write to: a link in its place is replaced, not followed.
  ///
  /// - Throws: ``FileProblem`` for a folder, a pipe or a device.
  package init(replacing path: String) throws(FileProblem) {
    self.path = path
    var status = stat()
    if lstat(path, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw FileProblem("\(path): is not a file; the path of a file is accepted", isWrongUse: true)
    }
    try Self.checkFolder(of: path, path)
    destination = .regular(target: path, mode: nil)
  }

  /// Whether the results of this file appear on the standard output.
  package var isStandardOutput: Bool {
    if case .descriptor(STDOUT_FILENO) = destination { true } else { false }
  }

  /// Identifies the file: equal for two paths of one file, and nil for a device, which options can
  /// share.
  package var identity: String? {
    var status = stat()
    switch destination {
    case .descriptor(let open): return "descriptor \(open)"
    case .stream:
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFCHR else { return nil }
      return "inode \(status.st_dev) \(status.st_ino)"
    case .regular(let target, _):
      if stat(target, &status) == 0 { return "inode \(status.st_dev) \(status.st_ino)" }
      let url = URL(fileURLWithPath: target)
      return Self.realPath(url.deletingLastPathComponent().path) + "/" + url.lastPathComponent
    }
  }

  /// Throws if the folder of the file does not exist, for options that do not create folders.
  package func checkFolderExists() throws(FileProblem) {
    guard case .regular(let target, _) = destination else { return }
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
    guard !FileManager.default.fileExists(atPath: folder.path) else { return }
    let name = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
    throw FileProblem(
      "\(path): there is no folder \(name); a path in a folder that exists is accepted",
      isWrongUse: true)
  }

  // MARK: Writing

  /// Writes the whole contents, creating the folder of the file.
  ///
  /// A file that cannot be written completely stays as it was.
  ///
  /// - Throws: ``FileProblem`` with the reason of the system, such as a full disk.
  package func write(_ bytes: [UInt8]) throws(FileProblem) {
    switch destination {
    case .descriptor(let open):
      let failure = Self.write(bytes, to: open)
      if failure != 0 { throw Self.problem(path, failure) }
    case .stream:
      let failure = Self.ignoringBrokenPipes {
        let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return errno }
        let failure = Self.write(bytes, to: file)
        return close(file) == 0 || failure != 0 ? failure : errno
      }
      if failure != 0 { throw Self.problem(path, failure) }
    case .regular(let target, let mode):
      try createFolder(of: target)
      try replace(target, mode, bytes)
    }
  }

  /// Opens the file for writing in parts, and empties it; until it is closed, nothing else can open
  /// it for writing in parts.
  ///
  /// - Returns: The descriptor; the caller closes it, also for the standard output.
  /// - Throws: ``FileProblem`` if another command is writing to the file.
  package func open() throws(FileProblem) -> Int32 {
    let file: Int32
    switch destination {
    case .descriptor(let open): file = fcntl(open, F_DUPFD_CLOEXEC, 0)
    case .stream: file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    case .regular(let target, _):
      try createFolder(of: target)
      file = Glibc.open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
      if file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 {
        let isTaken = errno == EWOULDBLOCK
        let reason = Self.problem(path, errno)
        close(file)
        guard isTaken else { throw reason }
        throw FileProblem(
          "\(path): another command is writing to it; another file is accepted")
      }
      if file >= 0 { _ = ftruncate(file, 0) }
    }
    guard file >= 0 else { throw Self.problem(path, errno) }
    return file
  }

  /// Writes all bytes to an open file; returns the error number of the system, or 0.
  package static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    bytes.withUnsafeBytes { write($0, to: file) }
  }

  /// Writes all bytes to an open file; returns the error number of the system, or 0.
  package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = Glibc.write(file, rest.baseAddress, rest.count)
      if count >= 0 { written += count } else if errno != EINTR { return errno }
    }
    return 0
  }

  /// Writes a new file beside the old one and gives it the old one's name.
  private func replace(
    _ target: String, _ mode: mode_t?, _ bytes: [UInt8]
  ) throws(FileProblem) {
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    var (file, made) = (Int32(-1), "")
    for number in 0..<100 where file < 0 {
      made = "\(folder)/.carom-\(getpid())-\(number)"
      file = Glibc.open(made, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file < 0, errno != EEXIST { break }
    }
    guard file >= 0 else {
      // The folder may be closed to new files while the file itself can be written.
      guard mode != nil else { throw Self.problem(path, errno) }
      return try overwrite(target, bytes)
    }
    var failure = Self.write(bytes, to: file)
    if failure == 0, let mode, fchmod(file, mode) != 0 { failure = errno }
    if close(file) != 0, failure == 0 { failure = errno }
    if failure == 0, rename(made, target) != 0 { failure = errno }
    guard failure != 0 else { return }
    unlink(made)
    throw Self.problem(path, failure)
  }

  private func overwrite(_ target: String, _ bytes: [UInt8]) throws(FileProblem) {
    let file = Glibc.open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard file >= 0 else { throw Self.problem(path, errno) }
    var failure = Self.write(bytes, to: file)
    if close(file) != 0, failure == 0 { failure = errno }
    if failure != 0 { throw Self.problem(path, failure) }
  }

  /// Calls a function that writes to a pipe: if the reader has closed it, the write fails, but the
  /// process continues.
  private static func ignoringBrokenPipes(_ body: () -> Int32) -> Int32 {
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    return body()
  }

  // MARK: Paths

  private func createFolder(of target: String) throws(FileProblem) {
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw FileProblem("\(path): cannot be written: \(FileContents.reason(error))")
    }
  }

  /// The path that a missing file gets: the end of a chain of symbolic links.
  private static func target(ofMissing path: String) throws(FileProblem) -> String {
    var target = URL(fileURLWithPath: path).path
    for _ in 0..<40 {
      var status = stat()
      guard lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
        let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target)
      else { return target }
      let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
      target = URL(fileURLWithPath: next, relativeTo: folder).absoluteURL.path
    }
    throw problem(path, ELOOP)
  }

  /// Checks that a new file can be created in the nearest folder that exists.
  private static func checkFolder(of target: String, _ path: String) throws(FileProblem) {
    var folder = URL(fileURLWithPath: target).deletingLastPathComponent()
    // A path stays relative, with endless parents, if there is no working directory.
    guard folder.path.hasPrefix("/") else {
      throw FileProblem(
        "\(path): the working directory was deleted; a path in a folder that exists is accepted",
        isWrongUse: true)
    }
    var status = stat()
    while stat(folder.path, &status) != 0 {
      guard errno == ENOENT, folder.path != "/" else { throw problem(path, errno) }
      folder.deleteLastPathComponent()
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw problem(path, ENOTDIR) }
    guard access(folder.path, W_OK | X_OK) == 0 else { throw problem(path, errno) }
  }

  private static func `is`(_ open: Int32, _ status: stat) -> Bool {
    var own = stat()
    return fstat(open, &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino
  }

  private static func realPath(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  /// The problem of a path for an error number of the system.
  package static func problem(_ path: String, _ code: Int32) -> FileProblem {
    FileProblem(
      "\(path): cannot be written: \(String(cString: strerror(code)))",
      isWrongUse: code == ENOTDIR || code == ELOOP || code == ENAMETOOLONG)
  }
}
