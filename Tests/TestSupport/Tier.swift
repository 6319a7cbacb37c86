import Foundation

/// Whether whole suites run instead of samples: `TIER=full`.
package var isFullTier: Bool { ProcessInfo.processInfo.environment["TIER"] == "full" }

/// Whether images are rendered by unoptimized code, which takes 150 times as long, so that a sample
/// has to suffice.
package var drawsSample: Bool {
  #if DEBUG
    return !isFullTier
  #else
    return false
  #endif
}

/// The numbers of threads that must render the same image as one thread.
package var drawingThreads: ClosedRange<Int> { drawsSample ? 2...2 : 2...4 }
