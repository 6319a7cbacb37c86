"""Makes a scene in Blender, exports it as glTF and renders it with Cycles.

Run as `blender -b --factory-startup --python-exit-code 3 --python blender.py -- FOLDER`. It writes
`scene.glb`, `0.png` and `30.png`, the pictures at frames 0 and 30 of 60 in a second.

Cycles renders direct light alone, and the view transform is "Standard". The shadow of the spot
light is the only one.
"""

import math
import sys

import bpy

folder = sys.argv[sys.argv.index("--") + 1]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = 60
scene.frame_start, scene.frame_end = 0, 60


def material(name, color, metallic, roughness):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    inputs = made.node_tree.nodes["Principled BSDF"].inputs
    inputs["Base Color"].default_value = (*color, 1)
    inputs["Metallic"].default_value = metallic
    inputs["Roughness"].default_value = roughness
    return made


def add(make, name, surface, **options):
    make(**options)
    made = bpy.context.object
    made.name = name
    made.data.materials.append(surface)
    return made


def animate(made, path, keys):
    for frame, value in keys:
        setattr(made, path, value)
        made.keyframe_insert(path, frame=frame)
    for curve in made.animation_data.action.fcurves:
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"


def light(name, kind, energy, location, rotation):
    data = bpy.data.lights.new(name, kind)
    data.energy = energy
    data.cycles.cast_shadow = kind == "SPOT"
    if kind == "SUN":
        data.angle = 0
    else:
        data.shadow_soft_size = 0.01
    made = bpy.data.objects.new(name, data)
    made.location, made.rotation_euler = location, rotation
    scene.collection.objects.link(made)
    return data


primitives = bpy.ops.mesh
gray = material("Gray", (0.5, 0.5, 0.5), 0, 0.9)
red = material("Red", (0.8, 0.1, 0.05), 0, 0.6)
blue = material("Blue", (0.05, 0.2, 0.8), 0, 0.8)
add(primitives.primitive_plane_add, "Floor", gray, size=12)
cube = add(primitives.primitive_cube_add, "Cube", red, size=1.5, location=(-1.5, 0, 0.75))
ball = add(
    primitives.primitive_uv_sphere_add, "Ball", blue, radius=0.8, location=(1.5, 0.5, 0.8),
    segments=48, ring_count=24)
bpy.ops.object.shade_smooth()
animate(cube, "rotation_euler", [(0, (0, 0, 0)), (60, (0, 0, math.pi / 2))])
animate(ball, "location", [(0, (1.5, 0.5, 0.8)), (60, (1.5, -2, 0.8))])

light("Sun", "SUN", 1, (0, 0, 5), (0.6, 0.3, 0))
light("Lamp", "POINT", 500, (2.5, -2.5, 4), (0, 0, 0))
light("Spot", "SPOT", 600, (-3, -2, 4.5), (0.45, -0.35, 0)).spot_size = 1

camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
camera.location, camera.rotation_euler = (0, -9, 4.5), (math.radians(66), 0, 0)
camera.data.angle = 0.8
scene.collection.objects.link(camera)
scene.camera = camera

bpy.ops.export_scene.gltf(
    filepath=folder + "/scene.glb", export_format="GLB", export_lights=True, export_cameras=True)

scene.render.engine = "CYCLES"
scene.cycles.samples = 32
scene.cycles.max_bounces = 0
scene.cycles.use_denoising = False
scene.view_settings.view_transform = "Standard"
scene.render.resolution_x, scene.render.resolution_y = 320, 180
for frame in (0, 30):
    scene.frame_set(frame)
    scene.render.filepath = f"{folder}/{frame}.png"
    bpy.ops.render.render(write_still=True)
