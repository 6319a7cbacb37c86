/// A vertex in world space.
struct RasterVertex: BitwiseCopyable {
  /// World position, and u of texture coordinate set 0 in w.
  var position: F4
  /// World normal, and v of texture coordinate set 0 in w.
  var normal: F4
  /// World tangent, and the sign of the bitangent in w.
  ///
  /// With per-vertex lighting, the diffuse light instead, and the red of the highlights in w.
  var tangent: F4
  /// Texture coordinate set 1; z and w are the green and blue of the highlights with per-vertex
  /// lighting.
  var texCoord1: F4
  /// Linear colour with alpha, multiplied by the diffuse colour.
  var color: F4
}

/// A triangle in screen space with clockwise corners.
///
/// Attributes are planes: the value at corner 0 and the gradients to the right and down. With w the
/// distance from the eye and b a barycentric coordinate, 1/w, b1/w and b2/w are linear in screen
/// space, so perspective-correct interpolation takes one division.
struct RasterTriangle: BitwiseCopyable {
  /// Corners in units of 1/256 pixel.
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
  var x2: Int32
  var y2: Int32
  /// Corner 0 in pixels.
  var originX: Float
  var originY: Float
  /// Depth, 0 (far) to 1 (near).
  var z: Float
  var zx: Float
  var zy: Float
  /// 1/w.
  var w: Float
  var wx: Float
  var wy: Float
  /// b1/w and b2/w, zero at corner 0.
  var b1x: Float
  var b1y: Float
  var b2x: Float
  var b2y: Float
  /// Vertex indices.
  var v0: UInt32
  var v1: UInt32
  var v2: UInt32
  /// The index of the draw in drawing order, shifted left by one; bit 0 is set when the back is
  /// visible.
  var drawAndFacing: UInt32
  /// The bounding rectangle of the pixels that may be covered, inclusive.
  var minX: Int16
  var minY: Int16
  var maxX: Int16
  var maxY: Int16
}

/// Shading parameters of a draw.
struct DrawUniforms: BitwiseCopyable {
  var flags: ShadingFlags
  /// The range of the draw in the list of light indices.
  var firstLight: Int32
  var endLight: Int32
  /// The index of the planar reflection; −1 for none.
  var reflection: Int32
  var normalIntensity: Float
  var exponent: Float
  /// The squared cosine below which a highlight is invisible.
  var highlightCutoff: Float
  /// Linear colour; w is the product of all alphas that are constant over the surface.
  var diffuse: F4
  /// The sum of ambient lights, times the ambient colour unless that is locked to diffuse.
  var ambient: F4
  var specular: F4
  var emission: F4
  var reflective: F4
  var multiply: F4
  var blending: BlendFunction
  var diffuseTexture: SampledTexture
  var specularTexture: SampledTexture
  var emissionTexture: SampledTexture
  var reflectiveTexture: SampledTexture
  var multiplyTexture: SampledTexture
  var normalTexture: SampledTexture
  var opacityTexture = SampledTexture(nil)
  /// The scale from the luminance of ``opacityTexture`` to transparency.
  var luminanceScale: Float = 0
  /// Metalness and roughness of physically based surfaces: values, textures and component weights.
  var metalness: Float = 0
  var roughness: Float = 1
  var metalnessTexture = SampledTexture(nil)
  var roughnessTexture = SampledTexture(nil)
  var occlusionTexture = SampledTexture(nil)
  var metalnessWeights = F4(1, 0, 0, 0)
  var roughnessWeights = F4(1, 0, 0, 0)
  var occlusionWeights = F4(1, 0, 0, 0)
  var environment: UnsafeMutablePointer<PrefilteredEnvironment>?
  /// Ambient occlusion, multiplied by ``occlusionTexture``.
  var occlusion: Float = 1
  var ambientTexture = SampledTexture(nil)
  /// Light added by the self-illumination property.
  var selfIllumination = F4(repeating: 0)
  var selfIlluminationTexture = SampledTexture(nil)
  /// The exponent with which reflections grow towards grazing angles; zero for uniform reflections.
  var fresnelExponent: Float = 0
  /// With ``ShadingFlags/alphaMasked``, pixels of a lower alpha are discarded.
  var alphaCutoff: Float = 0
  /// A lane mask for red, green and blue.
  var colorWriteMask = I4(repeating: -1)
}

