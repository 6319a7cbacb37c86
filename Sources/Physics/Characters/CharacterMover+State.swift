import CaromMaths
public import CaromProperties

extension CharacterMover {
  /// Appends the settings and the state of the character to a snapshot.
  public func save(into sink: inout StateSink) {
    let s = settings
    for value in [
      s.radius, s.height, s.slopeLimit, s.stepHeight, s.mass, s.pushForce, s.airAcceleration,
      jumpSpeed,
    ] { sink.put(value) }
    for vector in [s.up, position, velocity, groundNormal, groundVelocity, anchor, lastAnchor] {
      sink.put(vector)
    }
    for mask in [s.filter.category, s.filter.collision, s.filter.contactTest, footing.rawValue] {
      sink.put(mask)
    }
    sink.put(s.isAffectedByGravity)
    for body in [s.ownBody, ground] {
      sink.put(body != nil)
      sink.put(body?.index ?? 0)
      sink.put(body?.generation ?? 0)
    }
  }

  /// Reads a character from a snapshot; malformed bytes are reported to the source.
  public init(from source: inout StateSource) {
    var s = CharacterSettings()
    s.radius = source.get()
    s.height = source.get()
    s.slopeLimit = source.get()
    s.stepHeight = source.get()
    s.mass = source.get()
    s.pushForce = source.get()
    s.airAcceleration = source.get()
    jumpSpeed = source.get()
    s.up = source.getVector()
    position = source.getVector()
    velocity = source.getVector()
    groundNormal = source.getVector()
    groundVelocity = source.getVector()
    anchor = source.getVector()
    lastAnchor = source.getVector()
    s.filter = CollisionFilter(
      category: source.get(), collision: source.get(), contactTest: source.get())
    let footing = source.get(UInt32.self)
    self.footing = Footing(rawValue: footing) ?? .air
    s.isAffectedByGravity = source.getBool()
    var bodies: [BodyHandle?] = []
    for _ in 0..<2 {
      let isThere = source.getBool()
      let handle = BodyHandle(index: source.get(), generation: source.get())
      bodies.append(isThere ? handle : nil)
    }
    s.ownBody = bodies[0]
    ground = bodies[1]
    settings = s
    let vectors = [position, velocity, groundNormal, groundVelocity, anchor, lastAnchor]
    if let error = s.error {
      source.reject("a character: \(error)")
    } else if Footing(rawValue: footing) == nil || !vectors.allSatisfy(\.isFinite)
      || !jumpSpeed.isFinite
    {
      source.reject("a character that is not finite")
    }
  }
}
