public import CaromProperties

/// How a surface answers light.
///
/// Geometries share materials: changing one recolours everything made of it; ``copy()`` makes one
/// that changes alone. Outside of physically based shading the colour is
/// `(emission + lit + reflective) · multiply`, where lit is
/// `ambient · Σambient + diffuse · Σ max(0, N·L) + specular · Σ highlight`.
public final class Material: Shared {
  /// What the schema says of it.
  public static let summary = "How a surface answers light"
  /// The name is the key of the file's table; animated values are saved by the scene; a cache.
  public static let undeclaredByDesign: Set<String> = ["name", "driven", "written"]

  /// The name in scene files; empty for a material that is written where it is used.
  public var name = "" { didSet { changed() } }

  /// The formula that joins slots and lights.
  public var lightingModel = LightingModel.blinn { didSet { changed() } }
  /// Colour under light from one side; of a physically based surface, its own colour.
  public var diffuse = MaterialProperty(color: .white) { didSet { changed() } }
  /// Colour under ambient light; the diffuse slot is used while ``locksAmbientWithDiffuse``.
  public var ambient = MaterialProperty(color: .white) { didSet { changed() } }
  /// Colour of the highlight.
  public var specular = MaterialProperty(color: .black) { didSet { changed() } }
  /// Bends the normals by a picture; its intensity scales the bend.
  public var normal = MaterialProperty(color: .flatNormal) { didSet { changed() } }
  /// Light the surface gives off itself.
  public var emission = MaterialProperty(color: .black) { didSet { changed() } }
  /// Mirrored surroundings.
  public var reflective = MaterialProperty(color: .black) { didSet { changed() } }
  /// Multiplies the finished colour.
  public var multiply = MaterialProperty(color: .white) { didSet { changed() } }
  /// How solid each point is, as ``transparencyMode`` reads it.
  public var transparent = MaterialProperty(color: .white) { didSet { changed() } }
  /// How much light from all sides reaches each point: ambient light, and that of the surroundings.
  public var ambientOcclusion = MaterialProperty(color: .white) { didSet { changed() } }
  /// Light that is added to what arrives, as from a map of it: the diffuse slot answers it.
  ///
  /// Of a physically based surface it takes the place of the surroundings' diffuse light, not of what it
  /// mirrors. Unlike in SceneKit ``emission`` counts beside it.
  public var selfIllumination = MaterialProperty(color: .black) { didSet { changed() } }
  /// How much a physically based surface is metal, 0 to 1; a picture counts by ``MaterialProperty/textureComponents``.
  public var metalness = MaterialProperty(number: 0) { didSet { changed() } }
  /// How rough a physically based surface is, 0 to 1; a picture counts by ``MaterialProperty/textureComponents``.
  ///
  /// The default is the grey that SceneKit's own files hold.
  public var roughness = MaterialProperty(number: 0.41) { didSet { changed() } }
  /// Sharpness of the highlight: the exponent of the Blinn and Phong terms is 128 times this.
  ///
  /// SceneKit does not say how it scales its shininess, whose default is 1; this is ours.
  public var shininess: Float = 1 { didSet { changed() } }
  /// How solid the surface is, 0 to 1; one is solid.
  public var transparency: Float = 1 { didSet { changed() } }
  /// How the transparent slot is read.
  public var transparencyMode = TransparencyMode.aOne { didSet { changed() } }
  /// Points less solid than this are left out and all others are solid, 0 to 1; zero leaves none out.
  ///
  /// For leaves and fences, which then hide what is behind them and need no sorting. Counts with the blend
  /// modes alpha and replace. Ours: SceneKit leaves it to shaders.
  public var alphaCutoff: Float = 0 { didSet { changed() } }
  /// How a transparent surface joins what is behind it.
  public var blendMode = BlendMode.alpha { didSet { changed() } }
  /// How much more a surface mirrors at its rim; zero everywhere the same.
  ///
  /// The reflective slot counts by `(1 − N·E)` to this power, with E the direction to the eye. Physically
  /// based surfaces grow towards the rim by themselves.
  public var fresnelExponent: Float = 0 { didSet { changed() } }
  /// Which side of the triangles is left out.
  public var cullMode = CullMode.back { didSet { changed() } }
  /// Whether triangles or only their edges are seen, these in the diffuse colour without light.
  public var fillMode = FillMode.fill { didSet { changed() } }
  /// True when both sides are drawn; ``cullMode`` does not count then.
  public var isDoubleSided = false { didSet { changed() } }
  /// True when light is computed at each pixel, false when at each vertex and blended between them.
  ///
  /// Normal maps do not count where it is false; physically based surfaces are lit at each pixel always.
  public var isLitPerPixel = true { didSet { changed() } }
  /// True when the diffuse slot stands for the ambient one.
  public var locksAmbientWithDiffuse = true { didSet { changed() } }
  /// True when the surface hides what is behind it.
  public var writesToDepthBuffer = true { didSet { changed() } }
  /// True when the surface is hidden by what is in front of it.
  public var readsFromDepthBuffer = true { didSet { changed() } }
  /// Which components of the picture it changes.
  ///
  /// A surface that changes some of red, green and blue is laid over what is behind it, after all solid
  /// ones. One that changes none of them hides what is drawn after it, and shows what was there before.
  public var colorBufferWriteMask = ColorMask.all { didSet { changed() } }

