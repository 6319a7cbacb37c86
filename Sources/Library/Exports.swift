// The functions of `carom.h`, so that Swift can call them as C does.
@_exported public import CCarom
