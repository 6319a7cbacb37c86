// `AppInfo` is part of the one line of a program.
@_exported public import CaromPlayer
