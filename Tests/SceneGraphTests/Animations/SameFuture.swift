import CaromProperties
import CaromSceneGraph
import Testing

/// Saves a scene, restores it into a new one, and expects both to continue identically.
func expectSameFuture(
  _ scene: Scene, ticks: Int = 60, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let buffer = StateBuffer()
  buffer.fill { scene.save(into: &$0) }
  let fresh = Scene()
  fresh.functions = scene.functions
  var source = StateSource(buffer.bytes)
  try fresh.load(from: &source)
  try source.finish()
  #expect(fresh.hash == scene.hash, "at once", sourceLocation: sourceLocation)
  for tick in 0..<ticks {
    scene.step()
    fresh.step()
    guard scene.hash == fresh.hash else {
      Issue.record("differs after tick \(tick)", sourceLocation: sourceLocation)
      return
    }
  }
}
