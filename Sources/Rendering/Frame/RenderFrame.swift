public import CaromMaths
public import CaromSceneGraph

/// The input of a renderer as a value: view, draws, lights and overlay, without scene, nodes or
/// time.
///
/// Colors are linear, lengths are in meters, angles in radians. Equal frames give equal images on
/// any machine and with any number of threads.
public struct RenderFrame: Equatable, Sendable {
  /// The camera's view.
  public var view = View()
  /// The background.
  public var background = Background.color(.zero)
  /// The fog; nil for none.
  public var fog: Fog?
  /// The draws in scene order.
  public var draws: [Draw] = []
  /// The lights in scene order.
  public var lights: [Light] = []
  /// The tone mapping; without a curve, light brighter than white is clipped.
  public var tone = Tone()
  /// Overlay items, drawn first to last.
  public var overlay: [OverlayItem] = []

  /// Creates an empty black frame.
  public init() {}
}

extension RenderFrame {
  /// The background of a frame.
  public enum Background: Equatable, Sendable {
    /// A linear color.
    case color(Vector3)
    /// A vertical gradient between two linear colors.
    case gradient(top: Vector3, bottom: Vector3)
    /// An equirectangular panorama, twice as wide as high with its center at −Z, times a linear
    /// color.
    case panorama(Texture, Vector3)
  }

  /// The tone mapping of the image, including the background but not the overlay.
  public struct Tone: Hashable, Sendable {
    /// A tone mapping curve.
    public enum Curve: String, Hashable, Sendable, CaseIterable {
      /// Clips red, green and blue at white.
      case none
      /// A filmic curve that preserves differences between highlights.
      ///
      /// - Source: K. Narkowicz, "ACES Filmic Tone Mapping Curve", 2015, a fit of the Academy Color
      ///   Encoding System's reference rendering: `x · (2.51 x + 0.03) / (x · (2.43 x + 0.59) +
      ///   0.14)`.
      case aces
    }
    /// The curve.
    public var curve = Curve.none
    /// The exposure in stops, −16 to 16: light is multiplied by two to this power.
    public var exposure: Float = 0
    /// The light that is mapped to 0.18; 0.18 leaves light unchanged.
    public var averageGray: Float = 0.18
    /// The light that is mapped to white, as a multiple of the curve's own white: 7.24 for ACES.
    public var whitePoint: Float = 1

    /// Creates a tone mapping that leaves light unchanged and clips at white.
    public init() {}

    /// Creates a tone mapping with a curve and an exposure in stops.
    public init(_ curve: Curve, exposure: Float = 0) {
      self.curve = curve
      self.exposure = exposure
    }
  }

  /// Distance fog; does not affect the background.
  public struct Fog: Hashable, Sendable {
    /// The linear color.
    public var color: Vector3
    /// The distance from the eye at which the fog begins, in meters.
    public var start: Float
    /// The distance from the eye at which the fog is opaque, in meters; zero disables it.
    public var end: Float
    /// The exponent of the density between start and end: 0 constant, 1 linear, 2 quadratic.
    public var exponent: Float

    /// Creates fog between two distances, linear by default.
    public init(_ color: Vector3, start: Float, end: Float, exponent: Float = 1) {
      self.color = color
      self.start = start
      self.end = end
      self.exponent = exponent
    }
  }

  /// The position, orientation and projection of the camera.
  public struct View: Hashable, Sendable {
    /// The identity of the camera; views of different cameras are not interpolated.
    public var id: UInt64 = 0
    /// The number of teleports of the camera; views are not interpolated across one.
    public var teleportCount: UInt64 = 0
    /// The position of the eye.
    public var position = Vector3.zero
    /// The orientation; the view looks along −Z with Y up.
    public var orientation = Quaternion.identity
    /// The projection.
    public var projection = Projection.perspective(fieldOfView: .pi / 3)
    /// The distance of the near plane; positive in perspective projections.
    public var zNear: Float = 1
    /// The distance of the far plane; greater than `zNear`.
    public var zFar: Float = 100

    /// Creates a view from the origin along −Z with a vertical angle of 60°, from 1 m to 100 m.
    public init() {}
  }

  /// A projection.
  public enum Projection: Hashable, Sendable {
    /// A perspective projection with a vertical field of view in radians.
    case perspective(fieldOfView: Float)
    /// A perspective projection with a horizontal field of view in radians.
    case horizontalPerspective(fieldOfView: Float)
    /// A matrix from view space to clip space, with depth from 0 (near) to w (far).
    case custom(Matrix4)
    /// An orthographic projection with half the height of the view in meters.
    case orthographic(halfHeight: Float)
  }

