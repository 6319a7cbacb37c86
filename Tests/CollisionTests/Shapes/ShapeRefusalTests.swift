import CaromCollision
import CaromMaths
import Testing

/// Shapes that are created from points, triangles or heights reject invalid input.
@Suite("Refusals of shapes")
struct ShapeRefusalTests {
  /// An invalid shape, and a word that the message must contain.
  struct Bad: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let word: String
    let make: @Sendable () throws -> Shape

    init(_ name: String, _ word: String, _ make: @escaping @Sendable () throws -> Shape) {
      (testDescription, self.word, self.make) = (name, word, make)
    }
  }

  static let absurd: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30]

  /// The corners of a cube, scaled.
  static func cube(_ size: Vector3 = .one) -> [Vector3] {
    (0..<8).map {
      Vector3($0 & 1 == 0 ? -1 : 1, $0 & 2 == 0 ? -1 : 1, $0 & 4 == 0 ? -1 : 1) * size
    }
  }
  /// Its faces, counterclockwise from outside.
  static let faces = [
    [0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5],
  ]

  static let hulls: [Bad] =
    [
      Bad("hull of no points", "4 points") { .hull(try ConvexHullShape([])) },
      Bad("hull of three points", "4 points") {
        .hull(try ConvexHullShape([.zero, .unitX, .unitY]))
      },
      Bad("hull in one place", "one place") {
        .hull(try ConvexHullShape([Vector3](repeating: .one, count: 9)))
      },
      Bad("hull on one line", "one line") {
        .hull(try ConvexHullShape((0..<9).map { Vector3(Float($0), 0, 0) }))
      },
      Bad("hull in one plane", "one plane") {
        .hull(try ConvexHullShape(cube(Vector3(1, 0, 1))))
      },
      Bad("hull as thin as nothing", "thick") {
        .hull(try ConvexHullShape(cube(Vector3(1, 1e-5, 1))))
      },
      Bad("tiny hull", "m") { .hull(try ConvexHullShape(cube(Vector3(repeating: 1e-6)))) },
      Bad("huge hull", "m") { .hull(try ConvexHullShape(cube(Vector3(repeating: 1e7)))) },
      Bad("hull turned inside out", "") {
        .hull(try ConvexHullShape(vertices: cube(), faces: faces.map { $0.reversed() }))
      },
      Bad("hull without a side", "") {
        .hull(try ConvexHullShape(vertices: cube(), faces: Array(faces.dropLast())))
      },
      Bad("hull with a corner that is not there", "") {
        .hull(try ConvexHullShape(vertices: cube(), faces: faces.dropLast() + [[1, 3, 8, 5]]))
      },
      Bad("hull with a dent", "") {
        var corners = cube()
        corners[7] = Vector3(0.2, 0.2, 0.2)
        return .hull(try ConvexHullShape(vertices: corners, faces: faces))
      },
    ]
    + absurd.map { value in
      Bad("hull with a point at \(value)", "") {
        .hull(try ConvexHullShape(cube() + [Vector3(0, value, 0)]))
      }
    }

  static let surfaces: [Bad] =
    [
      Bad("mesh of nothing", "vertices") { .mesh(try MeshShape(vertices: [], indices: [])) },
      Bad("mesh without triangles", "triangles") {
        .mesh(try MeshShape(vertices: cube(), indices: []))
      },
      Bad("mesh with half a triangle", "multiple") {
        .mesh(try MeshShape(vertices: cube(), indices: [0, 1]))
      },
      Bad("mesh with a corner that is not there", "vertex 8") {
        .mesh(try MeshShape(vertices: cube(), indices: [0, 1, 8]))
      },
      Bad("mesh with a corner below zero", "vertex -1") {
        .mesh(try MeshShape(vertices: cube(), indices: [0, -1, 2]))
      },
      Bad("mesh without area", "area") {
        .mesh(try MeshShape(vertices: cube(), indices: [0, 0, 1, 2, 2, 2]))
      },
      Bad("field of one column", "columns") {
        .heightField(
          try HeightFieldShape(heights: [0, 1], columns: 1, spacingX: 1, spacingZ: 1))
      },
      Bad("field of one row", "rows") {
        .heightField(
          try HeightFieldShape(heights: [0, 1], columns: 2, spacingX: 1, spacingZ: 1))
      },
      Bad("field of no columns", "columns") {
        .heightField(try HeightFieldShape(heights: [], columns: 0, spacingX: 1, spacingZ: 1))
      },
      Bad("field with a height too few", "multiple") {
        .heightField(
          try HeightFieldShape(heights: [0, 1, 2], columns: 2, spacingX: 1, spacingZ: 1))
      },
      Bad("field of holes", "holes") {
        .heightField(
          try HeightFieldShape(
            heights: [.nan, .nan, .nan, .nan], columns: 2, spacingX: 1, spacingZ: 1))
      },
    ]
    + absurd.map { value in
      Bad("mesh with a vertex at \(value)", "vertex 1") {
        .mesh(
          try MeshShape(
            vertices: [.zero, Vector3(value, 0, 0), .unitZ], indices: [0, 1, 2]))
      }
    }
    + (absurd + [0, -1, 1e-6]).map { value in
      Bad("field with a spacing of \(value)", "spacings") {
        .heightField(
          try HeightFieldShape(
            heights: [0, 0, 0, 0], columns: 2, spacingX: value, spacingZ: 1))
      }
    }
    + ([.infinity, -.infinity, 1e30, -1e30] as [Float]).map { value in
      Bad("field with a height of \(value)", "height 3") {
        .heightField(
          try HeightFieldShape(
            heights: [0, 0, 0, value], columns: 2, spacingX: 1, spacingZ: 1))
      }
    }

  static let scaled: [Bad] =
    ([0, .nan, .infinity] as [Float]).flatMap { factor in
      [
        Bad("sphere scaled by \(factor)", "factor") {
          try Shape.sphere(SphereShape(radius: 1)).scaled(by: Vector3(1, factor, 1))
        },
        Bad("mesh scaled by \(factor)", "factor") {
          .mesh(
            try MeshShape(vertices: cube(), indices: [0, 1, 2]).scaled(by: Vector3(1, factor, 1)))
        },
      ]
    } + [
      Bad("sphere stretched", "sphere") {
        try Shape.sphere(SphereShape(radius: 1)).scaled(by: Vector3(1, 2, 1))
      },
      Bad("mirrored field", "mirrored") {
        .heightField(
          try HeightFieldShape(heights: [0, 0, 0, 1], columns: 2, spacingX: 1, spacingZ: 1)
            .scaled(by: Vector3(1, -1, 1)))
      },
    ]

  @Test(
    "Invalid solids and surfaces are rejected with a message",
    arguments: hulls + surfaces + scaled)
  func refused(_ bad: Bad) {
    let error = #expect(throws: ShapeError.self) { try bad.make() }
    #expect("\(error.map { "\($0)" } ?? "")".contains(bad.word), "\(error.map { "\($0)" } ?? "")")
  }

  @Test("A cube given by its faces is accepted")
  func taken() throws {
    let hull = try ConvexHullShape(vertices: Self.cube(), faces: Self.faces)
    #expect(hull.problem == nil && abs(Shape.hull(hull).volume - 8) < 1e-5)
  }
}