/// The features that shading evaluates for a draw.
struct ShadingFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt32
  /// Lit by lights; otherwise the diffuse colour is shown.
  static let lit = ShadingFlags(rawValue: 1)
  static let blinn = ShadingFlags(rawValue: 2)
  static let phong = ShadingFlags(rawValue: 4)
  static let lockedAmbient = ShadingFlags(rawValue: 8)
  static let anyTexture = ShadingFlags(rawValue: 16)
  static let diffuseTexture = ShadingFlags(rawValue: 32)
  static let specularTexture = ShadingFlags(rawValue: 64)
  static let emissionTexture = ShadingFlags(rawValue: 128)
  static let multiplyTexture = ShadingFlags(rawValue: 256)
  static let normalTexture = ShadingFlags(rawValue: 512)
  static let readsDepth = ShadingFlags(rawValue: 1024)
  static let writesDepth = ShadingFlags(rawValue: 2048)
  static let transparent = ShadingFlags(rawValue: 4096)
  static let reflective = ShadingFlags(rawValue: 8192)
  static let vertexColor = ShadingFlags(rawValue: 16384)
  static let physical = ShadingFlags(rawValue: 32768)
  /// The texture shares texture coordinates, size and filters with the diffuse texture.
  static let normalSharesLookup = ShadingFlags(rawValue: 65536)
  static let emissionSharesLookup = ShadingFlags(rawValue: 131072)
  /// Opacity comes from a texture: its alpha, or its luminance with ``opacityFromLuminance``.
  static let opacityTexture = ShadingFlags(rawValue: 262144)
  static let opacityFromLuminance = ShadingFlags(rawValue: 524288)
  /// Any of the flags below is set; selects the slower shading variant that evaluates them.
  static let extended = ShadingFlags(rawValue: 1 << 20)
  static let texCoord1 = ShadingFlags(rawValue: 1 << 21)
  static let litPerVertex = ShadingFlags(rawValue: 1 << 22)
  static let selfIlluminated = ShadingFlags(rawValue: 1 << 23)
  static let occluded = ShadingFlags(rawValue: 1 << 24)
  static let ambientTexture = ShadingFlags(rawValue: 1 << 25)
  /// Writes depth only.
  static let depthOnly = ShadingFlags(rawValue: 1 << 26)
  /// Discards pixels below ``DrawUniforms/alphaCutoff``.
  static let alphaMasked = ShadingFlags(rawValue: 1 << 27)
  static let highlight: ShadingFlags = [.blinn, .phong]
}

/// The function that blends a transparent pixel with the background.
enum BlendFunction: UInt32, BitwiseCopyable {
  case alpha
  case add
  case subtract
  case multiply
  case screen
  case replace
}

/// A texture with its sampler state and coordinate transform.
struct SampledTexture: BitwiseCopyable {
  var levels: UnsafeMutablePointer<Texture.Level>?
  /// The index of the last mipmap level.
  var maxLevel: Float = 0
  var width: Float = 0
  var height: Float = 0
  /// The texture transform: `(uu, vu) · u + (uv, vv) · v + (u0, v0)`.
  var uu: Float = 1
  var uv: Float = 0
  var u0: Float = 0
  var vu: Float = 0
  var vv: Float = 1
  var v0: Float = 0
  var wrapS: Wrapping = .clamp
  var wrapT: Wrapping = .clamp
  /// Whether magnification takes the nearest texel.
  var magnifiesNearest = false
  /// Whether minification takes the nearest texel.
  var minifiesNearest = false
  var mip: Mip = .linear
  /// Whether all texels are opaque.
  var isOpaque = true
  /// Whether texture coordinate set 1 is used.
  var usesTexCoord1 = false
  /// The maximum anisotropy.
  var maxAnisotropy: Float = 1

  /// The filter between mipmap levels.
  enum Mip: UInt8, BitwiseCopyable {
    /// Level 0 only.
    case base
    /// The nearest level.
    case nearest
    /// Linear interpolation of the two nearest levels.
    case linear
  }

  enum Wrapping: UInt32, BitwiseCopyable {
    case clamp
    case `repeat`
    case mirror
  }
}

/// Shading parameters of a light.
struct LightUniforms: BitwiseCopyable {
  enum Kind: UInt32, BitwiseCopyable {
    case directional
    case omni
    case spot
  }
  var kind: Kind
  var color: F4
  var position: F4
  var direction: F4
  /// Zero disables attenuation.
  var attenuationEnd: Float
  /// One over the attenuation distance.
  var attenuationScale: Float
  var attenuationExponent: Float
  var outerCosine: Float
  /// One over the difference of the inner and outer cosines.
  var coneScale: Float
  /// The light's shadow map; nil without shadows.
  var shadow: UnsafePointer<ShadowMap>?
}

/// The linear red, green, blue and alpha of four pixels.
struct Color4 {
  var r: F4
  var g: F4
  var b: F4
  var a: F4
}

/// The side of a tile in pixels, and the number of groups of four pixels in a row and in the tile.
enum Tile {
  static let side = 64
  static let groups = 16
  static let groupCount = 1_024
}