  /// A draw: one element of a mesh with a transform and a material.
  public struct Draw: Equatable, Sendable {
    /// The identity of the node, for interpolation and picking.
    public var node: UInt64 = 0
    /// The number of teleports of the node; draws are not interpolated across one.
    public var teleportCount: UInt64 = 0
    /// The mesh.
    public var mesh: PreparedMesh
    /// The index of the mesh element.
    public var element = 0
    /// The transform from model space to world space.
    public var transform = Matrix4()
    /// The material.
    public var surface = Surface()
    /// The opacity of the node and its ancestors, 0 to 1.
    public var opacity: Float = 1
    /// Draws with a greater order are drawn later; transparent draws of one order are sorted by
    /// depth.
    public var renderingOrder: Int32 = 0
    /// Whether the draw casts shadows.
    public var castsShadow = true
    /// The draw is lit by lights whose mask shares a bit with this one.
    public var categoryBitMask: UInt32 = 1
    /// The planar reflection of the surface; nil for none.
    public var planarReflection: PlanarReflection?

    /// Creates a white draw at the origin.
    public init(mesh: PreparedMesh) { self.mesh = mesh }

    /// Whether the background shows through the draw.
    package var isTransparent: Bool {
      surface.isTransparent || opacity < 1
        || (mesh.isTransparent && surface.blending != .replace && !surface.isAlphaMasked)
    }
  }

  /// The reflection of a planar surface, on the side of its local Y axis.
  public struct PlanarReflection: Hashable, Sendable {
    /// The fraction of the reflection in the surface's color, 0 to 1.
    public var reflectivity: Float
    /// The distance from the surface at which reflections begin to fade, in meters.
    public var falloffStart: Float = 0
    /// The distance from the surface at which reflections have faded out, in meters; zero disables
    /// fading.
    public var falloffEnd: Float = 0
    /// Draws whose mask shares a bit with this one are reflected.
    public var categoryBitMask = UInt32.max
    /// The size of the reflection image relative to the image, 0 to 1.
    public var resolutionScale: Float = 0.5

    /// Creates a reflection of all draws at half the resolution.
    public init(reflectivity: Float) { self.reflectivity = reflectivity }
  }

  /// A light.
  public struct Light: Hashable, Sendable {
    /// The identity of the node, for interpolation.
    public var node: UInt64 = 0
    /// The number of teleports of the node; lights are not interpolated across one.
    public var teleportCount: UInt64 = 0
    /// The kind of light.
    public var type = LightType.omni
    /// The linear color times intensity; one leaves a surface's color unchanged.
    public var color = Vector3.one
    /// The position; omni and spot lights only.
    public var position = Vector3.zero
    /// The unit direction of the light; directional and spot lights only.
    public var direction = Vector3(0, 0, -1)
    /// The unit X axis of the light, at right angles to `direction`.
    public var right = Vector3(1, 0, 0)
    /// The distance at which attenuation begins.
    public var attenuationStart: Float = 0
    /// The distance at which the light is zero; zero disables attenuation.
    public var attenuationEnd: Float = 0
    /// The exponent of the attenuation: 0 none before the end, 1 linear, 2 quadratic; a negative
    /// one is that of the distance in meters.
    public var attenuationExponent: Float = 2
    /// The numbers that only lights of this kind have; its file in `Lights` names them.
    public var parameters = Vector4.zero
    /// Whether the light casts shadows; directional and spot lights only.
    public var castsShadow = false
    /// The fraction of the light that shadows remove, 0 to 1.
    public var shadowOpacity: Float = 1
    /// The filter radius of the shadow's edge in texels: bilinear up to one, softer above.
    public var shadowRadius: Float = 3
    /// The side of each shadow map in texels; zero selects 1,024, or 2,048 for maps that follow the
    /// view and are wider than 20 m.
    public var shadowMapSize = 0
    /// A multiplier of the shadow bias, 0 to 100; one prevents self-shadowing.
    public var shadowBias: Float = 1
    /// Whether the shadows of a directional light follow the view; the following two and
    /// `shadowOrthographicScale` are not used then.
    public var automaticallyAdjustsShadowProjection = false
    /// The near distance of the shadow map; points before it are lit.
    public var shadowNear: Float = 0.1
    /// The far distance of the shadow map; points beyond it are lit.
    public var shadowFar: Float = 100
    /// The distance from the eye at which shadows that follow the view end, in meters.
    public var maximumShadowDistance: Float = 100
    /// The number of maps of shadows that follow the view, 1 to 4.
    public var shadowCascadeCount = 1
    /// How these maps divide the distance: 0 evenly, 1 by equal ratios.
    public var shadowCascadeSplittingFactor: Float = 0.15
    /// The light affects draws whose mask shares a bit with this one.
    public var categoryBitMask = UInt32.max

    /// Creates a white omni light at the origin.
    public init() {}
  }
}
