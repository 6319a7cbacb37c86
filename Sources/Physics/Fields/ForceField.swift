/// The handle of a force field in a ``World``; it is invalid after the field is destroyed.
public struct FieldHandle: Hashable, Sendable, BitwiseCopyable {
  /// The serial number of the field, counted from 1.
  public let serial: UInt32

  /// Creates a handle from its serial number, for owners that store it.
  public init(serial: UInt32) { self.serial = serial }
}

extension FieldHandle: Comparable {
  /// Orders by creation.
  public static func < (a: FieldHandle, b: FieldHandle) -> Bool { a.serial < b.serial }
}

/// A live view of a force field: reads and writes its current state.
///
/// Every property of ``ForceFieldDefinition`` can be read and set through it. A change wakes the
/// bodies that the field acted on before or acts on afterwards. Using a view after its field is
/// destroyed traps, as does a value outside its range.
@dynamicMemberLookup
public struct ForceField {
  /// The world of the field.
  public let world: World
  /// The handle of the field.
  public let handle: FieldHandle

  /// The complete definition of the field.
  public var definition: ForceFieldDefinition {
    get { world.fields.base[world.index(of: handle)].definition }
    nonmutating set { world.changeField(handle, to: newValue) }
  }

  /// A live property of the definition.
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<ForceFieldDefinition, Value>
  ) -> Value {
    get { definition[keyPath: path] }
    nonmutating set {
      var changed = definition
      changed[keyPath: path] = newValue
      definition = changed
    }
  }
}

extension World {
  /// Adds a force field and wakes the bodies that it acts on.
  ///
  /// - Throws: ``PhysicsError`` for values that cannot be simulated.
  /// - Complexity: Linear in the number of bodies; then, in each step, in the awake ones.
  public func createField(
    _ definition: ForceFieldDefinition
  ) throws(PhysicsError) -> FieldHandle {
    if let error = definition.error { throw error }
    let record = fields.append(definition)
    wakeActedOn(record)
    return FieldHandle(serial: record.serial)
  }

  /// Destroys a field and wakes the bodies that it acted on.
  public func destroyField(_ handle: FieldHandle) {
    wakeActedOn(fields.remove(index(of: handle)))
  }

  /// The field of a handle, or nil if it was destroyed.
  public func field(_ handle: FieldHandle) -> ForceField? {
    fields.index(ofSerial: handle.serial) == nil ? nil : ForceField(world: self, handle: handle)
  }

  /// The handles of all fields in creation order, in which they are evaluated.
  public var fieldHandles: [FieldHandle] {
    fields.elements.map { FieldHandle(serial: $0.serial) }
  }

  func index(of handle: FieldHandle) -> Int {
    guard let index = fields.index(ofSerial: handle.serial) else {
      preconditionFailure("The field has been destroyed")
    }
    return index
  }

  func changeField(_ handle: FieldHandle, to definition: ForceFieldDefinition) {
    let index = index(of: handle)
    if let problem = definition.problem { preconditionFailure(problem) }
    // Compared as it is stored, since a kind ignores some properties.
    guard FieldRecord(definition, serial: 0).definition != fields.base[index].definition else {
      return
    }
    wakeActedOn(fields.replace(index, by: definition))
    wakeActedOn(fields.base[index])
  }

  private func wakeActedOn(_ field: FieldRecord) {
    guard field.isEnabled != 0, field.strength != 0 else { return }
    for index in 0..<bodies.count {
      let b = bodies.base + index
      if b.pointee.isDynamic && (field.isFluid ? field.wets(b) : field.acts(on: b)) { wake(index) }
    }
  }
}
