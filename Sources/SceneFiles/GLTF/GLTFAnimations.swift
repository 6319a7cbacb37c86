import CaromDocuments
import CaromSceneGraph

/// An animation of a glTF file.
struct GLTFAnimation {
  /// The name of the animation; `animation 0` and so on if the file gives none.
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
}

extension GLTFReader {
  /// Reads all animations.
  ///
  /// - Source: glTF 2.0, section 3.11 (animations), and appendix C (interpolation).
  func readAnimations(_ nodes: [GLTFNode], _ meshes: [GLTFMesh]) -> [GLTFAnimation] {
    table(.animations).enumerated().map { number, json in
      var channels: [GLTFChannel] = []
      guard json.isObject else { return GLTFAnimation(name: "", channels: []) }
      let samplers = list(json, "samplers")
      for channel in list(json, "channels") {
        guard channel.isObject else {
          fail(channel, wants: "an object")
          continue
        }
        if let made = self.channel(channel, samplers, nodes, meshes) { channels.append(made) }
      }
      let name = string(json, "name") ?? ""
      return GLTFAnimation(name: name.isEmpty ? "animation \(number)" : name, channels: channels)
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
    guard let path = keyword(target, "path", of: paths),
      let number = required(json, "sampler", in: 0...max(0, samplers.count - 1)),
      number < samplers.count, samplers[number].isObject
    else { return nil }
    // A channel without a node belongs to an extension and can be ignored (section 3.11).
    guard target["node"] != nil, let node = index(target, "node", of: .nodes) else { return nil }
    var width = path == "rotation" ? 4 : 3
    if path == "weights" {
      width = nodes[node].mesh.map { meshes[$0].vertices.targets.count } ?? 0
      guard width > 0 else {
        fail(target, "node \(node) has no morph targets whose weights could change")
        return nil
      }
      return sampled(samplers[number], node, "morpher.weights", width, [.scalar])
    }
    let keyPath = ["translation": "position", "rotation": "orientation"][path] ?? "scale"
    return sampled(samplers[number], node, keyPath, width, [path == "rotation" ? .vec4 : .vec3])
  }

  private func sampled(
    _ json: JSON, _ node: Int, _ keyPath: String, _ width: Int, _ types: [GLTFElementType]
  ) -> GLTFChannel? {
    for key in ["input", "output"] where json[key] == nil { missing(json, key) }
    guard let times = attribute(json, "input", [.scalar], .any),
      let output = attribute(json, "output", types, .normalized)
    else { return nil }
    if times.first ?? 0 < 0 || times.last ?? 0 > 1e6 {
      fail(json["input"] ?? json, "the key times are not within 0…1000000 seconds")
      return nil
    }
    if let i = times.indices.dropFirst().first(where: { times[$0] <= times[$0 - 1] }) {
      fail(
        json["input"] ?? json,
        "key time \(i), \(times[i]), is not after \(times[i - 1]); increasing times are accepted")
      return nil
    }
    let word = keyword(json, "interpolation", of: ["LINEAR", "STEP", "CUBICSPLINE"]) ?? "LINEAR"
    let isCubic = word == "CUBICSPLINE"
    let wanted = times.count * width * (isCubic ? 3 : 1)
    guard output.count == wanted else {
      fail(
        json["output"] ?? json,
        "there are \(output.count) numbers for \(times.count) key times; \(wanted) are accepted")
      return nil
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
