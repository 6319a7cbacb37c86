import CaromDocuments
import CaromSceneGraph

// Reading of glTF models: a model is read once, and nodes are created from it for each use.
extension SceneLoader {
  /// The model in a glTF file, cached after the first time.
  ///
  /// - Parameters:
  ///   - path: The path of the file, relative to the root.
  ///   - context: The chain of references that led to the file, for messages.
  /// - Returns: The model; nil if it has problems, which are reported.
  /// - Throws: The reason why the file cannot be read.
  func model(_ path: String, context: String) throws(PathError) -> GLTFModel? {
    if let known = models[path] { return known }
    let bytes = try readFile(path)
    var reader: GLTFReader?
    var model: GLTFModel?
    do throws(Problem) {
      let container = try GLTFContainer.open(bytes, name: settings.root.name(of: path))
      let own = GLTFReader(
        container, path: path, limits: settings.limits, budget: modelBytes,
        files: { [self] (path) throws(PathError) in try readFile(path) })
      model = GLTFModel(own)
      modelBytes = own.budget
      reader = own
    } catch { report(error.in(context)) }
    for problem in reader?.problems ?? [] { report(problem.in(context)) }
    for warning in reader?.warnings ?? [] { report(warning.in(context)) }
    if let model { images.merge(model.images) { $1 } }
    models[path] = .some(model)
    return model
  }

  /// A node that contains the nodes of a model; nil if the file has problems or too many nodes.
  ///
  /// `json` is the value that contains the options, for messages.
  func makeNode(
    ofModel path: String, options: ImportOptions = ImportOptions(), at json: JSON? = nil,
    context: String
  ) throws(PathError) -> Node? {
    guard let model = try model(path, context: context) else { return nil }
    guard countNodes(model.nodeCount, of: path) else { return nil }
    if let plays = options.plays {
      let known = model.animations.map(\.name)
      for (i, name) in plays.enumerated() where name != "*" && !known.contains(name) {
        guard let place = json?["plays"]?[i] else { continue }
        let names = known.isEmpty ? "; it has none" : suggestion(for: name, in: known)
        report(place.problem("\(path) has no animation \"\(name.prefix(60))\"\(names)"))
      }
    } else {
      for warning in model.playback.warnings { report(warning.in(context)) }
    }
    var builder = GLTFBuilder(model, options)
    let root = builder.build()
    for (number, node) in builder.nodes {
      modelNodes[ObjectIdentifier(node)] = ModelNode(path: path, number: number)
    }
    return root
  }
}

extension Problem {
  /// The problem with the chain of references that led to its file.
  fileprivate func `in`(_ context: String) -> Problem {
    var problem = self
    if problem.context.isEmpty { problem.context = context }
    return problem
  }
}
