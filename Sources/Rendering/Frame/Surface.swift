public import CaromMaths
public import CaromSceneGraph

extension RenderFrame {
  /// What a surface is made of: slots and how they join the lights.
  ///
  /// The colour is `(emission + lit + reflective) · multiply`, where lit is
  /// `ambient · Σambient + diffuse · Σ max(0, N·L) + specular · Σ highlight`; a constant surface shows
  /// `ambient · Σambient + diffuse`, and its alpha is the product of all that make it transparent.
  public struct Surface: Sendable {
    /// The formula that joins slots and lights.
    public var model = LightingModel.blinn
    /// Colour under light from one side; its alpha counts.
    public var diffuse = Slot(.one)
    /// Colour under ambient light; nil for that of `diffuse`.
    public var ambient: Vector3?
    /// The picture that multiplies `ambient`.
    public var ambientSampler: Sampler?
    /// Light that is added to that of the lights, so that `diffuse` answers it; in place of the diffuse
    /// light of the surroundings where the surface is physically based.
    public var selfIllumination = Slot(.zero)
    /// Colour of the highlight.
    public var specular = Slot(.zero)
    /// Light that the surface gives off itself.
    public var emission = Slot(.zero)
    /// Mirrored surroundings: a panorama as for the background, or a plain sky of a colour.
    public var reflective = Slot(.zero)
    /// How fast the mirrored surroundings grow towards the rim: their share is (1 − N·E) to this power.
    public var fresnelExponent: Float = 0
    /// Multiplies the finished colour.
    public var multiply = Slot(.one)
    /// The bends of the normals; nil for none.
    public var normal: Sampler?
    /// How strong the bends are; one is as in the picture.
    public var normalIntensity: Float = 1
    /// How much a physically based surface is metal, 0 to 1.
    public var metalness = Channel(0)
    /// How rough a physically based surface is, 0 to 1.
    public var roughness = Channel(0.5)
    /// How much light from all sides reaches the surface, 0 to 1: ambient light, and that of surroundings.
    public var occlusion = Channel(1)
    /// What a physically based surface mirrors and is lit by, times the colour of `reflective`; nil for
    /// a plain sky.
    public var environment: SurroundingLight?
    /// Exponent of the highlight, 1 to 1024.
    public var exponent: Float = 128
    /// How solid the surface is, 0 to 1.
    public var alpha: Float = 1
    /// Points less solid than this are left out and all others are solid, 0 to 1; zero leaves none out.
    public var alphaCutoff: Float = 0
    /// The picture that says how solid each point is; nil for none.
    public var opacity: Opacity?
    /// How it joins what is behind it, where it is not solid.
    public var blending = BlendMode.alpha
    /// Which sides of the triangles are drawn.
    public var sides = Sides.front
    /// True when it hides what is behind it.
    public var writesDepth = true
    /// True when it is hidden by what is in front of it.
    public var readsDepth = true
    /// True when light is computed at the vertices and blended between them.
    ///
    /// Normal maps do not count then; physically based surfaces are lit at every pixel all the same.
    public var isLitPerVertex = false
    /// Which components of the picture it changes; alpha, of which a picture has none, does not count.
    ///
    /// A surface that changes some is laid over what is behind it, after all solid ones. One that changes
    /// none hides what is drawn after it, and shows what was drawn before.
    public var writes = ColorMask.all

    /// Makes a white surface with the Blinn model and no highlight.
    public init() {}

    /// True when it changes some components of the picture and leaves others as they are.
    var isPartial: Bool {
      let changed = writes.intersection([.red, .green, .blue])
      return !changed.isEmpty && changed != [.red, .green, .blue]
    }

    /// True when it is solid but for its holes.
    var isMasked: Bool { alphaCutoff > 0 && (blending == .alpha || blending == .replace) }

    /// True when something behind it shows through.
    public var isTransparent: Bool {
      if isMasked { return false }
      return blending != .replace
        && (blending != .alpha || alpha < 1 || diffuse.color.w < 1
          || diffuse.sampler?.texture.isOpaque == false || opacity?.isTransparent == true)
    }
  }

  /// A picture of how solid a surface is.
  public struct Opacity: Sendable {
    /// The picture.
    public var sampler: Sampler
    /// How much of the picture's brightness lets through; nil where its alpha says how solid it is.
    public var brightness: Float?

    /// Makes a picture whose alpha counts, or whose brightness lets through.
    public init(_ sampler: Sampler, brightness: Float? = nil) {
      self.sampler = sampler
      self.brightness = brightness
    }

    /// True when it lets something through.
    var isTransparent: Bool { brightness.map { $0 > 0 } ?? !sampler.texture.isOpaque }
  }

  /// A colour, or a colour times a picture.
  public struct Slot: Sendable {
    /// Linear colour with the intensity in it; the fourth is alpha.
    public var color: Vector4
    /// The picture that multiplies it.
    public var sampler: Sampler?

    /// Makes a slot of one colour, linear and opaque.
    public init(_ color: Vector3) { self.color = Vector4(color, 1) }

    /// Makes a slot of a colour with alpha, times a picture.
    public init(color: Vector4, sampler: Sampler? = nil) {
      self.color = color
      self.sampler = sampler
    }
  }

  /// A number, or a number times a component of a picture.
  public struct Channel: Sendable {
    /// The number.
    public var value: Float
    /// The picture that multiplies it.
    public var sampler: Sampler?
    /// Which component of the picture counts; red where all are named.
    public var component = TextureComponents.red

    /// Makes a channel of one number.
    public init(_ value: Float) { self.value = value }

    /// How much each component of the picture counts.
    var weights: SIMD4<Float> {
      switch component {
      case .all, .red: SIMD4(1, 0, 0, 0)
      case .green: SIMD4(0, 1, 0, 0)
      case .blue: SIMD4(0, 0, 1, 0)
      case .alpha: SIMD4(0, 0, 0, 1)
      }
    }
  }

  /// A picture and how it is laid on a surface.
  public struct Sampler: Sendable {
    /// The picture with its reduced versions.
    public var texture: Texture
    /// What is left and right of the picture.
    public var wrapS = WrapMode.clamp
    /// What is above and below the picture.
    public var wrapT = WrapMode.clamp
    /// Where texture coordinates lie on the picture.
    public var transform = TextureTransform()
    /// The texture coordinates that lay it: 1 for the second of a mesh that has them, else the first.
    public var channel = 0
    /// How the picture is enlarged: nearest shows its texels as squares.
    public var magnification = FilterMode.linear
    /// How the picture is reduced: nearest takes one texel for each pixel.
    public var minification = FilterMode.linear
    /// Which of the reduced versions are taken: none, the nearest in size, or two blended.
    public var mip = FilterMode.linear
    /// The most samples that a pixel seen at a slant gets along its longer side, 1 to 16.
    public var anisotropy: Float = 1

    /// Lays a picture once on a surface.
    public init(_ texture: Texture) { self.texture = texture }
  }

  /// Which sides of the triangles are drawn.
  public enum Sides: Hashable, Sendable {
    /// Those whose corners run counterclockwise.
    case front
    /// Those whose corners run clockwise.
    case back
    /// Both; the normal is turned towards the eye.
    case both
  }
}
