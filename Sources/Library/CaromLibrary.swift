internal import CCarom
public import CaromSimulation
import Synchronization

/// The games that a shared library serves to programs in other languages.
///
/// A library with the games of a package of its own is one line in a target of its own, and a
/// product of the type `.dynamic`:
///
///     import CaromLibrary
///     import Golf
///
///     @c public func carom_export_games() { CaromLibrary.export([Golf.self]) }
///
/// The library then has all functions of `carom.h`.
public enum CaromLibrary {
  private static let exported = Mutex<[any Game.Type]>([])
  private static let isAsked = Mutex(false)

  /// Adds games to those that sessions can be opened for; a game of the same name is replaced.
  public static func export(_ games: [any Game.Type]) {
    exported.withLock { known in
      known.removeAll { old in games.contains { $0.name == old.name } }
      known += games
    }
  }

  /// The games, after the library was asked for its own.
  static var games: [any Game.Type] {
    let isFirst = isAsked.withLock { asked in
      defer { asked = true }
      return !asked
    }
    if isFirst { carom_call_export() }
    return exported.withLock { $0 }
  }
}
