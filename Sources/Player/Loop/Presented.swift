import CaromRendering

/// A picture in the window: what it shows, and at which sizes it was rendered.
struct Presented: Equatable {
  let frame: RenderFrame
  let rendered: (width: Int, height: Int)
  let shown: (width: Int, height: Int)
  let samples: Int

  static func == (a: Presented, b: Presented) -> Bool {
    a.rendered == b.rendered && a.shown == b.shown && a.samples == b.samples && a.frame == b.frame
  }
}
