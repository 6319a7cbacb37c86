import CaromMaths

/// A contact point of a triangle before it becomes part of a manifold, relative to the shape's
/// center.
struct SurfaceContactPoint {
  var position: Vector3
  var separation: Float
  var feature: UInt32
}

/// Collects the contacts of many triangles into a few manifolds, one for each normal.
///
/// Points are reduced as they arrive, so the number of triangles is not limited. The result depends
/// only on the points and their order.
struct ManifoldClusters {
  /// Normals within two degrees of each other belong to one cluster.
  private static var mergeCosine: Float { 0.9994 }
  /// The maximum number of clusters.
  static var capacity: Int { 8 }
  /// The maximum number of points of a cluster before it is reduced to four.
  private static var pointCapacity: Int { 24 }

  private struct Cluster {
    var seed: Vector3
    var normal: Vector3
    var kind: Manifold.Kind
    var least: Float
    var count: Int
    /// True while all points are provisional.
    var isProvisional: Bool
  }

  /// Memory for the clusters and for their points.
  private let clusters: UnsafeMutablePointer<Cluster>
  private let points: UnsafeMutablePointer<SurfaceContactPoint>
  private var count: Int = 0
  /// Points closer together than this are merged.
  private let merge: Float

  /// Calls `body` with empty clusters for a shape of the given size.
  static func withClusters<Result>(
    size: Float, _ body: (inout ManifoldClusters) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Cluster.self, capacity: capacity) { clusters in
      withUnsafeTemporaryAllocation(
        of: SurfaceContactPoint.self, capacity: capacity * pointCapacity
      ) { points in
        guard let c = clusters.baseAddress, let p = points.baseAddress else {
          preconditionFailure("Memory on the stack is there")
        }
        var gathered = ManifoldClusters(clusters: c, points: p, merge: min(2e-3, 0.01 * size))
        return body(&gathered)
      }
    }
  }

  private init(
    clusters: UnsafeMutablePointer<Cluster>, points: UnsafeMutablePointer<SurfaceContactPoint>,
    merge: Float
  ) {
    self.clusters = clusters
    self.points = points
    self.merge = merge
  }

  /// Adds points that were found along a normal.
  ///
  /// Provisional points lie beside the shape's deepest point. They are used only while no triangle
  /// of the same cluster lies below that point; otherwise such a support would tip the shape over.
  mutating func add(
    _ normal: Vector3, _ kind: Manifold.Kind, _ new: UnsafePointer<SurfaceContactPoint>,
    _ newCount: Int,
    areProvisional: Bool = false
  ) {
    if newCount == 0 { return }
    let index: Int = cluster(normal, kind)
    let isProvisional: Bool = clusters[index].count == 0 || clusters[index].isProvisional
    if areProvisional && !isProvisional { return }
    if !areProvisional && isProvisional {
      clusters[index].count = 0
      clusters[index].least = .infinity
    }
    clusters[index].isProvisional = areProvisional
    for k in 0..<newCount { add(new[k], normal, kind, to: index) }
  }

  /// The cluster of a normal: a new one, or the one with the most similar normal when all are in
  /// use.
  private mutating func cluster(_ normal: Vector3, _ kind: Manifold.Kind) -> Int {
    var best: Int = 0
    var cosine: Float = -2
    for k in 0..<count {
      let c: Float = clusters[k].seed.dot(normal)
      if c > cosine { (best, cosine) = (k, c) }
    }
    if cosine > Self.mergeCosine || count == Self.capacity { return best }
    clusters[count] = Cluster(
      seed: normal, normal: normal, kind: kind, least: .infinity, count: 0, isProvisional: false)
    count += 1
    return count - 1
  }

  private func add(
    _ point: SurfaceContactPoint, _ normal: Vector3, _ kind: Manifold.Kind, to index: Int
  ) {
    let cluster: UnsafeMutablePointer<Cluster> = clusters + index
    let row: UnsafeMutablePointer<SurfaceContactPoint> = points + index * Self.pointCapacity
    // The deepest point sets the normal; of equally deep ones a face takes precedence over an edge.
    let isFirstFace: Bool = cluster.pointee.kind == .edge && kind != .edge
    if point.separation < cluster.pointee.least
      || (isFirstFace && point.separation <= cluster.pointee.least + 1e-5)
    {
      cluster.pointee.least = min(cluster.pointee.least, point.separation)
      cluster.pointee.normal = normal
      cluster.pointee.kind = kind
    }
    for k in 0..<cluster.pointee.count {
      let apart: Vector3 = row[k].position - point.position
      if apart.lengthSquared < merge * merge {
        if point.separation < row[k].separation { row[k] = point }
        return
      }
    }
    if cluster.pointee.count == Self.pointCapacity { cluster.pointee.count = reduce(index) }
    row[cluster.pointee.count] = point
    cluster.pointee.count += 1
  }

  /// Moves the four most significant points of a cluster to its front and returns their count.
  private func reduce(_ index: Int) -> Int {
    let count: Int = clusters[index].count
    if count <= 4 { return count }
    let normal: Vector3 = clusters[index].normal
    let u: Vector3 = normal.perpendicular
    let v: Vector3 = normal.cross(u)
    let row: UnsafeMutablePointer<SurfaceContactPoint> = points + index * Self.pointCapacity
    return withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: Self.pointCapacity) {
      flat in
      withUnsafeTemporaryAllocation(of: SurfaceContactPoint.self, capacity: 4) { selected in
        guard let flat = flat.baseAddress else { return 0 }
        for k in 0..<count {
          flat[k] = ClipVertex(
            x: row[k].position.dot(u), y: row[k].position.dot(v), height: row[k].separation,
            feature: UInt16(truncatingIfNeeded: k), edge: 0)
        }
        let left: Int = reduceToFour(flat, count, slack: 0.1 * merge)
        for k in 0..<left { selected[k] = row[Int(flat[k].feature)] }
        for k in 0..<left { row[k] = selected[k] }
        return left
      }
    }
  }

  /// Writes the deepest clusters as manifolds, in the order of their first points.
  ///
  /// `center` is the shape's center in the surface's space.
  func write(
    _ out: UnsafeMutablePointer<Manifold>, _ capacity: Int, center: Vector3
  ) -> Int {
    var written: Int = 0
    for k in 0..<count where isAmongDeepest(k, capacity) {
      let pointCount: Int = reduce(k)
      var m = Manifold(normal: clusters[k].normal, kind: clusters[k].kind)
      for p in 0..<pointCount {
        let point: SurfaceContactPoint = points[k * Self.pointCapacity + p]
        m.append(
          ManifoldPoint(
            position: point.position + center, separation: point.separation,
            feature: point.feature))
      }
      out[written] = m
      written += 1
    }
    return written
  }

  private func isAmongDeepest(_ index: Int, _ capacity: Int) -> Bool {
    var deeper: Int = 0
    let own: Float = clusters[index].least
    for k in 0..<count where k != index {
      if clusters[k].least < own || (clusters[k].least == own && k < index) { deeper += 1 }
    }
    return deeper < capacity
  }
}
