// The environment of a scene: image-based lighting, fog and default lighting.
extension Scene {
  /// The environment that lights physically based materials and that they reflect: an image, or a
  /// color for a uniform one.
  ///
  /// Black leaves the lights of the scene alone. Without an environment, physically based materials
  /// reflect a plain sky instead.
  public var lightingEnvironment: MaterialProperty? {
    get { properties.lightingEnvironment }
    set { properties.lightingEnvironment = newValue }
  }
  /// The distance at which fog begins, in meters.
  public var fogStartDistance: Float {
    get { properties.fogStartDistance }
    set { properties.fogStartDistance = newValue }
  }
  /// The distance at which fog is opaque, in meters; zero disables fog.
  public var fogEndDistance: Float {
    get { properties.fogEndDistance }
    set { properties.fogEndDistance = newValue }
  }
  /// The exponent of the fog density between the two distances: 0 constant, 1 linear, 2 quadratic.
  public var fogDensityExponent: Float {
    get { properties.fogDensityExponent }
    set { properties.fogDensityExponent = newValue }
  }
  /// The color of the fog.
  public var fogColor: Color {
    get { properties.fogColor }
    set { properties.fogColor = newValue }
  }
  /// Whether a scene without lights, or with ambient lights only, is lit from the camera.
  ///
  /// In SceneKit this is a property of views, with a default of false; here it belongs to the scene
  /// and the default is true.
  public var autoenablesDefaultLighting: Bool {
    get { properties.autoenablesDefaultLighting }
    set { properties.autoenablesDefaultLighting = newValue }
  }
}
