/// A vertex in the world.
struct RasterVertex: BitwiseCopyable {
  /// x, y, z, u in the world.
  var place: F4
  /// x, y, z, v.
  var normal: F4
  /// x, y, z, sign of the third axis; where a surface is lit at its vertices in place of these the light
  /// that arrives, and the red of the highlights.
  var tangent: F4
  /// u and v of mapping channel 1, and where a surface is lit at its vertices the green and blue of the
  /// highlights.
  var second: F4
  /// Linear colour with alpha that multiplies the diffuse slot.
  var color: F4
}

/// A triangle on the picture, whose corners run clockwise as the viewer sees them.
///
/// Planes are values at corner 0 and slopes a pixel to the right and down. With w the distance from
/// the eye and b the share of a corner, 1/w, b1/w and b2/w are planes: perspective is a division
/// away.
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
  /// Depth, 0 far to 1 near.
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
  /// The corners in the list of vertices.
  var v0: UInt32
  var v1: UInt32
  var v2: UInt32
  /// Which draw, in the order of drawing; the lowest bit is set when the back is seen.
  var drawAndFacing: UInt32
  /// The pixels whose centres may be inside, ends included.
  var minX: Int16
  var minY: Int16
  var maxX: Int16
  var maxY: Int16
}

/// A draw as the shading loop wants it.
struct ShadeDraw: BitwiseCopyable {
  var flags: ShadeFlags
  /// Range in the list of light numbers.
  var firstLight: Int32
  var endLight: Int32
  /// The number of the mirrored picture; −1 for none.
  var mirror: Int32
  var normalIntensity: Float
  var exponent: Float
  /// The square of the cosine beyond which nothing is seen of a highlight.
  var highlightRim: Float
  /// Linear colour; the fourth is the alpha of all that is the same in every pixel.
  var diffuse: F4
  /// The sum of ambient lights, with the ambient slot in it unless it is locked to diffuse.
  var ambient: F4
  var specular: F4
  var emission: F4
  var reflective: F4
  var multiply: F4
  var blending: Blending
  var diffuseTexture: ShadeTexture
  var specularTexture: ShadeTexture
  var emissionTexture: ShadeTexture
  var reflectiveTexture: ShadeTexture
  var multiplyTexture: ShadeTexture
  var normalTexture: ShadeTexture
  var solidTexture = ShadeTexture(nil)
  /// How much of the brightness of ``solidTexture`` lets through.
  var brightness: Float = 0
  /// What a physically based surface is made of: numbers, pictures, and which components of these.
  var metalness: Float = 0
  var roughness: Float = 1
  var metalTexture = ShadeTexture(nil)
  var roughTexture = ShadeTexture(nil)
  var openTexture = ShadeTexture(nil)
  var metalPart = F4(1, 0, 0, 0)
  var roughPart = F4(1, 0, 0, 0)
  var openPart = F4(1, 0, 0, 0)
  var environment: UnsafeMutablePointer<ShadeEnvironment>?
  /// How much light from all sides arrives, times ``openTexture``.
  var openness: Float = 1
  var ambientTexture = ShadeTexture(nil)
  /// What the self-illumination slot adds to the light.
  var ownLight = F4(repeating: 0)
  var ownTexture = ShadeTexture(nil)
  /// How fast mirrored surroundings grow towards the rim; zero where they are the same everywhere.
  var fresnelExponent: Float = 0
  /// What is less solid is left out where ``ShadeFlags/masked``.
  var cutoff: Float = 0
  /// All bits set for red, green and blue if they are changed.
  var writes = I4(repeating: -1)
}

