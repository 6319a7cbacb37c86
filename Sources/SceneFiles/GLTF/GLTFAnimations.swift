import CaromDocuments
import CaromSceneGraph

/// An animation of a glTF file.
struct GLTFAnimation {
  /// The name of the animation, unique in the file; `animation 0` and so on if the file gives none.
  let name: String
  let channels: [GLTFChannel]
}

/// The keyframes of one property of one node.
struct GLTFChannel {
  let node: Int
  let keyPath: String
  let keyTimes: [Float]
  let values: KeyValues
  let interpolation: Interpolation
  let inTangents: KeyValues
  let outTangents: KeyValues

  var movesWeights: Bool { keyPath == GLTFReader.weightsPath }
}

extension GLTFReader {
  static let weightsPath = "morpher.weights"

  /// Reads all animations.
  ///
  /// - Source: glTF 2.0, section 3.11 (animations), and appendix C (interpolation).
  func readAnimations(_ nodes: [GLTFNode], _ meshes: [GLTFMesh]) -> [GLTFAnimation] {
    var names: Set<String> = []
    return table(.animations).enumerated().map { number, json in
      var channels: [GLTFChannel] = []
      guard json.isObject else { return GLTFAnimation(name: "", channels: []) }
      let samplers = list(json, "samplers")
      var targets: Set<String> = []
      for channel in list(json, "channels") {
        guard channel.isObject else {
          fail(channel, wants: "an object")
          continue
        }
        guard let made = self.channel(channel, samplers, nodes, meshes) else { continue }
        if !targets.insert("\(made.node) \(made.keyPath)").inserted {
          warn(channel, "two channels have this target; the later one is used")
        }
        channels.append(made)
      }
      let given = string(json, "name") ?? ""
      let base = given.isEmpty ? "animation \(number)" : given
      var (name, count) = (base, 1)
      while !names.insert(name).inserted {
        count += 1
        name = "\(base) \(count)"
      }
      return GLTFAnimation(name: name, channels: channels)
    }
  }

  private func list(_ json: JSON, _ key: String) -> [JSON] {
    guard let value = json[key] else {
      missing(json, key)
      return []
    }
    guard let elements = value.elements else {
      fail(value, wants: "an array")
      return []
    }
    if elements.count == 0 { warn(value, "the list is empty; glTF demands an element") }
    return Array(elements)
  }

  private func channel(
    _ json: JSON, _ samplers: [JSON], _ nodes: [GLTFNode], _ meshes: [GLTFMesh]
  ) -> GLTFChannel? {
    guard let target = object(json, "target") else {
      if json["target"] == nil { missing(json, "target") }
      return nil
    }
    if target["path"] == nil { missing(target, "path") }
    let paths = ["translation", "rotation", "scale", "weights"]
    if let path = target["path"]?.string, !paths.contains(path), target["extensions"] != nil {
      warn(target, "the channel animates \"\(path.prefix(60))\" by an extension; it is ignored")
      return nil
    }
    guard let path = keyword(target, "path", of: paths),
      let number = required(json, "sampler", in: 0...max(0, samplers.count - 1)),
      number < samplers.count, samplers[number].isObject
    else { return nil }
    guard target["node"] != nil else {
      // Such a channel can belong to an extension (section 3.11).
      if target["extensions"] == nil { warn(target, "the channel has no node; it is ignored") }
      return nil
    }
    guard let node = index(target, "node", of: .nodes) else { return nil }
    if path != "weights", table(.nodes)[node]["matrix"] != nil {
      warn(target, "node \(node) has a matrix; glTF demands that an animated node has none")
    }
    var width = path == "rotation" ? 4 : 3
    if path == "weights" {
      width = nodes[node].mesh.map { meshes[$0].vertices.targets.count } ?? 0
      guard width > 0 else {
        fail(target, "node \(node) has no morph targets whose weights could change")
        return nil
      }
      return sampled(samplers[number], node, Self.weightsPath, width, [.scalar])
    }
    let keyPath = ["translation": "position", "rotation": "orientation"][path] ?? "scale"
    return sampled(samplers[number], node, keyPath, width, [path == "rotation" ? .vec4 : .vec3])
  }

  private func sampled(
    _ json: JSON, _ node: Int, _ keyPath: String, _ width: Int, _ types: [GLTFElementType]
  ) -> GLTFChannel? {
    for key in ["input", "output"] where json[key] == nil { missing(json, key) }
    guard let times = keyTimes(json), let output = attribute(json, "output", types, .normalized)
    else { return nil }
    let word = keyword(json, "interpolation", of: ["LINEAR", "STEP", "CUBICSPLINE"]) ?? "LINEAR"
    let isCubic = word == "CUBICSPLINE"
    let wanted = times.count * width * (isCubic ? 3 : 1)
    guard output.count == wanted else {
      fail(
        json["output"] ?? json,
        "there are \(output.count) numbers for \(times.count) key times; \(wanted) are accepted")
      return nil
    }
    if isCubic, times.count < 2 {
      warn(json["input"] ?? json, "there is one key time; glTF demands two for a cubic spline")
    }
    guard spend(output.count * 4, for: json) else { return nil }
    if keyPath == "orientation", let fault = firstInvalidRotation(output, isCubic) {
      fail(
        json["output"] ?? json,
        "key \(fault) is not a rotation; quaternions of length 1 are accepted")
      return nil
    }
    /// Every third row of a cubic spline: the in-tangent, the value or the out-tangent.
    func rows(_ part: Int) -> KeyValues {
      guard isCubic else { return KeyValues(output, width: width) }
      return KeyValues(
        times.indices.flatMap { i in
          let start = (i * 3 + part) * width
          return output[start..<(start + width)]
        }, width: width)
    }
    let values = rows(isCubic ? 1 : 0)
    return GLTFChannel(
      node: node, keyPath: keyPath, keyTimes: times, values: values,
      interpolation: isCubic ? .cubic : word == "STEP" ? .step : .linear,
      inTangents: isCubic ? rows(0) : KeyValues(), outTangents: isCubic ? rows(2) : KeyValues())
  }

  private func keyTimes(_ json: JSON) -> [Float]? {
    guard let times = attribute(json, "input", [.scalar], .any) else { return nil }
    let place = json["input"] ?? json
    if times.first ?? 0 < 0 || times.last ?? 0 > 1e6 {
      fail(place, "the key times are not within 0…1000000 seconds")
      return nil
    }
    if let i = times.indices.dropFirst().first(where: { times[$0] <= times[$0 - 1] }) {
      fail(
        place,
        "key time \(i), \(times[i]), is not after \(times[i - 1]); increasing times are accepted")
      return nil
    }
    if let number = json["input"]?.integer(Int.self), let accessor = accessor(number) {
      if accessor.component != .float { warn(place, "the key times are integers, not floats") }
      needsBounds(accessor, "of key times")
    }
    return times
  }

  /// The first key whose quaternion does not have approximately unit length.
  private func firstInvalidRotation(_ output: [Float], _ isCubic: Bool) -> Int? {
    let step = isCubic ? 12 : 4
    for (key, start) in stride(from: isCubic ? 4 : 0, to: output.count - 3, by: step).enumerated() {
      let sum = output[start..<(start + 4)].reduce(0) { $0 + $1 * $1 }
      if !(abs(sum - 1) < 0.2) { return key }
    }
    return nil
  }
}
