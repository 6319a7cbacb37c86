public import CaromMaths
public import CaromSceneGraph

/// All that a picture is made of, as a value: no scene, no nodes, no time.
///
/// Colours are linear light, lengths metres, angles radians. Two equal frames give equal pictures, on
/// any machine and with any number of threads.
public struct RenderFrame: Sendable {
  /// Where the picture is seen from.
  public var view = View()
  /// What is behind everything.
  public var background = Background.color(.zero)
  /// What hides the surfaces that are far away; nil for clear air.
  public var fog: Fog?
  /// The surfaces, in the order of the scene.
  public var draws: [Draw] = []
  /// The lights, in the order of the scene.
  public var lights: [Light] = []
  /// How light becomes colours of the picture; without a curve, what is brighter than white is white.
  public var tone = Tone()
  /// Text and shapes in front of everything, first to last.
  public var overlay: [OverlayItem] = []

  /// Makes a black frame without anything in it.
  public init() {}
}

extension RenderFrame {
  /// What is behind everything.
  public enum Background: Sendable {
    /// One colour, linear.
    case color(Vector3)
    /// From the top edge to the bottom edge, both linear.
    case gradient(top: Vector3, bottom: Vector3)
    /// A picture all around, twice as wide as high, times a linear colour; its middle is along −Z.
    case panorama(Texture, Vector3)
  }

  /// How light becomes colours of the picture, the background's too; the overlay stays as it is.
  public struct Tone: Hashable, Sendable {
    /// How light beyond white is shown.
    public enum Curve: String, Hashable, Sendable, CaseIterable {
      /// As white, each of red, green and blue by itself.
      case none
      /// By a curve of film, which keeps a difference between bright and brighter.
      ///
      /// - Source: K. Narkowicz, "ACES Filmic Tone Mapping Curve", 2015, a fit of the Academy Color
      ///   Encoding System's reference rendering:
      ///   `x · (2.51 x + 0.03) / (x · (2.43 x + 0.59) + 0.14)`.
      case aces
    }
    /// The curve.
    public var curve = Curve.none
    /// How many times the light is doubled before, −16 to 16; a camera's exposure in stops.
    public var exposure: Float = 0
    /// The light that is shown as 0.18 would be; 0.18 leaves it as it is.
    public var averageGray: Float = 0.18
    /// The light shown as white, as a share of what the curve itself shows so: 7.24 for that of film.
    public var whitePoint: Float = 1

    /// Makes plain white, with light as it is.
    public init() {}

    /// Makes a curve after so many stops of exposure.
    public init(_ curve: Curve, exposure: Float = 0) {
      self.curve = curve
      self.exposure = exposure
    }
  }

  /// What hides surfaces that are far away; the background stays as it is.
  public struct Fog: Hashable, Sendable {
    /// Its colour, linear.
    public var color: Vector3
    /// Distance from the eye at which it begins, in metres.
    public var start: Float
    /// Distance from the eye at which nothing else is seen, in metres; zero is clear air.
    public var end: Float
    /// How it grows between the two: 0 at once, 1 linear, 2 quadratic.
    public var exponent: Float

    /// Makes fog that grows evenly between two distances.
    public init(_ color: Vector3, start: Float, end: Float, exponent: Float = 1) {
      self.color = color
      self.start = start
      self.end = end
      self.exponent = exponent
    }
  }

  /// Where a picture is seen from, and how wide.
  public struct View: Hashable, Sendable {
    /// The identity of the camera, so that a cut to another one is not blended.
    public var id: UInt64 = 0
    /// Counts the jumps of the camera, which are not blended either.
    public var jumps: UInt64 = 0
    /// Where the eye is.
    public var position = Vector3.zero
    /// How the view is turned: it looks along −Z with Y up.
    public var orientation = Quaternion.identity
    /// How points become places on the picture.
    public var projection = Projection.perspective(fieldOfView: .pi / 3)
    /// Distance of the nearest thing seen; more than zero in perspective.
    public var zNear: Float = 1
    /// Distance of the farthest thing seen; more than `zNear`.
    public var zFar: Float = 100

    /// Makes a view from the origin along −Z, 60° from bottom to top, 1 m to 100 m away.
    public init() {}
  }

