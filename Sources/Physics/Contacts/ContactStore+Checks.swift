import CaromCollision

extension ContactStore {
  /// The first contradiction between the links of a contact, its parent and its children, or nil.
  func manifoldGroupProblem(_ contact: Int) -> String? {
    let c = base[contact]
    let problem = "the links of a contact and its children contradict each other"
    if c.parent >= 0 {
      let p = base[Int(c.parent)]
      let isSame =
        p.colliderA == c.colliderA && p.colliderB == c.colliderB && p.bodyA == c.bodyA
        && p.bodyB == c.bodyB && p.has(ContactRecord.Flag.alive)
        && c.has(ContactRecord.Flag.alive)
      if !isSame || p.parent >= 0 { return problem }
    }
    guard c.has(ContactRecord.Flag.alive) else { return nil }
    var (child, count) = (c.nextChild, 0)
    let first = c.parent >= 0 ? c.parent : Int32(contact)
    while child >= 0 {
      count += 1
      if count >= maxManifoldCount || base[Int(child)].parent != first { return problem }
      child = base[Int(child)].nextChild
    }
    guard c.parent >= 0 else { return nil }
    // A child that is not linked from its parent would never be updated.
    child = base[Int(c.parent)].nextChild
    count = 0
    while child >= 0 && count < maxManifoldCount {
      if child == Int32(contact) { return nil }
      count += 1
      child = base[Int(child)].nextChild
    }
    return problem
  }
}
