import Testing

/// What ports of SceneKit get wrong, one test or more for each of the numbered semantics.
///
/// The tests are in the files beside this one, by area.
@Suite("SceneKit semantics")
struct SceneKitSemantics {}
