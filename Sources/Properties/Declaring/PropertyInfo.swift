/// The unit of a number, shown in the schema, the docs and the inspector.
public enum Unit: String, Sendable {
  /// No unit.
  case none = ""
  /// Meters.
  case meters = "m"
  /// Kilograms.
  case kilograms = "kg"
  /// Kilograms per cubic meter.
  case kilogramsPerCubicMeter = "kg/m³"
  /// Kilogram square meters: a moment of inertia.
  case kilogramSquareMeters = "kg·m²"
  /// Seconds of game time.
  case seconds = "s"
  /// Ticks of the clock.
  case ticks = "ticks"
  /// Radians.
  case radians = "rad"
  /// Degrees; in files only.
  case degrees = "°"
  /// Meters per second.
  case metersPerSecond = "m/s"
  /// Meters per second squared.
  case metersPerSecondSquared = "m/s²"
  /// Radians per second.
  case radiansPerSecond = "rad/s"
  /// Newtons.
  case newtons = "N"
  /// Newton-meters.
  case newtonMeters = "N·m"
  /// Newton-seconds.
  case newtonSeconds = "N·s"
  /// Newton-seconds per meter.
  case newtonSecondsPerMeter = "N·s/m"
  /// Newton-meter-seconds per radian.
  case newtonMeterSeconds = "N·m·s"
  /// A ratio or factor without dimension.
  case ratio = "ratio"
  /// Per second.
  case perSecond = "1/s"
  /// Hertz.
  case hertz = "Hz"
  /// Lumens.
  case lumens = "lm"
  /// Color components: red, green, blue and optionally alpha.
  case color = "sRGB"
  /// Pixels, or units of an overlay.
  case pixels = "px"
  /// The bits of a mask; in files, −1 represents all of them.
  case mask = "bits"
}

/// Where a property is used.
public enum PropertyScope: Sendable {
  /// In scene files and in run-time state.
  case both
  /// In scene files only.
  case file
  /// In run-time state only, that is, in snapshots and hashes.
  case state
  /// In both, and required in files.
  case required

  /// Whether snapshots and hashes include the property.
  @inlinable public var isInState: Bool {
    @inline(__always) get {
      switch self {
      case .both, .state, .required: true
      case .file: false
      }
    }
  }

  /// Whether scene files can contain the property.
  @inlinable public var isInFile: Bool {
    @inline(__always) get {
      switch self {
      case .both, .file, .required: true
      case .state: false
      }
    }
  }
}

/// How a property is spelled in files.
public enum PropertyForm: Sendable {
  /// A key with the property's name.
  case plain
  /// Radians in memory, degrees in files.
  case degrees
  /// The names of its cases are keys of the record itself.
  case choice
}

/// The declaration of a property, independent of any instance.
public struct PropertyInfo: Sendable {
  /// The key in files and the name in paths.
  public var key: String
  /// A sentence without a period.
  public var summary: String
  /// The unit in files.
  public var unit: Unit
  /// The accepted range in that unit; nil accepts anything finite.
  public var range: ClosedRange<Double>?
  /// Where the property is used.
  public var scope: PropertyScope
  /// How the property is spelled in files.
  public var form: PropertyForm

  /// Creates a declaration.
  @inlinable public init(
    _ key: String, _ summary: String = "", _ unit: Unit = .none,
    _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both,
    form: PropertyForm = .plain
  ) {
    self.key = key
    self.summary = summary
    self.unit = unit
    self.range = range
    self.scope = scope
    self.form = form
  }
}
