import CaromSceneGraph
import CaromSimulation

/// The document of the current state of a scene, kept from one query to the next.
///
/// Only for scenes that nothing but a driver changes, which then discards the document.
final class SceneDocumentCache {
  private var document: SceneDocument?
  private var scope = ComponentScope.none

  /// Discards the document, because the state changes.
  func discard() { document = nil }

  /// The document of a scene with at least the components of a scope.
  func document(
    _ scene: Scene, _ session: Session?, _ aspect: Float, _ wanted: ComponentScope
  ) -> SceneDocument {
    // Without components a document costs little, and selectors that match all elements must see no
    // more than they ask for.
    if wanted == .none { return SceneDocument(scene, session, aspect: aspect, scope: .none) }
    if let document, scope == wanted, document.scene === scene, document.aspect == aspect {
      return document
    }
    let made = SceneDocument(scene, session, aspect: aspect, scope: wanted)
    (document, scope) = (made, wanted)
    return made
  }
}