  /// How points become places on a picture.
  public enum Projection: Hashable, Sendable {
    /// Farther is smaller; the angle is from bottom to top, in radians.
    case perspective(fieldOfView: Float)
    /// Farther is smaller; the angle is from left to right, in radians.
    case horizontalPerspective(fieldOfView: Float)
    /// A map from view space to clip space whose depth runs from 0 near to w far.
    case custom(Matrix4)
    /// Farther is the same; half the height of the view, in metres.
    case orthographic(halfHeight: Float)
  }

  /// One surface of one material, placed in the world.
  public struct Draw: Sendable {
    /// The identity of the node, for blending and for picking.
    public var node: UInt64 = 0
    /// Counts the jumps of the node, across which it is not blended.
    public var jumps: UInt64 = 0
    /// The triangles.
    public var mesh: PreparedMesh
    /// Which element of the mesh.
    public var element = 0
    /// Where the space of the mesh is in the world.
    public var transform = Matrix4()
    /// What the surface is made of.
    public var surface = Surface()
    /// How solid the node is, 0 to 1, with its parents'.
    public var opacity: Float = 1
    /// Drawn later where greater, before depth is looked at for transparent surfaces.
    public var order: Int32 = 0
    /// True when it throws shadows.
    public var castsShadow = true
    /// Lights whose mask shares a bit with this shine on it.
    public var category: UInt32 = 1
    /// How it mirrors what is above it; nil for not at all.
    public var mirror: Mirror?

    /// Makes a white surface at the origin.
    public init(mesh: PreparedMesh) { self.mesh = mesh }

    /// True when something behind it shows through.
    var isTransparent: Bool {
      surface.isTransparent || opacity < 1
        || (mesh.isTransparent && surface.blending != .replace && !surface.isMasked)
    }
  }

  /// How a level surface mirrors what is on the side that its own Y axis points to.
  public struct Mirror: Hashable, Sendable {
    /// The share of the mirrored scene in the surface's colour, 0 to 1.
    public var share: Float
    /// Distance from the surface at which mirrored things begin to fade, in metres.
    public var fadeStart: Float = 0
    /// Distance from the surface at which they are gone, in metres; zero never fades.
    public var fadeEnd: Float = 0
    /// Mirrors the draws whose category shares a bit.
    public var category = UInt32.max
    /// The size of the mirrored picture as a share of the picture, 0 to 1.
    public var scale: Float = 0.5

    /// Mirrors everything, at half the size.
    public init(share: Float) { self.share = share }
  }

  /// Something that shines.
  public struct Light: Hashable, Sendable {
    /// The identity of the node, for blending.
    public var node: UInt64 = 0
    /// Counts the jumps of the node, across which it is not blended.
    public var jumps: UInt64 = 0
    /// Where the light goes.
    public var type = LightType.omni
    /// Linear colour times brightness; one leaves a surface's colour as it is.
    public var color = Vector3.one
    /// Where it is; omni and spot only.
    public var position = Vector3.zero
    /// Where it shines, of unit length; directional and spot only.
    public var direction = Vector3(0, 0, -1)
    /// Distance at which it begins to fade.
    public var attenuationStart: Float = 0
    /// Distance at which it is gone; zero never fades.
    public var attenuationEnd: Float = 0
    /// How it fades: 0 not before the end, 1 linear, 2 quadratic.
    public var attenuationExponent: Float = 2
    /// Cosine of half the cone inside which it has full brightness; spot only.
    public var innerCosine: Float = 1
    /// Cosine of half the cone outside of which it is dark; spot only.
    public var outerCosine: Float = 0.923_879_5
    /// True when things throw shadows in its light; directional and spot only.
    public var castsShadow = false
    /// How much of the light a shadow takes, 0 to 1.
    public var shadowDarkness: Float = 1
    /// How wide the shadow's edge is, in texels of its map: smooth up to one, softer above.
    public var shadowSoftness: Float = 3
    /// The side of the shadow map in texels; zero takes 1,024.
    public var shadowMapSize = 0
    /// How far surfaces are moved against shadowing themselves, 0 to 100; one is what the map needs.
    public var shadowBias: Float = 1
    /// Nearest distance from the light that throws shadows.
    public var shadowNear: Float = 0.1
    /// Farthest distance from the light that throws shadows.
    public var shadowFar: Float = 100
    /// Half the side of the region around the light's axis that has shadows; directional only.
    public var shadowHalfHeight: Float = 10
    /// Shines on the draws whose category shares a bit.
    public var category = UInt32.max

    /// Makes a white omni light at the origin.
    public init() {}
  }
}
