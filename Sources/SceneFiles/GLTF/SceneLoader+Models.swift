import CaromDocuments
import CaromSceneGraph

// glTF files are models: read once, and made nodes of for each use.
extension SceneLoader {
  /// The model in a glTF file, from memory after the first time.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the root.
  ///   - context: How it was reached, for messages.
  /// - Returns: The model; nil if it has mistakes, which are reported.
  /// - Throws: why the file cannot be read.
  func model(_ path: String, context: String) throws(PathFault) -> GLTFModel? {
    if let known = models[path] { return known }
    let bytes = try readFile(path)
    var reader: GLTFReader?
    var model: GLTFModel?
    do throws(Problem) {
      let container = try GLTFContainer.open(bytes, name: path)
      let own = GLTFReader(
        container, path: path, limits: settings.limits, budget: modelBytes,
        files: { [self] (path) throws(PathFault) in try readFile(path) })
      model = GLTFModel(own)
      modelBytes = own.budget
      reader = own
    } catch { report(error.in(context)) }
    for problem in reader?.problems ?? [] { report(problem.in(context)) }
    if let model { images.merge(model.images) { $1 } }
    models[path] = .some(model)
    return model
  }

  /// The nodes of a model, held by one; nil if the file has mistakes or too many nodes.
  func makeNode(ofModel path: String, context: String) throws(PathFault) -> Node? {
    guard let model = try model(path, context: context) else { return nil }
    guard countNodes(model.nodeCount, of: path) else { return nil }
    var builder = GLTFBuilder(model)
    return builder.build()
  }
}

extension Problem {
  /// The problem with how its file was reached.
  fileprivate func `in`(_ context: String) -> Problem {
    var problem = self
    if problem.context.isEmpty { problem.context = context }
    return problem
  }
}
