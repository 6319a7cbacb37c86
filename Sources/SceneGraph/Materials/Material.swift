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

  /// The name in scene files; empty for a material that is written where it is used.
  public var name = ""

  /// The formula that joins slots and lights.
  public var lightingModel = LightingModel.blinn
  /// Colour under light from one side.
  public var diffuse = MaterialProperty(color: .white)
  /// Colour under ambient light; the diffuse slot is used while ``locksAmbientWithDiffuse``.
  public var ambient = MaterialProperty(color: .white)
  /// Colour of the highlight.
  public var specular = MaterialProperty(color: .black)
  /// Bends the normals by a picture; its intensity scales the bend.
  public var normal = MaterialProperty(color: .flatNormal)
  /// Light the surface gives off itself.
  public var emission = MaterialProperty(color: .black)
  /// Mirrored surroundings.
  public var reflective = MaterialProperty(color: .black)
  /// Multiplies the finished colour.
  public var multiply = MaterialProperty(color: .white)
  /// Alpha of each point; opaque where one.
  public var transparent = MaterialProperty(color: .white)
  /// Sharpness of the highlight: the exponent of the Blinn and Phong terms is 128 times this.
  ///
  /// SceneKit does not say how it scales its shininess, whose default is 1; this is ours.
  public var shininess: Float = 1
  /// How solid the surface is, 0 to 1; one is solid.
  public var transparency: Float = 1
  /// How a transparent surface joins what is behind it.
  public var blendMode = BlendMode.alpha
  /// Which side of the triangles is left out.
  public var cullMode = CullMode.back
  /// True when both sides are drawn; ``cullMode`` does not count then.
  public var isDoubleSided = false
  /// True when the diffuse slot stands for the ambient one.
  public var locksAmbientWithDiffuse = true
  /// True when the surface hides what is behind it.
  public var writesToDepthBuffer = true
  /// True when the surface is hidden by what is in front of it.
  public var readsFromDepthBuffer = true

  /// What animations show of it; the scene saves them.
  var driven: [DrivenValue] = []

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
    p.property("transparent", \.transparent, "Alpha of each point")
    p.property("shininess", \.shininess, "Sharpness of the highlight", .none, 0...1_000)
    p.property("transparency", \.transparency, "One is solid", .ratio, 0...1)
    p.property("blendMode", \.blendMode, "How it joins what is behind it")
    p.property("cullMode", \.cullMode, "Which side of the triangles is left out")
    p.property("isDoubleSided", \.isDoubleSided, "Whether both sides are drawn")
    p.property(
      "locksAmbientWithDiffuse", \.locksAmbientWithDiffuse,
      "Whether diffuse stands for ambient")
    p.property("writesToDepthBuffer", \.writesToDepthBuffer, "Whether it hides what is behind")
    p.property(
      "readsFromDepthBuffer", \.readsFromDepthBuffer, "Whether what is in front hides it")
  }

  /// A material with the same settings that changes alone.
  public func copy() -> Material {
    let m = Material()
    m.lightingModel = lightingModel
    m.diffuse = diffuse
    m.ambient = ambient
    m.specular = specular
    m.normal = normal
    m.emission = emission
    m.reflective = reflective
    m.multiply = multiply
    m.transparent = transparent
    m.shininess = shininess
    m.transparency = transparency
    m.blendMode = blendMode
    m.cullMode = cullMode
    m.isDoubleSided = isDoubleSided
    m.locksAmbientWithDiffuse = locksAmbientWithDiffuse
    m.writesToDepthBuffer = writesToDepthBuffer
    m.readsFromDepthBuffer = readsFromDepthBuffer
    return m
  }
}

/// The formula that joins a material's slots and the lights.
public enum LightingModel: String, Word, Sendable {
  /// Ambient, diffuse, and a highlight by the half vector.
  case blinn
  /// Ambient, diffuse, and a highlight by the reflected ray.
  case phong
  /// Ambient and diffuse, no highlight.
  case lambert
  /// The diffuse colour, whatever the lights.
  case constant
}

/// Which side of a triangle is left out.
public enum CullMode: String, Word, Sendable {
  /// The back is left out.
  case back
  /// The front is left out.
  case front
}

/// How a transparent surface joins what is behind it.
public enum BlendMode: String, Word, Sendable {
  /// By its alpha.
  case alpha
  /// Added.
  case add
  /// Subtracted.
  case subtract
  /// Multiplied.
  case multiply
  /// Added, but never beyond white.
  case screen
  /// It replaces what is behind.
  case replace
}
