import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport

extension TemporaryScenes {
  /// A folder with one model, `thing.glb`.
  convenience init(model: GLTFSample) throws {
    try self.init([:])
    try write("thing.glb", model.binary)
  }

  /// The scene of the model.
  func model(_ path: String = "thing.glb") throws -> Scene {
    try SceneReader(root: root).read(path)
  }
}

/// The scene of a model.
func scene(of model: GLTFSample) throws -> Scene { try TemporaryScenes(model: model).model() }

/// The scene of a model together with its warnings.
func load(_ model: GLTFSample) throws -> SceneFile {
  let scenes = try TemporaryScenes(model: model)
  return try SceneReader(root: scenes.root).load("thing.glb")
}

/// The warnings of a model that is accepted.
func warnings(of model: GLTFSample) throws -> [String] {
  try load(model).warnings.map(\.description)
}

/// The problems of a model.
func problems(of model: GLTFSample) throws -> [String] {
  try TemporaryScenes(model: model).problems("thing.glb")
}

/// The vertices of a node's geometry.
func mesh(_ scene: Scene, _ path: String = "/thing") -> CustomMesh? {
  guard case .mesh(let mesh) = scene.rootNode.node(atPath: path)?.geometry?.primitive else {
    return nil
  }
  return mesh
}

/// The vertices of a model with a single mesh, on the node `thing`.
func mesh(of model: GLTFSample) throws -> CustomMesh? { mesh(try scene(of: model)) }
