import CaromMaths
import CaromPhysics

/// One of the joints that together act as a glTF joint.
struct GLTFJointPart {
  let kind: JointKind
  /// The axis of the glTF frame that is the main axis of the joint.
  var main = 0
  /// The offset of frame A along its own axes, in meters.
  var offset = Vector3.zero
  /// The rotation of frame A about its own axes.
  var turnA = Quaternion.identity
  /// The rotation of frame B about its own axes.
  var turnB = Quaternion.identity
}

// A joint with one free axis becomes a hinge or a slider, one without a fixed joint; a distance, a
// cone and three free angles have their own kinds as well. All others are joints with six degrees
// of freedom. A distance or a cone with further limits becomes two joints.
extension GLTFJointAxes {
  /// The joints that act as these limits and drives; empty if there are none.
  ///
  /// The closure gives the mass that a drive of an axis moves, in kilograms or kg·m².
  func parts(_ mass: (Int) -> Float) -> [GLTFJointPart] {
    var rest = self
    var parts: [GLTFJointPart] = []
    if let distance { parts.append(Self.rope(distance, mass(0))) }
    if cone != nil {
      if (0..<3).allSatisfy(isLocked) {
        parts.append(rest.takeCone())
      } else {
        rest.splitCone()
      }
    }
    if let part = rest.single(mass) { parts.append(part) }
    return parts
  }

  private static func rope(
    _ distance: (range: (Float, Float), spring: GLTFJointDrive?), _ mass: Float
  ) -> GLTFJointPart {
    var rope = DistanceJoint()
    if let spring = distance.spring?.setting(mass: mass).spring {
      rope.length = max(distance.range.0, 0.001)
      (rope.springFrequency, rope.springDampingRatio) = (spring.hertz, spring.dampingRatio)
    } else {
      (rope.minimumLength, rope.maximumLength) = distance.range
    }
    return GLTFJointPart(kind: .distance(rope))
  }

  /// Moves the cone, the linear locks and the twist to a separate joint.
  private mutating func takeCone() -> GLTFJointPart {
    guard let cone else { return GLTFJointPart(kind: .ballSocket()) }
    var joint = ConeTwistJoint()
    joint.maximumAngularLimit1 = max(cone.angle, 0.002)
    joint.maximumAngularLimit2 = max(cone.angle, 0.002)
    switch freedoms[3 + cone.axis] {
    case .free: joint.twist = nil
    case .locked(let angle): joint.twist = angle...angle
    case .limited(let low, let high): joint.twist = low...high
    }
    let part = GLTFJointPart(kind: .coneTwist(joint), main: cone.axis, offset: offset)
    releaseConeAxes()
    return part
  }

  /// The locked positions along the linear axes.
  private var offset: Vector3 { Vector3(value(0), value(1), value(2)) }

  /// The value at which an axis is locked; 0 for other axes.
  private func value(_ axis: Int) -> Float {
    switch freedoms[axis] {
    case .locked(let value): value
    case .free, .limited: 0
    }
  }

  /// A single joint for all axes; nil if none of them is limited or driven.
  private func single(_ mass: (Int) -> Float) -> GLTFJointPart? {
    let openLinear = (0..<3).filter { !isLocked($0) }
    let openAngular = (0..<3).filter { !isLocked(3 + $0) }
    let isDriven = (0..<6).contains { !isLocked($0) && drives[$0] != nil }
    if freedoms.allSatisfy({ $0 == .free }), !isDriven { return nil }
    // The orientation at which locked angles hold B: a swing after a twist about X.
    let swing = Quaternion(rotationVector: Vector3(0, value(4), value(5)))
    let turn = swing * Quaternion(axis: .unitX, angle: value(3))
    if openAngular.isEmpty, openLinear.count <= 1 {
      let kind = openLinear.first.map {
        needsAxes($0) ? sixAxes($0, mass) : slider($0, mass($0))
      }
      return GLTFJointPart(
        kind: kind ?? .fixed(), main: openLinear.first ?? 0, offset: offset, turnB: turn.inverse)
    }
    let isBall = (3..<6).allSatisfy { freedoms[$0] == .free } && !isDriven
    if openLinear.isEmpty, isBall { return GLTFJointPart(kind: .ballSocket(), offset: offset) }
    let main = mainAxis(openAngular)
    var part = GLTFJointPart(kind: .fixed(), main: main, offset: offset)
    if openAngular.isEmpty {
      part.turnB = turn.inverse
    } else if openAngular.count == 1, openLinear.isEmpty {
      part.turnA = Quaternion(rotationVector: Vector3(value(3), value(4), value(5)))
    } else if value(3 + main) != 0 {
      let axis = [Vector3.unitX, .unitY, .unitZ][main]
      part.turnB = Quaternion(axis: axis, angle: -value(3 + main))
    }
    let isHinge = openLinear.isEmpty && openAngular.count == 1
    let kind =
      isHinge && !needsAxes(3 + main)
      ? hinge(main, mass(3 + main)) : sixAxes(main, mass, isTurned: isHinge)
    return GLTFJointPart(
      kind: kind, main: main, offset: part.offset, turnA: part.turnA, turnB: part.turnB)
  }

