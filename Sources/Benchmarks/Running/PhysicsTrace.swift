import CaromMaths
import CaromPhysics

/// The trace of a run: the state of all bodies at some steps, for comparing engines.
///
/// Numbers are little-endian. A frame is the number of steps made and the number of bodies, both as
/// 32-bit integers, and for each body its index as a 32-bit integer and 13 32-bit floats: position,
/// quaternion x y z w, velocity and angular velocity. The frames follow each other: one before the
/// first step, one after each ``PhysicsScene/traceInterval`` steps, and one after the last.
enum PhysicsTrace {
  /// The bytes of a body in a frame.
  static let bodySize = 4 + 13 * 4

  /// The bytes of the current frame of a run.
  static func frame(of run: PhysicsRun, step: Int) -> [UInt8] {
    let present = run.handles.indices.filter { run.handles[$0] != nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + present.count * bodySize)
    append(UInt32(truncatingIfNeeded: step), to: &bytes)
    append(UInt32(truncatingIfNeeded: present.count), to: &bytes)
    for index in present {
      guard let body = run.body(index) else { continue }
      append(UInt32(truncatingIfNeeded: index), to: &bytes)
      let (p, q, v, w) = (body.position, body.orientation, body.velocity, body.angularVelocity)
      for number in [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z] {
        append(number.bitPattern, to: &bytes)
      }
    }
    return bytes
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
