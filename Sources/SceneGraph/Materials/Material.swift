public import CaromProperties

/// The shading properties of a surface.
///
/// Geometries share materials, so changing one affects every geometry that uses it; ``copy()``
/// returns an independent copy. Outside of physically based shading the color is `(emission + lit
/// + reflective) · multiply`, where lit is `ambient · Σambient + diffuse · Σ max(0, N·L) + specular
/// · Σ highlight`.
public final class Material: Shared, ContentTracking {
  /// Summary for the schema.
  public static let summary = "The shading properties of a surface"
  /// The name is the key of the file's table; animated values are saved by the scene; a cache.
  public static let undeclaredByDesign: Set<String> = [
    "name", "animatedValues", "written", "contentMark",
  ]

  /// The name in scene files; empty for a material that is written inline.
  public var name = "" { didSet { changed() } }

  /// The lighting model.
  public var lightingModel = LightingModel.blinn { didSet { changed() } }
  /// The diffuse color; the base color (albedo) of a physically based material.
  public var diffuse = MaterialProperty(color: .white) { didSet { changed() } }
  /// The color under ambient light; unused while ``locksAmbientWithDiffuse`` is true.
  public var ambient = MaterialProperty(color: .white) { didSet { changed() } }
  /// The color of specular highlights.
  public var specular = MaterialProperty(color: .black) { didSet { changed() } }
  /// The normal map; its intensity scales the perturbation.
  public var normal = MaterialProperty(color: .flatNormal) { didSet { changed() } }
  /// The light that the surface emits.
  public var emission = MaterialProperty(color: .black) { didSet { changed() } }
  /// The reflected environment.
  public var reflective = MaterialProperty(color: .black) { didSet { changed() } }
  /// A color that multiplies the shaded result.
  public var multiply = MaterialProperty(color: .white) { didSet { changed() } }
  /// The opacity of each point, interpreted by ``transparencyMode``.
  public var transparent = MaterialProperty(color: .white) { didSet { changed() } }
  /// The ambient occlusion: the fraction of ambient and environment light that reaches each point.
  public var ambientOcclusion = MaterialProperty(color: .white) { didSet { changed() } }
  /// Additional incoming light, such as from a light map; it is reflected by the diffuse slot.
  ///
  /// For physically based materials it replaces the diffuse environment light, but not the
  /// reflection. Unlike in SceneKit, ``emission`` is used as well.
  public var selfIllumination = MaterialProperty(color: .black) { didSet { changed() } }
  /// The metalness of a physically based material, 0 to 1; see
  /// ``MaterialProperty/textureComponents`` for images.
  public var metalness = MaterialProperty(number: 0) { didSet { changed() } }
  /// The roughness of a physically based material, 0 to 1; see
  /// ``MaterialProperty/textureComponents`` for images.
  ///
  /// The default is the gray that SceneKit's files contain.
  public var roughness = MaterialProperty(number: 0.41) { didSet { changed() } }
  /// The sharpness of highlights; the exponent of the Blinn and Phong terms is 128 times this
  /// value.
  ///
  /// SceneKit does not document the scale of its shininess, whose default is 1; this factor is
  /// ours.
  public var shininess: Float = 1 { didSet { changed() } }
  /// The opacity of the surface, 0 to 1; one is opaque.
  public var transparency: Float = 1 { didSet { changed() } }
  /// The interpretation of the transparent slot.
  public var transparencyMode = TransparencyMode.aOne { didSet { changed() } }
  /// The opacity below which points are discarded, 0 to 1; zero disables the test.
  ///
  /// All other points are opaque. Use it for foliage and fences, which then write depth and need no
  /// sorting. It applies to the blend modes alpha and replace. SceneKit leaves this to shaders.
  public var alphaCutoff: Float = 0 { didSet { changed() } }
  /// The blend mode of a transparent surface.
  public var blendMode = BlendMode.alpha { didSet { changed() } }
  /// The Fresnel exponent of the reflection; zero reflects equally at all angles.
  ///
  /// The reflective slot is scaled by `(1 − N·E)` to this power, where E is the direction to the
  /// camera. Physically based materials have their own Fresnel term.
  public var fresnelExponent: Float = 0 { didSet { changed() } }
  /// The side of triangles that is culled.
  public var cullMode = CullMode.back { didSet { changed() } }
  /// Whether triangles are filled or only their edges are drawn, unlit in the diffuse color.
  public var fillMode = FillMode.fill { didSet { changed() } }
  /// Whether both sides are drawn; ``cullMode`` is ignored then.
  public var isDoubleSided = false { didSet { changed() } }
  /// Whether lighting is computed per pixel; otherwise per vertex and interpolated.
  ///
  /// Normal maps are ignored if it is false. Physically based materials are always lit per pixel.
  public var isLitPerPixel = true { didSet { changed() } }
  /// Whether the diffuse slot replaces the ambient slot.
  public var locksAmbientWithDiffuse = true { didSet { changed() } }
  /// Whether the surface writes to the depth buffer.
  public var writesToDepthBuffer = true { didSet { changed() } }
  /// Whether the surface is tested against the depth buffer.
  public var readsFromDepthBuffer = true { didSet { changed() } }
  /// The color components that the material writes.
  ///
  /// A material with a partial mask is drawn over the scene after all opaque surfaces. With an
  /// empty mask the material writes depth only, so later surfaces behind it are hidden.
  public var colorBufferWriteMask = ColorMask.all { didSet { changed() } }

