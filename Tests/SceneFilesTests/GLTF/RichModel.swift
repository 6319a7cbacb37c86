import CaromImages
import TestSupport

extension GLTFSample {
  /// A model that uses most supported features.
  static func rich() throws -> GLTFSample {
    var m = GLTFSample()
    let positions = m.floats([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1])
    let normals = m.accessor(
      view: m.view([UInt8]((0..<20).map { $0 % 4 == 2 ? 127 : 0 }), stride: 4), "VEC3", 5120,
      count: 5,
      more: "\"normalized\":true")
    let places = m.accessor(
      view: m.view((0..<20).map { UInt8($0 * 12) }, stride: 4), "VEC2", 5121, count: 5,
      more: "\"normalized\":true")
    let colors = m.accessor(
      view: m.view((0..<40).map { UInt8($0 * 6) }), "VEC4", 5123, count: 5,
      more: "\"normalized\":true")
    let indices = m.indices([0, 1, 2, 1, 3, 2, 0, 2, 4])
    let strip = m.accessor(view: m.view([0, 1, 2, 3, 4]), "SCALAR", 5121, count: 5)
    let sparseIndices = m.view([1, 3])
    let sparseValues = m.view(bytes([0.5, 0, 0, 0, 0.5, 0] as [Float]))
    let sparse =
      "\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":\(sparseIndices),\"componentType\":5121},"
      + "\"values\":{\"bufferView\":\(sparseValues)}}"
    let target = m.accessor(view: nil, "VEC3", 5126, count: 5, more: sparse)
    let joints = m.accessor(view: m.view([UInt8]((0..<20).map { $0 % 2 })), "VEC4", 5121, count: 5)
    let weights = m.floats((0..<20).map { $0 % 4 < 2 ? 0.5 : 0 }, "VEC4")
    let binds = m.floats(
      [
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1,
        0, 1,
      ], "MAT4")
    let times = m.floats([0, 0.5, 1], "SCALAR")
    let moves = m.floats([0, 0, 0, 1, 0, 0, 1, 2, 0])
    let turns = m.floats([0, 0, 0, 1, 0, 0.7071068, 0, 0.7071068, 0, 1, 0, 0], "VEC4")
    let morphs = m.floats([0, 1, 0.5], "SCALAR")
    let picture = m.view(
      try Image(width: 2, height: 2, filledWith: .init(200, 100, 50)).encodedPNG())
    m.members = [
      """
      "extensionsUsed": ["KHR_lights_punctual", "KHR_texture_transform", "KHR_physics_rigid_bodies"],
      "extensionsRequired": ["KHR_texture_transform"],
      "scene": 0, "scenes": [{ "name": "s", "nodes": [0, 4, 5, 6, 8] }],
      "nodes": [
        { "name": "figure", "mesh": 0, "skin": 0, "children": [1], "translation": [1, 2, 3], "weights": [0.25] },
        { "name": "hip", "children": [2], "rotation": [0, 0, 0.7071068, 0.7071068] },
        { "name": "knee", "translation": [0, 1, 0], "children": [3] },
        { "name": "foot", "scale": [2, 2, 2], "mesh": 1 },
        { "name": "eye", "camera": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1] },
        { "name": "sun", "camera": 1, "extensions": { "KHR_lights_punctual": { "light": 0 } } },
        { "name": "ball", "translation": [0, 3, 0], "children": [7], "extensions": { "KHR_physics_rigid_bodies": {
          "motion": { "mass": 2, "linearVelocity": [1, 0, 0], "centerOfMass": [0, 0.1, 0], "inertiaDiagonal": [1, 1, 2],
                      "inertiaOrientation": [0, 0, 0, 1], "gravityFactor": 1 },
          "collider": { "geometry": { "shape": 0 }, "physicsMaterial": 0, "collisionFilter": 0 },
          "joint": { "connectedNode": 8, "joint": 0, "enableCollision": false } } } },
        { "name": "bump", "translation": [0.5, 0, 0], "extensions": { "KHR_physics_rigid_bodies": {
          "collider": { "geometry": { "mesh": 0, "convexHull": true } }, "trigger": { "geometry": { "shape": 2 } } } } },
        { "name": "ground", "mesh": 1, "extensions": { "KHR_physics_rigid_bodies": {
          "collider": { "geometry": { "shape": 1 }, "collisionFilter": 1 } },
          "KHR_lights_punctual": { "light": 1 } } }
      ],
      "meshes": [
        { "name": "skin", "weights": [0.5], "extras": { "targetNames": ["wide"] }, "primitives": [
          { "attributes": { "POSITION": \(positions), "NORMAL": \(normals), "TEXCOORD_0": \(places),
            "COLOR_0": \(colors), "JOINTS_0": \(joints), "WEIGHTS_0": \(weights) }, "indices": \(indices),
            "material": 0, "targets": [{ "POSITION": \(target), "NORMAL": \(target) }] }] },
        { "primitives": [
          { "attributes": { "POSITION": \(positions) }, "indices": \(strip), "mode": 5, "material": 1 },
          { "attributes": { "POSITION": \(positions), "NORMAL": \(normals) }, "mode": 2 },
          { "attributes": { "POSITION": \(positions), "NORMAL": \(normals) }, "mode": 0, "material": 2 }] }
      ],
      "materials": [
        { "name": "cloth", "pbrMetallicRoughness": { "baseColorFactor": [1, 0.5, 0.25, 1], "metallicFactor": 0.5,
            "roughnessFactor": 0.75, "baseColorTexture": { "index": 0, "texCoord": 0, "extensions": {
              "KHR_texture_transform": { "offset": [0.5, 0], "rotation": 0.5, "scale": [2, 3], "texCoord": 1 } } },
            "metallicRoughnessTexture": { "index": 0 } },
          "normalTexture": { "index": 0, "scale": 0.5 }, "occlusionTexture": { "index": 0, "strength": 0.5 },
          "emissiveTexture": { "index": 0 }, "emissiveFactor": [1, 0, 0.5], "doubleSided": true },
        { "name": "glass", "alphaMode": "BLEND", "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1, 0.5] },
          "extensions": { "KHR_materials_unlit": {}, "KHR_materials_emissive_strength": { "emissiveStrength": 2 } } },
        { "alphaMode": "MASK", "alphaCutoff": 0.25 }],
      "textures": [{ "source": 0, "sampler": 0 }],
      "samplers": [{ "magFilter": 9728, "minFilter": 9985, "wrapS": 33071, "wrapT": 33648 }],
      "images": [{ "bufferView": \(picture), "mimeType": "image/png" }, { "uri": "side.png" }],
      "cameras": [{ "type": "perspective", "perspective": { "yfov": 0.7, "znear": 0.1, "zfar": 50 } },
                  { "type": "orthographic", "orthographic": { "xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 10 } }],
      "skins": [{ "joints": [1, 2], "inverseBindMatrices": \(binds), "skeleton": 1 }],
      "animations": [{ "name": "walk", "samplers": [
          { "input": \(times), "output": \(moves) }, { "input": \(times), "output": \(turns), "interpolation": "STEP" },
          { "input": \(times), "output": \(morphs), "interpolation": "LINEAR" }],
        "channels": [{ "sampler": 0, "target": { "node": 2, "path": "translation" } },
          { "sampler": 1, "target": { "node": 1, "path": "rotation" } },
          { "sampler": 2, "target": { "node": 0, "path": "weights" } }] }],
      "extensions": {
        "KHR_lights_punctual": { "lights": [{ "type": "directional", "intensity": 3, "color": [1, 1, 0.5] },
          { "type": "spot", "range": 10, "spot": { "innerConeAngle": 0.1, "outerConeAngle": 0.5 } }] },
        "KHR_implicit_shapes": { "shapes": [{ "type": "sphere", "sphere": { "radius": 0.25 } },
          { "type": "box", "box": { "size": [9, 1, 9] } }, { "type": "capsule", "capsule": { "height": 1 } },
          { "type": "cylinder", "cylinder": { "radiusTop": 0 } }] },
        "KHR_physics_rigid_bodies": { "physicsMaterials": [{ "dynamicFriction": 0.25, "restitution": 0.5,
            "frictionCombine": "maximum" }],
          "collisionFilters": [{ "collisionSystems": ["ball"], "collideWithSystems": ["ground"] },
            { "collisionSystems": ["ground"], "notCollideWithSystems": ["dust"] }],
          "physicsJoints": [{ "limits": [{ "linearAxes": [0, 1, 2], "min": 0, "max": 0 },
            { "angularAxes": [0, 2], "min": 0, "max": 0 }] }] } }
      """
    ]
    return m
  }
}
