import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Area lights")
struct AreaLightTests {
  /// A rectangle at a position that shines towards −Z, turned.
  private static func panel(
    _ position: Vector3, _ halfExtents: Vector2, turned: Quaternion = .identity
  ) -> RenderFrame.Light {
    var light = RenderFrame.Light()
    light.type = .area
    light.position = position
    light.direction = turned.rotate(Vector3(0, 0, -1))
    light.right = turned.rotate(.unitX)
    light.areaHalfExtents = halfExtents
    return light
  }

  private static func expect(
    _ light: RenderFrame.Light, _ fraction: Double, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var probe = ShadingProbe(.lambert)
    probe.surface.diffuse = .init(.one)
    probe.lights = [light]
    probe.expect(fraction, what: what, sourceLocation: sourceLocation)
  }

  @Test(
    "A rectangle parallel to the surface lights it by the published view factor",
    arguments: [(1.0, 1.0, 2.0), (4, 0.5, 1), (6, 6, 1), (0.1, 0.1, 1), (8, 8, 3)])
  func parallel(width: Double, height: Double, distance: Double) {
    // J. R. Howell, A Catalog of Radiation Heat Transfer Configuration Factors, B-4: an element
    // below a corner of a parallel rectangle; four quarters meet above it.
    let (x, y) = (width / 2 / distance, height / 2 / distance)
    let quarter =
      (x / sqrt(1 + x * x) * atan(y / sqrt(1 + x * x))
        + y / sqrt(1 + y * y) * atan(x / sqrt(1 + y * y))) / (2 * .pi)
    let light = Self.panel(
      Vector3(0, 0, Float(distance)), Vector2(Float(width / 2), Float(height / 2)))
    Self.expect(light, 4 * quarter * .pi / (width * height), "\(width) x \(height)")
  }

  @Test("A turned rectangle lights as the sum of many small lamps")
  func turned() {
    var random = RandomStream(seed: 21)
    for _ in 0..<40 {
      let half = Vector2(random.float(in: 0.1...0.8), random.float(in: 0.1...0.8))
      let position = Vector3(
        random.float(in: -2...2), random.float(in: -2...2), random.float(in: 1.2...3))
      let turn =
        Quaternion(axis: .unitX, angle: random.float(in: -0.8...0.8))
        * Quaternion(axis: .unitY, angle: random.float(in: -0.8...0.8))
      let light = Self.panel(position, half, turned: turn)
      let (right, up) = (turn.rotate(.unitX), turn.rotate(.unitY))
      var sum = 0.0
      let count = 40
      for i in 0..<count {
        for j in 0..<count {
          let u = half.x * (2 * (Float(i) + 0.5) / Float(count) - 1)
          let v = half.y * (2 * (Float(j) + 0.5) / Float(count) - 1)
          let lamp = position + right * u + up * v
          let squared = Double(lamp.dot(lamp))
          let toLamp = lamp / Float(squared.squareRoot())
          let cosines = Double(max(0, toLamp.z)) * Double(max(0, -toLamp.dot(light.direction)))
          sum += cosines / squared / Double(count * count)
        }
      }
      Self.expect(light, sum, "\(position) \(turn)")
    }
  }

  @Test("A rectangle shines to one side only")
  func back() {
    Self.expect(
      Self.panel(
        Vector3(0, 0, 2), Vector2(1, 1), turned: Quaternion(axis: .unitX, angle: .pi)), 0, "back")
  }

  @Test("Far away a rectangle is as bright as an omni light of the inverse-square law")
  func far() {
    var lamp = RenderFrame.Light()
    lamp.position = Vector3(0, 0, 3)
    lamp.attenuationExponent = Light.inverseSquare
    var probe = ShadingProbe(.lambert)
    probe.surface.diffuse = .init(Vector3(4, 4, 4))
    probe.lights = [lamp]
    let wanted = probe.pixel
    probe.lights = [Self.panel(lamp.position, Vector2(0.01, 0.02))]
    #expect(probe.pixel == wanted && wanted.red > 100)
  }
}
