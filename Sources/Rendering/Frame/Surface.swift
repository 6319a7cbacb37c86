public import CaromMaths
public import CaromSceneGraph

extension RenderFrame {
  /// A material in linear light: its properties and how they combine with lights.
  ///
  /// The color is `(emission + lit + reflective) · multiply`, where lit is `ambient · Σambient +
  /// diffuse · Σ max(0, N·L) + specular · Σ highlight`. A constant surface shows `ambient ·
  /// Σambient + diffuse`. Alpha is the product of all opacities.
  public struct Surface: Equatable, Sendable {
    /// The lighting model.
    public var model = LightingModel.blinn
    /// The diffuse color, with alpha.
    public var diffuse = ColorProperty(.one)
    /// The ambient color; nil uses `diffuse`.
    public var ambient: Vector3?
    /// The texture that multiplies `ambient`.
    public var ambientSampler: Sampler?
    /// Light added to that of the lights and multiplied by `diffuse`.
    ///
    /// On physically based surfaces it replaces the diffuse light of the environment.
    public var selfIllumination = ColorProperty(.zero)
    /// The specular color.
    public var specular = ColorProperty(.zero)
    /// The emitted light.
    public var emission = ColorProperty(.zero)
    /// The reflected environment: a panorama, or a color that tints the default sky.
    public var reflective = ColorProperty(.zero)
    /// The exponent of the reflection's Fresnel factor, (1 − N·E) to this power; zero reflects
    /// uniformly.
    public var fresnelExponent: Float = 0
    /// A factor of the final color.
    public var multiply = ColorProperty(.one)
    /// The normal map; nil for none.
    public var normal: Sampler?
    /// The strength of the normal map; one is unchanged.
    public var normalIntensity: Float = 1
    /// The metalness of a physically based surface, 0 to 1.
    public var metalness = ScalarProperty(0)
    /// The roughness of a physically based surface, 0 to 1.
    public var roughness = ScalarProperty(0.5)
    /// The ambient occlusion: the fraction of ambient and environment light that arrives, 0 to 1.
    public var occlusion = ScalarProperty(1)
    /// The environment of a physically based surface, times the color of `reflective`; nil selects
    /// the default sky.
    public var environment: EnvironmentProbe?
    /// The specular exponent, 1 to 1024.
    public var specularExponent: Float = 128
    /// The opacity, 0 to 1.
    public var alpha: Float = 1
    /// Pixels of a lower alpha are discarded and all others are opaque, 0 to 1; zero disables the
    /// test.
    public var alphaCutoff: Float = 0
    /// The opacity texture; nil for none.
    public var opacity: Opacity?
    /// The blend mode of transparent pixels.
    public var blending = BlendMode.alpha
    /// The visible sides of triangles.
    public var sides = Sides.front
    /// Whether depth is written.
    public var writesDepth = true
    /// Whether depth is tested.
    public var readsDepth = true
    /// Whether light is computed at the vertices and interpolated.
    ///
    /// Normal maps are then ignored; physically based surfaces are always lit per pixel.
    public var isLitPerVertex = false
    /// The color components that are written; the image has no alpha component, so alpha is
    /// ignored.
    ///
    /// A surface that writes some components is blended after all opaque ones. With an empty mask
    /// the surface writes depth only, so later surfaces behind it are hidden.
    public var colorWriteMask = ColorMask.all

    /// Creates a white Blinn surface without highlight.
    public init() {}

    /// Whether some but not all color components are written.
    var hasPartialColorMask: Bool {
      let changed = colorWriteMask.intersection([.red, .green, .blue])
      return !changed.isEmpty && changed != [.red, .green, .blue]
    }

    /// Whether pixels below ``alphaCutoff`` are discarded.
    var isAlphaMasked: Bool { alphaCutoff > 0 && (blending == .alpha || blending == .replace) }

    /// Whether the background shows through.
    public var isTransparent: Bool {
      if isAlphaMasked { return false }
      return blending != .replace
        && (blending != .alpha || alpha < 1 || diffuse.color.w < 1
          || diffuse.sampler?.texture.isOpaque == false || opacity?.isTransparent == true)
    }
  }

  /// An opacity texture.
  public struct Opacity: Equatable, Sendable {
    /// The texture.
    public var sampler: Sampler
    /// The scale from the texture's luminance to transparency; nil uses its alpha as opacity.
    public var luminanceScale: Float?

    /// Creates an opacity from a texture's alpha, or a transparency from its luminance.
    public init(_ sampler: Sampler, luminanceScale: Float? = nil) {
      self.sampler = sampler
      self.luminanceScale = luminanceScale
    }

    /// Whether any texel may be transparent.
    var isTransparent: Bool { luminanceScale.map { $0 > 0 } ?? !sampler.texture.isOpaque }
  }

  /// A color, optionally multiplied by a texture.
  public struct ColorProperty: Equatable, Sendable {
    /// The linear color times intensity, with alpha.
    public var color: Vector4
    /// The texture that multiplies it.
    public var sampler: Sampler?

    /// Creates a property with an opaque linear color.
    public init(_ color: Vector3) { self.color = Vector4(color, 1) }

    /// Creates a property with a color and a texture.
    public init(color: Vector4, sampler: Sampler? = nil) {
      self.color = color
      self.sampler = sampler
    }
  }

  /// A number, optionally multiplied by a component of a texture.
  public struct ScalarProperty: Equatable, Sendable {
    /// The number.
    public var value: Float
    /// The texture that multiplies it.
    public var sampler: Sampler?
    /// The component of the texture; `all` selects red.
    public var component = TextureComponents.red

    /// Creates a property with a number.
    public init(_ value: Float) { self.value = value }

    /// The weight of each component.
    var weights: SIMD4<Float> {
      switch component {
      case .all, .red: SIMD4(1, 0, 0, 0)
      case .green: SIMD4(0, 1, 0, 0)
      case .blue: SIMD4(0, 0, 1, 0)
      case .alpha: SIMD4(0, 0, 0, 1)
      }
    }
  }

  /// A texture with its sampler state and coordinate transform.
  public struct Sampler: Equatable, Sendable {
    /// The texture with its mipmaps.
    public var texture: Texture
    /// The horizontal wrap mode.
    public var wrapS = WrapMode.clamp
    /// The vertical wrap mode.
    public var wrapT = WrapMode.clamp
    /// The transform of texture coordinates.
    public var transform = TextureTransform()
    /// The texture coordinate set, 0 or 1; set 0 is used where a mesh has only one.
    public var texCoordSet = 0
    /// The magnification filter.
    public var magnification = FilterMode.linear
    /// The minification filter.
    public var minification = FilterMode.linear
    /// The mipmap filter: none, nearest or linear.
    public var mip = FilterMode.linear
    /// The maximum anisotropy, 1 to 16.
    public var anisotropy: Float = 1

    /// Creates a sampler that clamps and filters linearly.
    public init(_ texture: Texture) { self.texture = texture }
  }

  /// The visible sides of triangles.
  public enum Sides: Hashable, Sendable {
    /// Counterclockwise triangles.
    case front
    /// Clockwise triangles.
    case back
    /// Both; the normal is flipped towards the eye.
    case both
  }
}
