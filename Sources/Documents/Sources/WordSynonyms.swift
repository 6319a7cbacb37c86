/// Returns the known word that means the same as `word` in other engines and formats, or nil.
///
/// Edit distance finds misspelled words; this function finds the terms of SceneKit, glTF, three.js,
/// Unity, Godot, Bullet, Box3D and of everyday language. Case, `-` and `_` are ignored.
public func synonym(of word: String, in known: [String]) -> String? {
  let plain = word.lowercased().filter { $0 != "_" && $0 != "-" }
  guard let words = wordSynonyms[plain] else { return nil }
  return words.first { known.contains($0) }
}

/// The words of scene files for each term of other programs, in lower case; the first known word is
/// used.
package let wordSynonyms: [String: [String]] = [
  // Nodes and files.
  "children": ["nodes"], "childnodes": ["nodes"], "entities": ["nodes"], "objects": ["nodes"],
  "id": ["name"], "title": ["name"], "label": ["name"], "tag": ["role", "name"],
  "component": ["role"], "behavior": ["role"], "behaviour": ["role"], "script": ["role"],
  "prefab": ["scene"], "instance": ["scene"], "include": ["scene"], "import": ["scene"],
  "file": ["scene", "image"], "ref": ["scene"], "reference": ["scene"], "src": ["scene", "image"],
  "url": ["scene", "image"], "uri": ["scene", "image"], "model": ["scene", "geometry"],
  "classes": ["defaults"], "templates": ["defaults"], "inherits": ["extends", "class"],
  "parent": ["extends"], "base": ["extends"], "style": ["class"], "version": ["format"],
  "changes": ["overrides"], "override": ["overrides"],
  // Transforms.
  "translation": ["position", "moveBy"], "translate": ["position", "moveBy"],
  "location": ["position"], "origin": ["position"], "pos": ["position"], "offset": ["position"],
  "rotation": ["eulerAnglesDegrees", "rotateBy"], "rotate": ["rotateBy", "eulerAnglesDegrees"],
  "rotationdegrees": ["eulerAnglesDegrees"], "euler": ["eulerAnglesDegrees"],
  "eulerangles": ["eulerAnglesDegrees"], "angles": ["eulerAnglesDegrees"],
  "angle": ["eulerAnglesDegrees"], "heading": ["eulerAnglesDegrees"],
  "quaternion": ["orientation"], "quat": ["orientation"], "matrix": ["transform"],
  "scaling": ["scale"], "visible": ["isHidden"], "hidden": ["isHidden"], "enabled": ["isHidden"],
  "isvisible": ["isHidden"], "alpha": ["opacity", "transparency"], "layer": ["categoryBitMask"],
  // Geometry.
  "mesh": ["geometry", "mesh"], "shape": ["geometry", "shape"], "cube": ["box"],
  "cuboid": ["box"], "brick": ["box"], "ball": ["sphere"], "uvsphere": ["sphere"],
  "icosphere": ["sphere"], "circle": ["sphere"], "quad": ["plane"], "rectangle": ["plane"],
  "ground": ["floor"], "grid": ["floor"], "pipe": ["tube"], "donut": ["torus"], "ring": ["torus"],
  "pill": ["capsule"], "rod": ["cylinder"], "extrusion": ["shape"], "trimesh": ["mesh"],
  "depth": ["length"], "breadth": ["width"], "size": ["width"], "dimensions": ["width"],
  "diameter": ["radius"], "material": ["materials", "geometry"], "lod": ["levelsOfDetail"],
  "lods": ["levelsOfDetail"], "vertices": ["positions"], "points": ["positions"],
  // Materials.
  "color": ["diffuse", "color", "materials"], "colour": ["color", "diffuse", "materials"],
  "albedo": ["diffuse"], "basecolor": ["diffuse"], "basecolortexture": ["diffuse"],
  "map": ["diffuse"], "texture": ["image", "diffuse"], "filename": ["image"],
  "path": ["image", "scene"], "value": ["number", "color"], "scalar": ["number"],
  "factor": ["intensity", "number"], "strength": ["intensity", "strength"],
  "metallic": ["metalness"], "metal": ["metalness"], "metallicfactor": ["metalness"],
  "roughnessfactor": ["roughness"], "smoothness": ["roughness"], "gloss": ["shininess"],
  "emissive": ["emission"], "emissivefactor": ["emission"], "glow": ["emission"],
  "normalmap": ["normal"], "bump": ["normal"], "bumpmap": ["normal"], "ao": ["ambientOcclusion"],
  "occlusion": ["ambientOcclusion"], "opacity": ["transparency"], "doublesided": ["isDoubleSided"],
  "twosided": ["isDoubleSided"], "wireframe": ["fillMode"], "shading": ["lightingModel"],
  "shader": ["lightingModel"], "unlit": ["constant", "lightingModel"],
  "pbr": ["physicallyBased"], "standard": ["physicallyBased"],
  "wrap": ["wrapS"], "repeatmode": ["wrapS"], "tiling": ["contentsTransform"],
  // Lights and cameras.
  "point": ["omni"], "pointlight": ["omni"], "sun": ["directional"], "area": ["omni"],
  "lamp": ["light"], "brightness": ["intensity"], "power": ["intensity"], "energy": ["intensity"],
  "range": ["attenuationEnd"], "falloff": ["attenuationFalloffExponent"],
  "castshadows": ["castsShadow"], "castshadow": ["castsShadow"], "shadow": ["castsShadow"],
  "shadows": ["castsShadow"], "fov": ["fieldOfViewDegrees"], "fieldofview": ["fieldOfViewDegrees"],
  "yfov": ["fieldOfViewDegrees"], "near": ["zNear"], "znear": ["zNear"], "far": ["zFar"],
  "clipnear": ["zNear"], "clipfar": ["zFar"], "orthographic": ["usesOrthographicProjection"],
  "orthosize": ["orthographicScale"], "activecamera": ["pointOfView"],
  "maincamera": ["pointOfView"],
  "sky": ["background"], "skybox": ["background"], "environment": ["lightingEnvironment"],
  "hud": ["overlay"], "ui": ["overlay"], "fog": ["fogEndDistance"],
  // Physics.
  "body": ["physics"], "rigidbody": ["physics"], "physicsbody": ["physics"],
  "collider": ["physics"],
  "motion": ["physics"], "world": ["physics"], "rigid": ["dynamic"], "fixed": ["static"],
  "animated": ["kinematic"], "moving": ["kinematic", "dynamic"], "weight": ["mass"],
  "bounce": ["restitution"], "bounciness": ["restitution"], "elasticity": ["restitution"],
  "lineardamping": ["damping"], "drag": ["damping"], "angulardrag": ["angularDamping"],
  "linearvelocity": ["velocity"], "speed": ["velocity", "duration"], "inertia": ["momentOfInertia"],
  "centerofmass": ["centerOfMassOffset"], "gravityscale": ["gravityFactor"],
  "usegravity": ["isAffectedByGravity"],
  "sensor": ["isSensor"], "trigger": ["isSensor"], "istrigger": ["isSensor"],
  "ccd": ["isBullet"], "bullet": ["isBullet"], "continuous": ["isBullet"],
  "sleeping": ["allowsResting"], "cansleep": ["allowsResting"], "group": ["categoryBitMask"],
  "category": ["categoryBitMask"], "mask": ["collisionBitMask"],
  "collidewith": ["collisionBitMask"],
  "fixedrotation": ["angularVelocityFactor"], "freezerotation": ["angularVelocityFactor"],
  "constraint": ["constraints", "joints"], "joint": ["joints"], "connectedbody": ["bodyB"],
  "field": ["physicsField"], "force": ["physicsField"], "convex": ["convexHull"],
  "concave": ["concavePolyhedron"], "trianglemesh": ["concavePolyhedron", "mesh"],
  // Motion, sound and particles.
  "animation": ["animations"], "action": ["actions"], "tween": ["actions"],
  "loop": ["repeatForever"],
  "forever": ["repeatForever"], "delay": ["wait"], "pause": ["wait", "isPaused"],
  "time": ["duration"], "seconds": ["duration"], "easing": ["timing"], "move": ["moveBy"],
  "sound": ["playAudio", "sound"], "audio": ["playAudio", "sound"], "play": ["playAudio"],
  "volume": ["gain"], "loudness": ["gain"], "lookat": ["lookAt"], "target": ["lookAt", "target"],
  "particles": ["particleSystems"], "emitter": ["particleSystems"], "morphtargets": ["morpher"],
  "blendshapes": ["morpher"], "skin": ["skinner"],
]
