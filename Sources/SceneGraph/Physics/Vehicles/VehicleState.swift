import CaromDocuments
public import CaromProperties

/// The wheels of a vehicle; the declared part of ``PhysicsVehicle``.
///
/// In files, a wheel contains its differences from ``wheelDefaults``. The name of a node instead of
/// an object is a wheel with these defaults that is displayed by that node:
///
///     "vehicle": { "wheelDefaults": { "radius": 0.4 }, "wheels": ["left", "right"] }
public struct VehicleState: Part {
  /// The description in the schema.
  public static let summary = "Wheels that carry and drive the body of their node"

  /// The defaults of the wheels.
  ///
  /// Setting them changes every property of a wheel that equals the old default.
  public var wheelDefaults = PhysicsVehicleWheel() {
    didSet { for i in wheels.indices { wheels[i].follow(from: oldValue, to: wheelDefaults) } }
  }
  /// The wheels, 1 to 64; the first one defines the forward direction.
  public var wheels: [PhysicsVehicleWheel] = []

  /// Creates a vehicle without wheels, which has no effect.
  public init() {}

  /// The wheels in the format of files.
  private var fileWheels: WheelList {
    get { WheelList(defaults: wheelDefaults, wheels: wheels) }
    set { wheels = newValue.wheels }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    // The defaults must be read before the wheels.
    p.property("wheelDefaults", \.wheelDefaults, "The default properties of the wheels")
    p.property(
      "wheels", \.fileWheels, "The wheels; the first one defines the forward direction", in: .file)
    p.property("wheelsInUse", \.wheels, "The wheels with all of their properties", in: .state)
  }

  /// The problem with the vehicle, or nil.
  public var problem: String? {
    if !wheelDefaults.node.isEmpty {
      return "wheelDefaults names a node; one for each of the wheels is accepted"
    }
    return wheels.count > WheelList.maxCount
      ? "there are more than \(WheelList.maxCount) wheels; up to \(WheelList.maxCount) are accepted"
      : nil
  }
}

/// Wheels in the format of files: each contains its differences from the defaults.
struct WheelList: PropertyValue {
  /// The maximum number of wheels of a vehicle.
  static let maxCount = 64

  var defaults = PhysicsVehicleWheel()
  var wheels: [PhysicsVehicleWheel] = []

  init() {}

  init(defaults: PhysicsVehicleWheel, wheels: [PhysicsVehicleWheel]) {
    self.defaults = defaults
    self.wheels = wheels
  }

  /// Reads wheels, or paths of their nodes, replacing the current ones.
  mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let elements = json.elements else { return reader.fail(json, wants: "an array") }
    reader.layers = []
    wheels = []
    // One more than the maximum suffices to detect that there are too many.
    for element in elements.prefix(WheelList.maxCount + 1) {
      var wheel = defaults
      let before = reader.problemCount
      if element.string != nil {
        wheel.node.read(element, info, &reader)
      } else {
        wheel.read(element, info, &reader)
      }
      if reader.problemCount == before, let problem = wheel.positionProblem {
        reader.fail(element, problem)
      }
      wheels.append(wheel)
    }
  }

  /// Writes the differences of each wheel, or only the path of its node if there are no others.
  func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.beginArray()
    for wheel in wheels {
      var plain = defaults
      plain.node = wheel.node
      var rest = writer.blank
      if !wheel.node.isEmpty, !wheel.writeMembers(changedFrom: plain, &rest) {
        wheel.node.write(info, &writer)
      } else {
        writer.json.beginObject()
        wheel.writeMembers(changedFrom: defaults, &writer)
        writer.json.endObject()
      }
    }
    writer.json.endArray()
  }

  /// Writes all wheels if one differs from the base wheel with these defaults.
  func writeDifference(
    from base: WheelList, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    let isSame =
      wheels.count == base.wheels.count
      && zip(wheels, base.wheels).allSatisfy { own, other in
        var followed = other
        followed.follow(from: base.defaults, to: defaults)
        var part = writer.blank
        return !own.writeMembers(changedFrom: followed, &part)
      }
    if isSame { return false }
    write(info, &writer)
    return true
  }

  /// An array of wheels or paths.
  static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    let isPartial = schema.isPartial
    schema.isPartial = false  // an array replaces, so its elements are whole
    defer { schema.isPartial = isPartial }
    let wheel = Schema.adding("string", to: PhysicsVehicleWheel.schema(info, &schema))
    return "{\"type\":\"array\",\"maxItems\":\(WheelList.maxCount),"
      + "\"items\":{\"minLength\":1,\(wheel.dropFirst())}"
  }

  // The state holds the wheels themselves; paths to their properties continue there.

  func save(_ sink: inout StateSink) { wheels.save(&sink) }
  mutating func load(_ source: inout StateSource) { wheels.load(&source) }
  mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.apply(&self) } else { wheels.modify(path, &access) }
  }
  func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.write(self) } else { wheels.inspect(path, &access) }
  }
  static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    [PhysicsVehicleWheel].resolve(path, &miss)
  }
  mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) { wheels.drive(path, value) }
  func listNumbers(_ list: inout NumberList) { wheels.listNumbers(&list) }
}

// MARK: Changing defaults

extension PhysicsVehicleWheel {
  /// Replaces every property that equals the old default by the new default.
  mutating func follow(
    from old: PhysicsVehicleWheel, to new: PhysicsVehicleWheel
  ) {
    var visitor = FollowDefaults(old: old, new: new, wheel: self)
    Self.properties(&visitor)
    self = visitor.wheel
  }
}

/// Replaces each property of files that equals the old default.
private struct FollowDefaults: PropertyVisitor {
  typealias Root = PhysicsVehicleWheel
  let old: PhysicsVehicleWheel
  let new: PhysicsVehicleWheel
  var wheel: PhysicsVehicleWheel

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<PhysicsVehicleWheel, V>
  ) {
    guard scope.isInFile else { return }
    var writer = PropertyWriter()
    if !wheel[keyPath: path].writeDifference(from: old[keyPath: path], info(), &writer) {
      wheel[keyPath: path] = new[keyPath: path]
    }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<PhysicsVehicleWheel, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<PhysicsVehicleWheel, V>)
  }
}
