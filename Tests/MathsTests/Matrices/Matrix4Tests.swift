import CaromMaths
import Testing

@Suite("Matrix4")
struct Matrix4Tests {
  @Test("A perspective projection maps the near and far planes to depth 0 and 1")
  func perspective() {
    let m = Matrix4.perspective(verticalFieldOfView: .pi / 3, aspect: 2, near: 0.5, far: 100)
    func project(_ p: Vector3) -> Vector3 {
      let v = m * Vector4(p, 1)
      return v.xyz / v.w
    }
    #expect(abs(project(Vector3(0, 0, -0.5)).z) < 1e-6)
    #expect(abs(project(Vector3(0, 0, -100)).z - 1) < 1e-5)
    let edge = 7 * Portable.tan(.pi / 6)
    #expect(abs(project(Vector3(0, edge, -7)).y - 1) < 1e-6)
    #expect(abs(project(Vector3(2 * edge, 0, -7)).x - 1) < 1e-6)
    let endless = Matrix4.perspective(
      verticalFieldOfView: 1, aspect: 1, near: 0.5, far: .infinity)
    let far = endless * Vector4(0, 0, -1e6, 1)
    #expect(abs(far.z / far.w - 1) < 1e-5)
  }

  @Test("An orthographic projection maps its box to the edges and keeps w at one")
  func orthographic() {
    let m = Matrix4.orthographic(halfHeight: 3, aspect: 2, near: 1, far: 11)
    let near = m * Vector4(6, 3, -1, 1)
    let far = m * Vector4(-6, -3, -11, 1)
    #expect((near.xyz - Vector3(1, 1, 0)).length < 1e-6)
    #expect((far.xyz - Vector3(-1, -1, 1)).length < 1e-6)
    #expect(near.w == 1 && far.w == 1)
  }

  @Test("Decomposition recovers the parts of a matrix, including mirroring")
  func decomposition() throws {
    for (i, q) in QuaternionAnglesTests.samples.enumerated() {
      let scale = Vector3(i % 2 == 0 ? 0.5 : -0.5, 1 + Float(i % 5), 7)
      let position = Vector3(1, 2, Float(i))
      let m = Matrix4(position: position, orientation: q, scale: scale)
      let parts = try #require(m.decomposed)
      #expect(parts.position == position)
      #expect(parts.orientation.angle(to: q) < 2e-6)
      #expect((parts.scale - scale).length < 1e-5)
    }
    #expect(Matrix4(scale: Vector3(1, 0, 1)).decomposed == nil)
    #expect(Matrix4(position: Vector3(.nan, 0, 0)).decomposed == nil)
  }

  @Test("A matrix times its inverse is the identity, also for projections")
  func inverse() throws {
    let camera = Matrix4(
      position: Vector3(1, -2, 3), orientation: Quaternion(eulerAngles: Vector3(0.4, 1, -2)),
      scale: Vector3(2, 3, -1))
    let projection = Matrix4.perspective(verticalFieldOfView: 1, aspect: 1.5, near: 0.1, far: 50)
    for m in [camera, projection, projection * camera] {
      let product = m * (try #require(m.inverse))
      for (column, unit) in [
        (product.x, Vector4(1, 0, 0, 0)), (product.y, Vector4(0, 1, 0, 0)),
        (product.z, Vector4(0, 0, 1, 0)), (product.w, Vector4(0, 0, 0, 1)),
      ] {
        let error = column + unit * -1
        #expect(error.dot(error) < 1e-9)
      }
    }
    let affine = try #require(camera.affineInverse)
    let general = try #require(camera.inverse)
    #expect((affine.translation - general.translation).length < 1e-5)
    #expect(Matrix4(scale: Vector3(1, 1, 0)).inverse == nil)
  }
}
