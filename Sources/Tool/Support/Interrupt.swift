import Foundation
import Synchronization

/// The number of the signal that interrupted the command; 0 if there is none.
private let received = Atomic<Int32>(0)

/// The time of that signal, in nanoseconds of the monotonic clock.
private let receivedTime = Atomic<Int64>(0)

/// Handles Ctrl-C and SIGTERM, after which a command writes its results so far and ends.
package enum Interrupt {
  /// Handles both signals from now on; a second one ends the process immediately, unless it comes
  /// within half a second, as from a terminal and a launcher that both pass on one Ctrl-C.
  ///
  /// A launcher may have started the process with signals blocked, as some test runners do.
  package static func handle() {
    var both = sigset_t()
    sigemptyset(&both)
    sigaddset(&both, SIGINT)
    sigaddset(&both, SIGTERM)
    for number in [SIGINT, SIGTERM] {
      let before = signal(number) { number in
        let now = Interrupt.monotonicTime()
        if received.load(ordering: .relaxed) == 0 {
          receivedTime.store(now, ordering: .relaxed)
          received.store(number, ordering: .relaxed)
        } else if now - receivedTime.load(ordering: .relaxed) > 500_000_000 {
          signal(number, SIG_DFL)
          raise(number)
        }
      }
      // A signal that the shell ignores, as for jobs in the background, stays ignored.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &both, nil)
  }

  /// The monotonic clock in nanoseconds; can be called in a signal handler.
  private static func monotonicTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Whether the command was interrupted.
  package static var isSet: Bool { received.load(ordering: .relaxed) != 0 }

  /// The exit code of an interrupted command by the convention of shells; nil if it was not.
  static var exitCode: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// Prints the progress of an interrupted command to stderr.
  static func report(_ done: String) {
    Terminal.printError("\(GameProgram.current.name): interrupted \(done)")
  }
}