/// What the shading loop must do for a draw.
struct ShadeFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt32
  /// Lights count; else the diffuse colour is shown.
  static let lit = ShadeFlags(rawValue: 1)
  static let blinn = ShadeFlags(rawValue: 2)
  static let phong = ShadeFlags(rawValue: 4)
  static let lockedAmbient = ShadeFlags(rawValue: 8)
  static let anyTexture = ShadeFlags(rawValue: 16)
  static let diffuseTexture = ShadeFlags(rawValue: 32)
  static let specularTexture = ShadeFlags(rawValue: 64)
  static let emissionTexture = ShadeFlags(rawValue: 128)
  static let multiplyTexture = ShadeFlags(rawValue: 256)
  static let normalTexture = ShadeFlags(rawValue: 512)
  static let readsDepth = ShadeFlags(rawValue: 1024)
  static let writesDepth = ShadeFlags(rawValue: 2048)
  static let transparent = ShadeFlags(rawValue: 4096)
  static let reflective = ShadeFlags(rawValue: 8192)
  static let vertexColor = ShadeFlags(rawValue: 16384)
  static let physical = ShadeFlags(rawValue: 32768)
  /// The pictures of these slots are laid like that of the diffuse slot.
  static let normalLikeDiffuse = ShadeFlags(rawValue: 65536)
  static let emissionLikeDiffuse = ShadeFlags(rawValue: 131072)
  /// The alpha of a picture, or its brightness, says how solid the surface is.
  static let openTexture = ShadeFlags(rawValue: 262144)
  static let brightIsOpen = ShadeFlags(rawValue: 524288)
  /// Something of the flags below, or a picture of mapping channel 1, is to be minded.
  static let rare = ShadeFlags(rawValue: 1 << 20)
  static let secondPlaces = ShadeFlags(rawValue: 1 << 21)
  static let litAtVertices = ShadeFlags(rawValue: 1 << 22)
  static let selfLit = ShadeFlags(rawValue: 1 << 23)
  static let occluded = ShadeFlags(rawValue: 1 << 24)
  static let ambientTexture = ShadeFlags(rawValue: 1 << 25)
  /// Hides what is drawn after it behind it, and shows what was there before.
  static let depthOnly = ShadeFlags(rawValue: 1 << 26)
  /// Points that are not solid enough are left out.
  static let masked = ShadeFlags(rawValue: 1 << 27)
  static let highlight: ShadeFlags = [.blinn, .phong]
}

/// How a transparent pixel joins what is behind it.
enum Blending: UInt32, BitwiseCopyable {
  case alpha
  case add
  case subtract
  case multiply
  case screen
  case replace
}

/// A texture as the sampler wants it.
struct ShadeTexture: BitwiseCopyable {
  var levels: UnsafeMutablePointer<Texture.Level>?
  /// The number of the last version.
  var lastLevel: Float = 0
  var width: Float = 0
  var height: Float = 0
  /// The place on the picture is `(uu, vu) · u + (uv, vv) · v + (u0, v0)`.
  var uu: Float = 1
  var uv: Float = 0
  var u0: Float = 0
  var vu: Float = 0
  var vv: Float = 1
  var v0: Float = 0
  var wrapS: Wrapping = .clamp
  var wrapT: Wrapping = .clamp
  /// True when an enlarged picture shows its texels as squares.
  var isSharpNear = false
  /// True when a reduced picture takes one texel for each pixel.
  var isSharpFar = false
  var mip: Mip = .between
  /// True when no texel lets anything through.
  var isOpaque = true
  /// True when it is laid by the texture coordinates of mapping channel 1.
  var isSecond = false
  /// The most samples along the longer side of a pixel.
  var samples: Float = 1

  /// Which of the reduced versions are taken.
  enum Mip: UInt8, BitwiseCopyable {
    /// None of them.
    case first
    /// The one whose texels are nearest in size.
    case nearest
    /// The two next to the size, blended.
    case between
  }

  enum Wrapping: UInt32, BitwiseCopyable {
    case clamp
    case `repeat`
    case mirror
  }
}

/// A light as the shading loop wants it.
struct ShadeLight: BitwiseCopyable {
  enum Kind: UInt32, BitwiseCopyable {
    case directional
    case omni
    case spot
  }
  var kind: Kind
  var color: F4
  var position: F4
  var direction: F4
  /// Zero when it does not fade.
  var attenuationEnd: Float
  /// One over the distance in which it fades.
  var attenuationScale: Float
  var attenuationExponent: Float
  var outerCosine: Float
  /// One over the difference of the cosines.
  var coneScale: Float
  /// What shadows it; nil where nothing does.
  var shadow: UnsafePointer<ShadowMap>?
}

/// Four pixels' colour: linear red, green, blue, and alpha.
struct Color4 {
  var r: F4
  var g: F4
  var b: F4
  var a: F4
}

/// The side of a tile in pixels, and how many groups of four lie in its row.
enum Tile {
  static let side = 64
  static let groups = 16
  static let groupCount = 1_024
}
