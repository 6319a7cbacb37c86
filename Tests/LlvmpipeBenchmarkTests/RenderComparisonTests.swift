import CaromBenchmarks
import CaromMaths
import CaromRendering
import LlvmpipeBenchmark
import Testing

@Suite("Comparison with OpenGL ES in software", .serialized)
struct RenderComparisonTests {
  @Test("Both render nearly the same image, or the error says what is not installed")
  func alike() throws {
    let balls = RenderSubject.balls(frames: 1, rounds: 1)
    do throws(ComparisonError) {
      let result = try balls.compare(width: 96, height: 54, threads: 1, rounds: 1)
      // The images differ at edges and in the sharpness of distant textures.
      #expect(result.difference < 3)
      #expect(result.time.carom > 0 && result.time.other > 0)
    } catch {
      #expect(Self.isMissing(error), "\(error)")
    }
  }

  @Test("Too many lights or meshes are rejected and leave no context open")
  func refused() {
    let few = Self.subject(meshes: 2, lights: 2)
    guard Self.problem(few) == nil else { return }  // not installed, as the first test reports
    let manyLights = Self.problem(Self.subject(meshes: 2, lights: 9))
    #expect(manyLights?.description.contains("unsupported") == true)
    let manyMeshes = Self.problem(Self.subject(meshes: 4_100, lights: 1))
    #expect(manyMeshes?.description.contains("meshes") == true)
    #expect(Self.problem(few) == nil)
  }

  @Test("Frames with different lights use different programs")
  func lights() throws {
    // The second frame has one light more; with the programs of the first it would be darker.
    let frames = [Self.frame(meshes: 1, lights: 1), Self.frame(meshes: 1, lights: 2)]
    var next = -1
    let subject = RenderSubject(
      "lights", frames: 2, rounds: 1, advance: { next += 1 }, extract: { frames[next] })
    do throws(ComparisonError) {
      let result = try subject.compare(width: 64, height: 64, threads: 1, rounds: 1)
      #expect(result.difference < 3)
    } catch {
      #expect(Self.isMissing(error), "\(error)")
    }
  }

  private static func isMissing(_ error: ComparisonError) -> Bool {
    error.description.contains("no EGL") || error.description.contains("is not installed")
  }

  private static func problem(_ subject: RenderSubject) -> ComparisonError? {
    do throws(ComparisonError) {
      _ = try subject.compare(width: 16, height: 16, threads: 1, rounds: 1)
      return nil
    } catch {
      return error
    }
  }

  private static func subject(meshes: Int, lights: Int) -> RenderSubject {
    let frame = frame(meshes: meshes, lights: lights)
    return RenderSubject("few", frames: 1, rounds: 1, advance: {}, extract: { frame })
  }

  /// Triangles that fill the image, one behind the other, lit from the eye.
  private static func frame(meshes: Int, lights: Int) -> RenderFrame {
    var frame = RenderFrame()
    for i in 0..<meshes {
      let z = -3 - Float(i) * 0.01
      frame.draws.append(
        RenderFrame.Draw(
          mesh: PreparedMesh(
            positions: [Vector3(-9, -9, z), Vector3(9, -9, z), Vector3(0, 9, z)],
            normals: Array(repeating: .unitZ, count: 3),
            tangents: Array(repeating: Vector4(1, 0, 0, 1), count: 3),
            texcoords: Array(repeating: .zero, count: 3), elements: [[0, 1, 2]])))
    }
    for i in 0..<lights {
      var light = RenderFrame.Light()
      light.color = Vector3(repeating: i == 0 ? 0.2 : 0.4)
      frame.lights.append(light)
    }
    return frame
  }
}
