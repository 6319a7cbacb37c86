// Opens SDL2 and looks its functions up by name.
#define CAROM_SDL_LIBRARY_C
#include "sdl_library.h"

#ifdef CAROM_HAS_SDL

#include <dlfcn.h>

struct carom_sdl_functions carom_sdl;

static bool is_loaded = false;

// The names that distributions install SDL2 under, without its development files.
static const char *const names[] = {
    "libSDL2-2.0.so.0", "libSDL2-2.0.0.dylib", "libSDL2.so", "libSDL2.dylib",
};

// Fills the table; false if the library is so old that it lacks a function.
static bool look_up(void *library) {
#define X(name)                                                                                    \
  carom_sdl.name##_ = (__typeof__(&name))dlsym(library, #name);                                    \
  if (!carom_sdl.name##_) return false;
  CAROM_SDL_FUNCTIONS(X)
#undef X
  return true;
}

bool carom_load_sdl(void) {
  for (unsigned i = 0; !is_loaded && i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    is_loaded = look_up(library);
    if (!is_loaded) dlclose(library);
  }
  return is_loaded;
}

bool carom_is_sdl_loaded(void) { return is_loaded; }

#endif
