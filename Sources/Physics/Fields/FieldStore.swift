/// The force fields of a world, in the order of their creation.
final class FieldStore {
  @exclusivity(unchecked) var records = Buffer<FieldRecord>()
  /// The serial number of the last field created.
  var serialCount: UInt32 = 0

  @inline(__always) var base: UnsafeMutablePointer<FieldRecord> { records.base }
  @inline(__always) var count: Int { records.count }
  var isEmpty: Bool { records.isEmpty }
  var elements: UnsafeMutableBufferPointer<FieldRecord> { records.elements }
}
