import CaromMaths

#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse

  // The standard library adds and multiplies vectors of floats lane by lane. The optimizer joins
  // the lanes again, but around shuffles and branches in another order, with up to twice the
  // instructions. These operators take precedence in this module; results have the same bits.

  extension SIMD4<Float> {
    @inline(__always) static func + (a: Self, b: Self) -> Self { _mm_add_ps(a, b) }
    @inline(__always) static func - (a: Self, b: Self) -> Self { _mm_sub_ps(a, b) }
    @inline(__always) static func * (a: Self, b: Self) -> Self { _mm_mul_ps(a, b) }
    @inline(__always) static func / (a: Self, b: Self) -> Self { _mm_div_ps(a, b) }
  }

  extension Vector3W {
    @inline(__always) static func + (a: Vector3W, b: Vector3W) -> Vector3W {
      Vector3W(a.x + b.x, a.y + b.y, a.z + b.z)
    }

    @inline(__always) static func - (a: Vector3W, b: Vector3W) -> Vector3W {
      Vector3W(a.x - b.x, a.y - b.y, a.z - b.z)
    }

    @inline(__always) static func * (a: Vector3W, b: Vector3W) -> Vector3W {
      Vector3W(a.x * b.x, a.y * b.y, a.z * b.z)
    }

    @inline(__always) static func * (v: Vector3W, scale: F4) -> Vector3W {
      Vector3W(v.x * scale, v.y * scale, v.z * scale)
    }

    @inline(__always) func dot(_ o: Vector3W) -> F4 { x * o.x + y * o.y + z * o.z }

    @inline(__always) func cross(_ o: Vector3W) -> Vector3W {
      Vector3W(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
    }
  }
#endif
