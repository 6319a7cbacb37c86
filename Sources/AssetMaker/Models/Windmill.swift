import CaromMaths

/// A windmill with rotating sails, the example for glTF.
enum Windmill {
  /// The bytes of the GLB file, a few kilobytes.
  static func glb() -> [UInt8] {
    var writer = ModelWriter()
    let plaster = writer.material("plaster", 0.8, 0.74, 0.62)
    let wood = writer.material("wood", 0.25, 0.12, 0.05)
    let canvas = writer.material("canvas", 0.85, 0.83, 0.78)

    var tower = ModelWriter.Faces()
    tower.addFrustum(sides: 12, from: 0, to: 1.8, radii: (0.75, 0.5))
    var roof = ModelWriter.Faces()
    roof.addFrustum(sides: 12, from: 1.8, to: 2.5, radii: (0.6, 0))
    var door = ModelWriter.Faces()
    door.addBox(Vector3(-0.18, 0, 0.5), Vector3(0.18, 0.6, 0.76))
    let body = writer.mesh("body", [(tower, plaster), (roof, wood), (door, wood)])

    var beams = ModelWriter.Faces()
    var sails = ModelWriter.Faces()
    beams.addBox(Vector3(-0.09, -0.09, -0.25), Vector3(0.09, 0.09, 0.08))
    beams.addBox(Vector3(-0.035, -1.3, 0), Vector3(0.035, 1.3, 0.05))
    beams.addBox(Vector3(-1.3, -0.035, 0), Vector3(1.3, 0.035, 0.05))
    sails.addBox(Vector3(0.035, 0.3, 0.01), Vector3(0.32, 1.25, 0.03))
    sails.addBox(Vector3(-0.32, -1.25, 0.01), Vector3(-0.035, -0.3, 0.03))
    sails.addBox(Vector3(0.3, -0.32, 0.01), Vector3(1.25, -0.035, 0.03))
    sails.addBox(Vector3(-1.25, 0.035, 0.01), Vector3(-0.3, 0.32, 0.03))
    let wheel = writer.mesh("wheel", [(beams, wood), (sails, canvas)])

    let sailsNode = writer.node("sails", mesh: wheel, at: Vector3(0, 1.65, 0.75))
    _ = writer.node("tower", mesh: body, children: [sailsNode], isRoot: true)
    writer.addRotation(sailsNode, seconds: 6)
    return writer.glb()
  }
}
