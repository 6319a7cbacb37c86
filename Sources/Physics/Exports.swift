// `import CaromPhysics` also imports vectors, shapes, state buffers and the thread pool, so a
// program needs no other import.
@_exported public import CaromCollision
@_exported public import CaromMaths
@_exported public import CaromProperties
@_exported public import CaromWorkers
