import CaromDocuments
import CaromMaths
import CaromProperties

/// The property that an animation channel writes, resolved from its key path.
///
/// Accepted are, for a node: `position`, `scale` and `eulerAngles` with or without `.x`, `.y`,
/// `.z`; `orientation` (x, y, z, w), `rotation` (axis and angle) and `opacity`; `light.…` and
/// `camera.…` with any of their numbers and colors; `geometry.materials[n].…` with any number or
/// color of the material, such as `diffuse.intensity`, where `geometry.firstMaterial` is the first
/// one; `morpher.weights` and `morpher.weights[n]`. A prefix `/path/of/another/node.` selects
/// another node. Angles are radians; a key path that ends in `Degrees`, as in files, takes degrees.
struct AnimatedProperty: Hashable {
  enum Kind: String, EnumName {
    case position, scale, eulerAngles, orientation, rotation, opacity
    case light, camera, material, weight, weights
  }

  var kind = Kind.position
  /// The index of the axis, material or weight; −1 for all.
  var index: Int32 = -1
  /// The path within the light, the camera or the material.
  var path = PropertyPath.none
  /// The number of components of a value; zero for any.
  var count = 3
  /// Whether values are in degrees and are converted to radians.
  var isInDegrees = false

  /// Splits a key path into the path of a node, or nil without one, and the rest.
  static func split(_ keyPath: String) -> (node: String?, rest: Substring) {
    guard let slash = keyPath.lastIndex(of: "/"),
      let dot = keyPath[slash...].firstIndex(of: ".")
    else { return (nil, keyPath[...]) }
    return (String(keyPath[..<dot]), keyPath[keyPath.index(after: dot)...])
  }

  init(_ keyPath: String) throws(KeyPathProblem) {
    let rest = AnimatedProperty.split(keyPath).rest
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
    let first = parts.first ?? ""
    let below = parts.dropFirst().joined(separator: ".")
    switch first {
    case "position": try setAxes(.position, below, keyPath)
    case "scale": try setAxes(.scale, below, keyPath)
    case "eulerAngles": try setAxes(.eulerAngles, below, keyPath)
    case "eulerAnglesDegrees":
      try setAxes(.eulerAngles, below, keyPath)
      isInDegrees = true
    case "orientation" where below.isEmpty: (kind, count) = (.orientation, 4)
    case "rotation" where below.isEmpty: (kind, count) = (.rotation, 4)
    case "opacity" where below.isEmpty: (kind, count) = (.opacity, 1)
    case "light":
      kind = .light
      try resolve(below, in: Light())
    case "camera":
      kind = .camera
      try resolve(below, in: Camera())
    case "geometry": try setMaterial(Array(parts.dropFirst()), keyPath)
    case "morpher" where below == "weights": (kind, count) = (.weights, 0)
    case "morpher":
      guard below.hasPrefix("weights["), let number = Self.number(below.dropFirst(7)) else {
        throw KeyPathProblem("\(keyPath) is not known; morpher.weights[0] is accepted")
      }
      (kind, count, index) = (.weight, 1, number)
    default:
      let known = [
        "position", "scale", "eulerAngles", "eulerAnglesDegrees", "orientation", "rotation",
        "opacity", "light", "camera", "geometry", "morpher",
      ]
      throw KeyPathProblem(
        "\(keyPath) cannot be animated" + suggestion(for: String(first), in: known))
    }
  }

  private mutating func setAxes(
    _ kind: Kind, _ below: String, _ keyPath: String
  ) throws(KeyPathProblem) {
    self.kind = kind
    guard !below.isEmpty else { return }
    guard let axis = ["x", "y", "z"].firstIndex(of: below) else {
      throw KeyPathProblem("\(keyPath) has no such axis; x, y and z are accepted")
    }
    (index, count) = (Int32(axis), 1)
  }

  private mutating func setMaterial(
    _ parts: [Substring], _ keyPath: String
  ) throws(KeyPathProblem) {
    kind = .material
    let first = parts.first ?? ""
    if first == "firstMaterial" {
      index = 0
    } else if first.hasPrefix("materials"), let number = Self.number(first.dropFirst(9)) {
      index = number
    } else {
      throw KeyPathProblem(
        "\(keyPath) cannot be animated; geometry.materials[0].diffuse.intensity is accepted")
    }
    // `contents` is SceneKit's name for the color of a slot.
    let names = parts.dropFirst().map { $0 == "contents" ? "color" : String($0) }
    try resolve(names.joined(separator: "."), in: Material())
  }

  private mutating func resolve<R: Record>(_ name: String, in record: R) throws(KeyPathProblem) {
    do throws(Problem) {
      let found: ResolvedProperty
      if let plain = try? R.find(name) {
        found = plain
        isInDegrees = plain.info.form == .degrees
      } else if let angle = try? R.find(name + "Degrees") {
        found = angle
      } else {
        found = try R.find(name)
      }
      guard let entry = record.numbers.first(where: { $0.path == found.path }) else {
        throw Problem("\(name) is no number; numbers, vectors and colors are accepted")
      }
      path = found.path
      count = entry.count
    } catch { throw KeyPathProblem("\(error.message)") }
  }

  /// Returns the number in `[3]`.
  private static func number(_ text: Substring) -> Int32? {
    guard text.hasPrefix("["), text.hasSuffix("]"), let n = Int32(text.dropFirst().dropLast()),
      n >= 0, n < 1_000
    else { return nil }
    return n
  }
}

/// The reason why a key path cannot be animated.
struct KeyPathProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
