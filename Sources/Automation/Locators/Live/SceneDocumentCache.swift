import CaromSceneGraph
import CaromSimulation

/// The documents of the current state of a scene, kept from one query to the next.
///
/// Only for scenes that nothing but a driver changes, which then discards the documents.
final class SceneDocumentCache {
  private var documents: [ComponentScope: SceneDocument] = [:]
  private let types = ElementTypeCache()

  /// Discards the documents, because the state changes.
  func discard() { documents.removeAll(keepingCapacity: true) }

  /// The document of a scene with the components of a scope.
  func document(
    _ scene: Scene, _ session: Session?, _ aspect: Float, _ scope: ComponentScope
  ) -> SceneDocument {
    if let known = documents[scope], known.scene === scene, known.aspect == aspect { return known }
    let made = SceneDocument(scene, session, aspect: aspect, scope: scope, types: types)
    documents[scope] = made
    return made
  }
}