  /// What animations show of it; the scene saves them.
  var driven: [DrivenValue] = []

  /// Its state as it was written last; empty since something was set.
  ///
  /// Every hash of a session asks for it, and few materials ever change.
  private var written: [UInt8] = []

  /// Makes a white material.
  public init() {}

  /// Makes a material of one diffuse colour.
  public init(name: String = "", diffuse: Color) {
    self.name = name
    self.diffuse.color = diffuse
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Material>) {
    p.property("name", \.name, "The name in scene files", in: .state)
    p.property("lightingModel", \.lightingModel, "The formula that joins slots and lights")
    p.property("diffuse", \.diffuse, "Colour under light from one side")
    p.property("ambient", \.ambient, "Colour under ambient light, when not locked to diffuse")
    p.property("specular", \.specular, "Colour of the highlight")
    p.property("normal", \.normal, "Bends the normals by a picture")
    p.property("emission", \.emission, "Light the surface gives off itself")
    p.property("reflective", \.reflective, "Mirrored surroundings")
    p.property("multiply", \.multiply, "Multiplies the finished colour")
    p.property("transparent", \.transparent, "How solid each point is")
    p.property(
      "ambientOcclusion", \.ambientOcclusion, "How much light from all sides comes")
    p.property(
      "selfIllumination", \.selfIllumination, "Light that is added to what arrives")
    p.property("metalness", \.metalness, "How much it is metal, from 0 to 1")
    p.property("roughness", \.roughness, "How rough it is, from 0 to 1")
    p.property("shininess", \.shininess, "Sharpness of the highlight", .none, 0...1_000)
    p.property("transparency", \.transparency, "One is solid", .ratio, 0...1)
    p.property("transparencyMode", \.transparencyMode, "How the transparent slot is read")
    p.property(
      "alphaCutoff", \.alphaCutoff,
      "With alpha and replace: less solid points are left out, all others are solid", .ratio, 0...1)
    p.property("blendMode", \.blendMode, "How it joins what is behind it")
    p.property(
      "fresnelExponent", \.fresnelExponent, "How much more it mirrors at its rim",
      .none, 0...100)
    p.property("cullMode", \.cullMode, "Which side of the triangles is left out")
    p.property("fillMode", \.fillMode, "Triangles or their edges")
    p.property("isDoubleSided", \.isDoubleSided, "Whether both sides are drawn")
    p.property(
      "isLitPerPixel", \.isLitPerPixel, "Whether light is computed at each pixel, or each vertex")
    p.property(
      "locksAmbientWithDiffuse", \.locksAmbientWithDiffuse,
      "Whether diffuse stands for ambient")
    p.property("writesToDepthBuffer", \.writesToDepthBuffer, "Whether it hides what is behind")
    p.property(
      "readsFromDepthBuffer", \.readsFromDepthBuffer, "Whether what is in front hides it")
    p.property(
      "colorBufferWriteMask", \.colorBufferWriteMask,
      "Components it changes: red 8, green 4, blue 2, alpha 1", .none, 0...15)
  }

  /// A material with the same settings that changes alone; it has no name.
  public func copy() -> Material {
    let copy = Material()
    copy.takeProperties(of: self)
    copy.name = ""
    return copy
  }

  /// Appends the number, and at the first mention the state.
  public func save(_ sink: inout StateSink) {
    guard sink.put(reference: self) else { return }
    if written.isEmpty {
      let buffer = StateBuffer()
      buffer.fill { saveState(&$0) }
      written = buffer.array
    }
    written.withUnsafeBytes { sink.put(bytes: $0) }
  }

  private func changed() { if !written.isEmpty { written = [] } }
}
