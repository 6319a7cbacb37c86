import Foundation
import Synchronization

/// The lines of standard input, read on a thread of their own.
///
/// A line can be looked at as soon as it arrives, while those before it are still being handled.
final class InputLines: Sendable {
  private let waiting = Mutex<(lines: [String], hasEnded: Bool)>(([], false))
  private let count = DispatchSemaphore(value: 0)

  /// Begins to read.
  ///
  /// - Parameter isHandled: Called with each line as soon as it arrives, on the thread that reads;
  ///   true if the line needs nothing else.
  init(_ isHandled: @escaping @Sendable (String) -> Bool) {
    Thread.detachNewThread { [self] in
      while let line = readLine(strippingNewline: true) {
        if line.isEmpty || isHandled(line) { continue }
        waiting.withLock { $0.lines.append(line) }
        count.signal()
      }
      waiting.withLock { $0.hasEnded = true }
      count.signal()
    }
  }

  /// The next line, once there is one; nil at the end of the input.
  func next() -> String? {
    count.wait()
    return waiting.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }
  }
}
