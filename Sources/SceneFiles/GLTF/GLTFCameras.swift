import CaromDocuments
import CaromSceneGraph

extension GLTFReader {
  /// The least distance of the near plane that a camera accepts.
  private static let nearestPlane: Float = 1e-4

  /// Reads all cameras.
  ///
  /// The vertical field of view is used. The horizontal one follows from the aspect ratio of the
  /// viewport, so `aspectRatio` and `xmag` are ignored. Without `zfar` the far plane is a million
  /// times `znear`.
  ///
  /// - Source: glTF 2.0, section 3.10 (cameras).
  func readCameras() -> [Camera] {
    table(.cameras).map { json in
      var camera = Camera()
      guard json.isObject else { return camera }
      if json["type"] == nil { missing(json, "type") }
      guard let type = keyword(json, "type", of: ["perspective", "orthographic"]) else {
        return camera
      }
      guard let part = json[type], part.isObject else {
        fail(json, "the camera has no object \"\(type)\"")
        return camera
      }
      for other in ["perspective", "orthographic"] where other != type && json[other] != nil {
        warn(json, "the camera has \"\(other)\" as well; it is ignored")
      }
      if part["aspectRatio"] != nil { _ = number(part, "aspectRatio", 1, in: 1e-6...1e6) }
      func required(_ key: String, _ fallback: Float, _ range: ClosedRange<Float>) -> Float {
        if part[key] == nil { missing(part, key) }
        return number(part, key, fallback, in: range)
      }
      if type == "perspective" {
        camera.fieldOfView = required("yfov", camera.fieldOfView, (.pi / 180)...(.pi * 179 / 180))
        let near = required("znear", 1, Float.leastNonzeroMagnitude...1e6)
        camera.zNear = max(near, Self.nearestPlane)
        camera.zFar = number(
          part, "zfar", min(camera.zNear * 1e6, 1e7), in: Float.leastNonzeroMagnitude...1e7)
        if near < Self.nearestPlane, let json = part["znear"] {
          warn(
            json, "the near plane is moved to \(Self.nearestPlane), the nearest that is supported")
          // A far plane before it is moved as well.
          if camera.zFar > near { camera.zFar = max(camera.zFar, Self.nearestPlane * 2) }
        }
      } else {
        camera.usesOrthographicProjection = true
        if required("xmag", 1, -1e6...1e6) == 0 { fail(part, "xmag is 0; another one is accepted") }
        camera.orthographicScale = abs(required("ymag", 1, -1e6...1e6))
        if camera.orthographicScale < 1e-4 {
          fail(part["ymag"] ?? part, "\(camera.orthographicScale) is outside 0.0001…1000000.0")
        }
        // Files may contain zero.
        camera.zNear = max(required("znear", 1, 0...1e6), Self.nearestPlane)
        camera.zFar = required("zfar", 100, 1e-3...1e7)
      }
      if camera.zFar <= camera.zNear {
        fail(part["zfar"] ?? part, "\(camera.zFar) is not beyond znear, \(camera.zNear)")
      }
      return camera
    }
  }
}
