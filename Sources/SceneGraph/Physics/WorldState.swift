public import CaromMaths
import CaromPhysics
public import CaromProperties

/// The settings of the simulation of a scene.
public struct WorldState: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The settings of the simulation"

  /// The acceleration by gravity in meters per second squared.
  public var gravity = Vector3(0, -9.8, 0)
  /// Seconds of simulation per second.
  public var speed: Float = 1
  /// The length of a tick, in seconds.
  public var timeStep = 1.0 / 60

  // The state of the simulation contains the others, so that they are no part of the scene's own.

  /// The number of substeps of a tick, 1 to 64; more are stiffer and cost more.
  public var substeps = WorldSettings().substeps
  /// The maximum stiffness of contacts in hertz, limited to a quarter of the substep rate.
  public var contactHertz = WorldSettings().contactHertz
  /// The maximum stiffness of joints in hertz, limited to a quarter of the substep rate.
  public var jointHertz = WorldSettings().jointHertz
  /// Whether fast bodies are swept, so that they pass through nothing.
  public var isContinuous = true

  /// Creates the defaults.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "gravity", \.gravity, "The acceleration by gravity", .metersPerSecondSquared,
      WorldSettings.gravityRange)
    p.property("speed", \.speed, "Seconds of simulation per second", .ratio, 0...100)
    p.property("timeStep", \.timeStep, "The length of a tick", .seconds, 1e-4...0.1)
    p.property(
      "substeps", \.substeps, "The number of substeps of a tick; more are stiffer and cost more",
      .none, WorldSettings.substepRange, in: .file)
    p.property(
      "contactHertz", \.contactHertz,
      "The maximum stiffness of contacts; at most a quarter of the substeps per second is used",
      .hertz, WorldSettings.stiffnessRange, in: .file)
    p.property(
      "jointHertz", \.jointHertz,
      "The maximum stiffness of joints; at most a quarter of the substeps per second is used",
      .hertz, WorldSettings.stiffnessRange, in: .file)
    p.property(
      "isContinuous", \.isContinuous,
      "Whether fast bodies are swept, so that they pass through nothing", in: .file)
  }

  /// A stiffness that was set and is above what the substeps allow.
  public var warnings: [PropertyWarning] {
    let usual = WorldState()
    let limit = 0.25 * Double(substeps) / (timeStep * Double(max(speed, 1e-2)))
    let given = [
      ("contactHertz", contactHertz, usual.contactHertz),
      ("jointHertz", jointHertz, usual.jointHertz),
    ]
    // A thousandth is the rounding of a time step such as 0.0167.
    return given.filter { $0.1 > $0.2 && Double($0.1) > 1.001 * limit }.map {
      PropertyWarning(
        $0.0,
        "more than \(Int(limit.rounded())) Hz, a quarter of the rate of substeps, has no further "
          + "effect; more \"substeps\" or a shorter \"timeStep\" are accepted")
    }
  }

  /// The settings of a simulation after a change of the state from an old one.
  ///
  /// Settings that code changed in the simulation itself stay, unless the state changes them.
  func settings(_ settings: WorldSettings, after old: WorldState) -> WorldSettings {
    var new = settings
    (new.gravity, new.isContinuous) = (gravity, isContinuous)
    if substeps != old.substeps { new.substeps = substeps }
    if contactHertz != old.contactHertz { new.contactHertz = contactHertz }
    if jointHertz != old.jointHertz { new.jointHertz = jointHertz }
    return new
  }

  /// Takes over the values that the state of the simulation contains.
  mutating func adopt(_ settings: WorldSettings) {
    substeps = settings.substeps
    contactHertz = settings.contactHertz
    jointHertz = settings.jointHertz
    isContinuous = settings.isContinuous
  }
}
