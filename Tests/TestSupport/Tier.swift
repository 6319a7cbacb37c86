import Foundation

/// Whether whole suites run instead of a sample: `TIER=full`.
package var isFullTier: Bool { ProcessInfo.processInfo.environment["TIER"] == "full" }

/// Whether pictures are drawn by code that is not optimised, which takes 150 times as long, and a
/// sample is to do.
package var drawsSample: Bool {
  #if DEBUG
    return !isFullTier
  #else
    return false
  #endif
}

/// The numbers of threads that must draw the picture that one draws.
package var drawingThreads: ClosedRange<Int> { drawsSample ? 2...2 : 2...4 }
