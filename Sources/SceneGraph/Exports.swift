// Bodies, fields, wheels and characters of a scene have the declared properties of CaromPhysics.
@_exported public import CaromPhysics
