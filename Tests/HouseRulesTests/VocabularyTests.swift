import TestSupport
import Testing

/// Names and phrases that must not come back, because only this repository used them.
///
/// A review adds the words that a newcomer stumbled over, with the field's word for each.
@Suite("The field's words")
struct VocabularyTests {
  /// Words of identifiers and of file names.
  static let identifiers: [String: String] = [
    "rubMoment": "frictionTorque",
    "pushBalls": "solveNormals",
    "BodyWay": "BodySweep",
    "WayPiece": "SubSweep",
    "WayEnd": "SweepEnd",
    "leanings": "staticContactBodies",
    "takeAlong": "RelativeSweep",
    "dropSeams": "removeGhostContacts",
    "isHem": "isBoundaryEdge",
    "takeFamily": "allocateManifolds",
    "SurfaceFamily": "ManifoldGroup",
    "isWorn": "needsRebuild",
    "rebuildWorn": "rebuildIfNeeded",
    "KeptTriangles": "TriangleCache",
    "calmImpulses": "clearWarmStart",
    "closeGently": "limitCorrectionSpeed",
    "weighEnergies": "EnergyLimiter.measure",
    "EnergyGuard": "EnergyLimiter",
    "steadyTrees": "clampRotationalEnergy",
    "BallPack": "SphereContactRow",
    "SolveBalls": "SolveSphereContacts",
    "SpecialRow": "ExtendedContactRow",
    "tryShaved": "inset",
    "tryHeld": "inset",
    "SupportLine": "SupportFeature",
    "WorldStage": "WorldVertexCache",
    "SurroundingLight": "EnvironmentProbe",
    "surroundingShares": "environmentBRDF",
    "KeptShadow": "ShadowCache",
    "MirrorStage": "PlanarReflectionPass",
    "MirrorMap": "PlanarReflectionTransform",
    "secondPlaces": "texCoords1",
    "TexturePlace": "TexCoord",
    "shadeRarely": "shadeExtended",
    "openTexture": "opacityTexture",
    "keepUpEquipment": "syncPhysicsComponents",
    "ShownValues": "PresentationValues",
    "shownCache": "presentationWorldTransformCache",
    "WorldPlacement": "WorldTransform",
    "AnimatedPlace": "AnimatedProperty",
    "OverlayPlace": "OverlayFrame",
    "Backdrop": "Background",
    "MaybeNothing": "OptionalValue",
    "SharedPlan": "SharingPlan",
    "SharedUses": "SharedObjectIndex",
    "SharedPairs": "SharedObjectMatches",
    "ReplayTeller": "ReplayPrinter",
    "StateTeller": "StatePrinter",
    "PictureAlbum": "Screenshots",
    "PlantedChange": "FaultOptions",
    "StageMaker": "GameLoader",
    "SceneChangeWork": "SceneUpdater",
    "ConstraintWork": "ConstraintContext",
    "GeometryStage": "GeometryPass",
    "ShadowStage": "ShadowPass",
    "ShadeDraw": "DrawUniforms",
    "ShadeLight": "LightUniforms",
    "SceneWalk": "SceneExtractor",
    "TextureSpot": "TextureLookup",
    "NodePicture": "NodeIDBuffer",
    "SurfacePicture": "GeometryBuffer",
    "PictureSizer": "ResolutionScaler",
    "ScreenPicture": "ScreenOverlay",
    "OtherCarom": "ExternalCarom",
    "ResultText": "TextReport",
    "MovingBodies": "DynamicBodies",
    "SolidBoxes": "StaticBoxes",
    "settledHash": "replayHash",
    "forgetLastTick": "clearTickEvents",
    "keepHistory": "recordHistory",
    "SceneWatch": "SceneWatcher",
    "WholeFile": "FileContents",
    "ScenePlace": "SceneLocation",
    "TriangleTree": "TriangleBVH",
    "makeBodies": "createBodies",
    "flushBodies": "syncBodies",
    "unequip": "removePhysicsComponents",
    "MessageText": "JSONWriter",
    "WideVector": "Lanes",
    "FlushTest": "FlushNeighborTest",
    "PresentationOverlay": "PresentationValues",
    "PlaneReflection": "PlanarReflectionTransform",
    "isWild": "suspendsWarmStart",
    "hashDigits": "hexadecimal",
    "greatestVertexCount": "maxVertexCount",
  ]