  /// Values written by animations; saved by the scene.
  var animatedValues: [AnimatedValue] = []

  /// The state as it was saved last; nil after a change.
  private var written: SavedState?
  /// The mark of the saved content; nil after a change.
  public private(set) var contentMark: ContentMark?

  /// Creates a white material.
  public init() {}

  /// Creates a material with a diffuse color.
  public init(name: String = "", diffuse: Color) {
    self.name = name
    self.diffuse.color = diffuse
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Material>) {
    p.property("name", \.name, "The name in scene files", in: .state)
    p.property("lightingModel", \.lightingModel, "Lighting model")
    p.property("diffuse", \.diffuse, "Diffuse color, or base color if physically based")
    p.property("ambient", \.ambient, "Color under ambient light, if not locked to diffuse")
    p.property("specular", \.specular, "Color of specular highlights")
    p.property("normal", \.normal, "Normal map")
    p.property("emission", \.emission, "Light that the surface emits")
    p.property("reflective", \.reflective, "Reflected environment")
    p.property("multiply", \.multiply, "Multiplies the shaded color")
    p.property("transparent", \.transparent, "Opacity of each point")
    p.property(
      "ambientOcclusion", \.ambientOcclusion, "Ambient occlusion")
    p.property(
      "selfIllumination", \.selfIllumination, "Additional incoming light, such as a light map")
    p.property("metalness", \.metalness, "Metalness, 0 to 1")
    p.property("roughness", \.roughness, "Roughness, 0 to 1")
    p.property("shininess", \.shininess, "Sharpness of specular highlights", .none, 0...1_000)
    p.property("transparency", \.transparency, "Opacity; one is opaque", .ratio, 0...1)
    p.property("transparencyMode", \.transparencyMode, "Interpretation of the transparent slot")
    p.property(
      "alphaCutoff", \.alphaCutoff,
      "Opacity below which points are discarded, for the blend modes alpha and replace", .ratio,
      0...1)
    p.property("blendMode", \.blendMode, "Blend mode")
    p.property(
      "fresnelExponent", \.fresnelExponent, "Fresnel exponent of the reflection",
      .none, 0...100)
    p.property("cullMode", \.cullMode, "Side of triangles that is culled")
    p.property("fillMode", \.fillMode, "Filled triangles or their edges")
    p.property("isDoubleSided", \.isDoubleSided, "Whether both sides are drawn")
    p.property(
      "isLitPerPixel", \.isLitPerPixel, "Whether lighting is computed per pixel, or per vertex")
    p.property(
      "locksAmbientWithDiffuse", \.locksAmbientWithDiffuse,
      "Whether the diffuse slot replaces the ambient slot")
    p.property(
      "writesToDepthBuffer", \.writesToDepthBuffer, "Whether it writes to the depth buffer")
    p.property(
      "readsFromDepthBuffer", \.readsFromDepthBuffer,
      "Whether it is tested against the depth buffer")
    p.property(
      "colorBufferWriteMask", \.colorBufferWriteMask,
      "Components that are written: red 8, green 4, blue 2, alpha 1", .none, 0...15)
  }

  /// Returns an independent copy without a name.
  public func copy() -> Material {
    let copy = Material()
    copy.copyProperties(from: self)
    copy.name = ""
    return copy
  }

  /// Writes the object's number and, on the first occurrence, its state.
  public func save(_ sink: inout StateSink) {
    sink.put(reference: self) { sink in
      assert(sink.isCurrent(written, saveState))
      if sink.put(written, isPiece: false) { return }
      let mark = sink.beginSaving()
      saveState(&sink)
      written = sink.endSaving(mark, isPiece: false)
      if contentMark == nil { contentMark = ContentMark() }
    }
  }

  private func changed() {
    guard let contentMark else { return }
    contentMark.discard()
    (self.contentMark, written) = (nil, nil)
  }
}