  /// Whether an axis has settings that only a joint with six degrees of freedom has: a soft limit,
  /// a motor with damping, or a spring with a maximum force.
  private func needsAxes(_ axis: Int) -> Bool {
    softLimits[axis] != nil || drives[axis]?.isMotor == true || drives[axis]?.springForce != nil
  }

  /// The axis of the twist, whose angle is exact at any swing: the only angular axis that can
  /// rotate, or is locked at an angle other than 0, or is limited.
  private func mainAxis(_ open: [Int]) -> Int {
    if open.count == 1 { return open[0] }
    if let held = (0..<3).first(where: { value(3 + $0) != 0 }) { return held }
    let limited = open.filter { freedoms[3 + $0] != .free }
    return limited.count == 1 ? limited[0] : 0
  }

  private func range(_ axis: Int) -> (Float?, Float?) {
    switch freedoms[axis] {
    case .limited(let low, let high): (low, high)
    case .free, .locked: (nil, nil)
    }
  }

  private func hinge(_ axis: Int, _ mass: Float) -> JointKind {
    var hinge = HingeJoint()
    (hinge.minimumAngularLimit, hinge.maximumAngularLimit) = range(3 + axis)
    if let setting = drives[3 + axis]?.setting(mass: mass) {
      hinge.springFrequency = setting.spring?.hertz ?? 0
      hinge.springDampingRatio = setting.spring?.dampingRatio ?? 1
      hinge.springTarget = max(-Float.pi, min(setting.target, .pi))
    }
    return .hinge(hinge)
  }

  private func slider(_ axis: Int, _ mass: Float) -> JointKind {
    var slider = SliderJoint()
    (slider.minimumLinearLimit, slider.maximumLinearLimit) = range(axis)
    if let setting = drives[axis]?.setting(mass: mass) {
      slider.springFrequency = setting.spring?.hertz ?? 0
      slider.springDampingRatio = setting.spring?.dampingRatio ?? 1
      slider.springTarget = max(-1e5, min(setting.target, 1e5))
    }
    return .slider(slider)
  }

  /// The joint whose axes are those of the frame, from `main` on.
  ///
  /// The frame of a hinge is turned by the locked angles.
  private func sixAxes(
    _ main: Int, _ mass: (Int) -> Float, isTurned: Bool = false
  ) -> JointKind {
    var joint = SixDegreesOfFreedomJoint()
    for (i, path) in [\SixDegreesOfFreedomJoint.linearX, \.linearY, \.linearZ].enumerated() {
      let axis = (main + i) % 3
      if isLocked(axis) { continue }
      let setting = drives[axis]?.setting(mass: mass(axis))
      var linear = JointLinearAxis(
        limits: limits(axis), motor: setting?.motor, spring: setting?.spring,
        target: max(-1e5, min(setting?.target ?? 0, 1e5)))
      linear.springMaximumForce = setting?.springForce
      linear.motorDamping = setting?.motorDamping ?? 0
      if let soft = softLimits[axis]?.setting(mass: mass(axis)).spring {
        (linear.limitFrequency, linear.limitDampingRatio) = (soft.hertz, soft.dampingRatio)
      }
      joint[keyPath: path] = linear
    }
    let isOpen = (3..<6).contains { !isLocked($0) }
    for (i, path) in [\SixDegreesOfFreedomJoint.angularX, \.angularY, \.angularZ].enumerated() {
      let axis = 3 + (main + i) % 3
      // A locked angle that is not part of the rotation of the frames is held by two equal limits.
      let isHeld = i > 0 && isOpen && value(axis) != 0 && !isTurned
      let held = isHeld ? value(axis)...value(axis) : nil
      if isLocked(axis), held == nil { continue }
      let setting = drives[axis]?.setting(mass: mass(axis))
      var angular = JointAngularAxis(
        limits: held ?? limits(axis), motor: setting?.motor, spring: setting?.spring,
        target: max(-Float.pi, min(setting?.target ?? 0, .pi)))
      angular.springMaximumTorque = setting?.springForce
      angular.motorDamping = setting?.motorDamping ?? 0
      if let soft = softLimits[axis]?.setting(mass: mass(axis)).spring {
        (angular.limitFrequency, angular.limitDampingRatio) = (soft.hertz, soft.dampingRatio)
      }
      joint[keyPath: path] = angular
    }
    return .sixDegreesOfFreedom(joint)
  }

  private func limits(_ axis: Int) -> ClosedRange<Float>? {
    switch freedoms[axis] {
    case .limited(let low, let high): low...high
    case .free, .locked: nil
    }
  }
}

extension Quaternion {
  /// The rotation about the direction of a vector by its length in radians.
  fileprivate init(rotationVector vector: Vector3) {
    let angle = vector.length
    self = angle > 0 ? Quaternion(axis: vector * (1 / angle), angle: angle) : .identity
  }
}
