import CaromCollision
public import CaromProperties

extension World {
  /// Adds the records of a snapshot to a layout, by the names and types of their fields.
  public static func describeState(_ layout: inout StateLayout) {
    layout.add(WorldSettings.self)
    layout.add(["version \(version)"], of: World.self)
    let records: [Any] = [
      BodyRecord(), ColliderRecord(), ContactRecord(), ManifoldRecord(), ContactPoint(),
      ManifoldCache(), PairRecord(), JointRecord(), BodyJoints(), FieldRecord(), VehicleRecord(),
      WheelRecord(), ColliderOverrides(), JointAxesRecord(joint: -1), BodyExtras(),
      ColliderExtras(),
    ]
    for record in records { layout.add(storedPropertiesOf: record) }
  }
}
