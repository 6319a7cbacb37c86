// Names SDL2 for SwiftPM, whose pkgConfig gives the header path and -lSDL2 to whoever depends on it.
// There is no `link` line in the module map, and nothing here fails where SDL2 is absent: the rest of
// the package then builds and tests without it, and CPlatform reports that it is unavailable.
#ifndef CAROM_CSDL2_H
#define CAROM_CSDL2_H

#if !defined(CAROM_WITHOUT_SDL) && defined(__has_include)
#if __has_include(<SDL.h>)
#define SDL_MAIN_HANDLED
#include <SDL.h>
#endif
#endif

#endif
