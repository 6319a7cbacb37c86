// What surrounds the nodes of a scene in pictures of it.
extension Scene {
  /// Surroundings that light physically based surfaces and that they mirror: a picture.
  public var lightingEnvironment: MaterialProperty {
    get { properties.lightingEnvironment }
    set { properties.lightingEnvironment = newValue }
  }
  /// Distance at which fog begins, in metres.
  public var fogStartDistance: Float {
    get { properties.fogStartDistance }
    set { properties.fogStartDistance = newValue }
  }
  /// Distance at which fog is full, in metres; zero is no fog.
  public var fogEndDistance: Float {
    get { properties.fogEndDistance }
    set { properties.fogEndDistance = newValue }
  }
  /// How fog grows between the two: 0 at once, 1 linear, 2 quadratic.
  public var fogDensityExponent: Float {
    get { properties.fogDensityExponent }
    set { properties.fogDensityExponent = newValue }
  }
  /// The colour of the fog.
  public var fogColor: Color {
    get { properties.fogColor }
    set { properties.fogColor = newValue }
  }
  /// True when a scene that nothing but ambient light reaches is lit from the eye.
  ///
  /// SceneKit has this on its views, and off; here a scene says so itself, and shows something.
  public var autoenablesDefaultLighting: Bool {
    get { properties.autoenablesDefaultLighting }
    set { properties.autoenablesDefaultLighting = newValue }
  }
}
