// `import Carom` re-exports every module that a game without a window needs.
@_exported public import CaromCollision
@_exported public import CaromContent
@_exported public import CaromDocuments
@_exported public import CaromImages
@_exported public import CaromMaths
@_exported public import CaromPhysics
@_exported public import CaromProperties
@_exported public import CaromRendering
@_exported public import CaromSceneFiles
@_exported public import CaromSceneGraph
@_exported public import CaromSimulation
@_exported public import CaromSounds
