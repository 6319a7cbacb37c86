import CaromRendering
import CaromSceneFiles
import CaromSimulation
import FoundationEssentials

extension SessionLoader.Loaded {
  /// The paths of the files that the scenes of all levels were read from.
  package var sceneFiles: [String] {
    levelFiles.flatMap { file in file.files.map { file.reader.root.folder + "/" + $0 } }
  }

  /// The paths of the images and fonts that the scenes of all levels name.
  ///
  /// A missing file has a path in each folder where it is searched.
  package var imageFiles: [String] {
    var paths: [String] = []
    for file in levelFiles {
      // Those inside of models belong to the files of the scene.
      for name in RenderCache.fileNames(of: file.scene) where !name.contains("#") {
        if let path = images.path(ofFile: name) {
          paths.append(path)
        } else {
          paths += images.folders.map { $0 + "/" + name }
        }
      }
    }
    return paths
  }
}

extension SessionLoader {
  /// The paths of all files in the folder of scenes, sorted; empty without a content folder.
  package var allSceneFiles: [String] {
    guard let root else { return [] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.scenes)) ?? []
    return names.sorted().map { root.scenes + "/" + $0 }
  }
}
