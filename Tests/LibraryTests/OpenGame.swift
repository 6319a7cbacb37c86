import CaromGames
import CaromLibrary
import Foundation
import TestSupport
import Testing

/// A session that was opened through the functions of C; it stays open.
struct OpenGame {
  let session: carom_session

  init(_ subject: String = "marble-maze", level: String? = nil, seed: UInt64 = 1) throws {
    Self.prepare()
    var session: carom_session = 0
    let status = subject.withCString { subject in
      guard let level else { return carom_open(subject, nil, seed, &session) }
      return level.withCString { carom_open(subject, $0, seed, &session) }
    }
    try #require(status == 0, "\(lastError())")
    self.session = session
  }

  /// Exports our games and sets the folder of their scenes.
  static func prepare() {
    CaromLibrary.export(GameList.all)
    #expect(carom_set_root(Repository.root.path) == 0)
  }

  var hash: UInt64 {
    var hash: UInt64 = 0
    #expect(carom_hash(session, &hash) == 0)
    return hash
  }
}

/// The text of the last error of this thread.
func lastError() -> String { carom_error().map { String(cString: $0) } ?? "" }

/// The text that a function writes.
func text(
  _ body: (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>?) -> carom_status
) throws -> String {
  var length = 0
  let status = body(nil, 0, &length)
  try #require(status == 0, "\(lastError())")
  var memory = [CChar](repeating: 1, count: length + 1)
  #expect(body(&memory, memory.count, &length) == 0)
  return String(decoding: memory.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