  /// Phrases of comments, documentation, messages and articles.
  static let phrases: [(gone: String, instead: String)] = [
    ("anew", "again"),
    ("is told", "is reported"),
    ("are told", "are reported"),
    ("of one's own", "your own"),
    ("gone to", "restored"),
    ("nobody", "no one, or name the part"),
    ("are heard", "are played"),
    ("no force moves", "static and kinematic bodies"),
    ("of its own accord", "by itself"),
    ("what becomes of", "the result of"),
    ("thrown away", "discarded"),
    ("on its way", "in transit, or name the path"),
    ("what has to be done", "actions"),
  ]

  /// British spellings: the sources use the American ones, as SceneKit, glTF and Box3D do.
  static let spellings = [
    ("colour", "color"), ("behaviour", "behavior"), ("neighbour", "neighbor"),
    ("favour", "favor"), ("centre", "center"), ("metre", "meter"), ("fibre", "fiber"),
    ("grey", "gray"), ("tyre", "tire"), ("licence", "license"), ("normalis", "normaliz"),
    ("optimis", "optimiz"), ("initialis", "initializ"), ("rasteris", "rasteriz"),
    ("synchronis", "synchroniz"), ("specialis", "specializ"), ("stabilis", "stabiliz"),
    ("scalaris", "scalariz"), ("synthesise", "synthesize"), ("misspelt", "misspelled"),
  ]

  /// The identifiers in a line.
  static func words(of line: Substring) -> [String] {
    line.utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && byte != UInt8(ascii: "_")
    }
    .map { String(Substring($0)) }
  }

  /// Whether a line contains a phrase as whole words, ignoring case.
  static func contains(_ phrase: String, in line: Substring) -> Bool {
    func isLetter(_ character: Character?) -> Bool { character.map(\.isLetter) ?? false }
    var rest = line.lowercased()[...]
    let wanted = phrase.lowercased()
    while let found = rest.firstRange(of: wanted) {
      let before =
        found.lowerBound > rest.startIndex ? rest[rest.index(before: found.lowerBound)] : nil
      let after = found.upperBound < rest.endIndex ? rest[found.upperBound] : nil
      if !isLetter(before), !(wanted.last?.isLetter ?? false) || !isLetter(after) { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }

  @Test("Names that are gone stay gone")
  func identifiersStayGone() throws {
    let files =
      try SourceFile.all(under: "Sources", endings: ["swift", "c", "h", "md"])
      + SourceFile.all(under: "Tests")
    for file in files where !file.path.hasSuffix("VocabularyTests.swift") {
      for (index, line) in file.lines.enumerated() {
        for word in Self.words(of: line) {
          guard let instead = Self.identifiers[word] else { continue }
          Issue.record("\(file.path):\(index + 1) says \(word): say \(instead)")
        }
      }
      for word in Self.words(of: file.path[...]) where Self.identifiers[word] != nil {
        Issue.record("\(file.path) is named after \(word)")
      }
    }
  }

  @Test("Spelling is American")
  func spellingIsAmerican() throws {
    let files =
      try SourceFile.all(under: "Sources", endings: ["swift", "c", "h", "md"])
      + SourceFile.all(under: "Tests")
    // The synonyms answer authors of files who spell the British way.
    let exempt = ["VocabularyTests.swift", "WordSynonyms.swift"]
    for file in files where !exempt.contains(where: file.path.hasSuffix) {
      for (index, line) in file.lines.enumerated() {
        let lower = line.lowercased()
        for (british, american) in Self.spellings where lower.contains(british) {
          Issue.record("\(file.path):\(index + 1) says '\(british)': say '\(american)'")
        }
      }
    }
  }

  @Test("Phrases that are gone stay gone")
  func phrasesStayGone() throws {
    for file in try SourceFile.all(under: "Sources", endings: ["swift", "c", "h", "md"]) {
      for (index, line) in file.lines.enumerated() where !line.isEmpty {
        for (gone, instead) in Self.phrases where Self.contains(gone, in: line) {
          Issue.record("\(file.path):\(index + 1) says '\(gone)': say '\(instead)'")
        }
      }
    }
    #expect(Self.words(of: "let rub = body.BodyWay(1)") == ["let", "rub", "body", "BodyWay", "1"])
    #expect(Self.contains("anew", in: "made Anew, always"))
    #expect(!Self.contains("anew", in: "a new one, an answer; manewver"))
  }
}
