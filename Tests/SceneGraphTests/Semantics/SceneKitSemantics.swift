import Testing

/// The subtle semantics of SceneKit, with one or more tests for each number.
///
/// The tests are in the other files of this folder, by area.
@Suite("SceneKit semantics")
struct SceneKitSemantics {}
