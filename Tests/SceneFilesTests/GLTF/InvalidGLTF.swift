import CaromImages
import TestSupport
import Testing

/// A small file that breaks one rule of glTF 2.0.
struct InvalidGLTF: CustomTestStringConvertible, Sendable {
  /// The rule, with its section in the specification.
  let rule: String
  /// The file.
  let sample: GLTFSample
  /// A part of the expected message.
  let message: String
  /// Whether the file is accepted, with a warning.
  let isAccepted: Bool

  var testDescription: String { rule }

  /// A file that is refused.
  static func refused(
    _ rule: String, _ members: String, _ message: String, accessor: String = "", view: String = ""
  ) -> InvalidGLTF {
    InvalidGLTF(
      rule: rule, sample: sample(members, accessor, view), message: message, isAccepted: false)
  }

  /// A file that is accepted with a warning.
  static func warned(
    _ rule: String, _ members: String, _ message: String, accessor: String = "", view: String = ""
  ) -> InvalidGLTF {
    InvalidGLTF(
      rule: rule, sample: sample(members, accessor, view), message: message, isAccepted: true)
  }

  /// The accessors of every file, and the indices of a further accessor and a further view.
  enum Accessor {
    static let positions = 0, indices = 1, normals = 2, texcoords = 3, joints = 4, weights = 5
    static let times = 6, moves = 7, turns = 8, binds = 9, badIndices = 10, manyTimes = 11
    static let further = 12
    static let furtherView = 12
  }

  private static func sample(_ members: String, _ accessor: String, _ view: String) -> GLTFSample {
    var s = GLTFSample()
    func add(_ values: [Float], _ type: String, _ bounds: String = "") {
      let width = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16][type] ?? 1
      s.accessor(
        view: s.view(GLTFSample.bytes(values)), type, 5126, count: values.count / width,
        more: bounds)
    }
    add([0, 0, 0, 1, 0, 0, 0, 1, 0], "VEC3", "\"min\":[0,0,0],\"max\":[1,1,0]")
    s.indices([0, 1, 2])
    add([0, 0, 1, 0, 0, 1, 0, 0, 1], "VEC3")
    add([0, 0, 1, 0, 0, 1], "VEC2")
    s.accessor(view: s.view([UInt8](repeating: 0, count: 12)), "VEC4", 5121, count: 3)
    add([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], "VEC4")
    add([0, 1], "SCALAR", "\"min\":[0],\"max\":[1]")
    add([0, 0, 0, 1, 0, 0], "VEC3")
    add([0, 0, 0, 1, 0, 0, 0, 1], "VEC4")
    add([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "MAT4")
    s.indices([0, 1, 65_535])
    add([0, 2, 1], "SCALAR", "\"min\":[0],\"max\":[2]")
    if !accessor.isEmpty { s.accessors.append("{\(accessor)}") }
    if !view.isEmpty { s.views.append("{\(view)}") }
    if !members.isEmpty { s.members = [members] }
    return s
  }

  // MARK: Parts of files

  /// A mesh with one primitive on one node.
  static func mesh(_ attributes: String, _ more: String = "", _ rest: String = "") -> String {
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\(attributes)}\(more.isEmpty ? "" : ",\(more)")}]}],"
      + "\"nodes\":[{\"mesh\":0}]\(rest.isEmpty ? "" : ",\(rest)")"
  }

  /// An animation with one channel of one node.
  static func animation(
    _ sampler: String, _ target: String = "\"node\":0,\"path\":\"translation\"",
    nodes: String = "{}"
  ) -> String {
    "\"nodes\":[\(nodes)],\"animations\":[{\"samplers\":[{\(sampler)}],"
      + "\"channels\":[{\"sampler\":0,\"target\":{\(target)}}]}]"
  }
}
