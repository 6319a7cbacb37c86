// Implements platform.h with SDL2.
#include "platform.h"

#include "sdl_library.h"

#ifdef CAROM_HAS_SDL

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "events.h"

struct plat_window {
  SDL_Window *window;
  SDL_Renderer *renderer;
  SDL_Texture *texture;
  int32_t width, height; // of the texture
  bool synchronized;
};

static int open_windows = 0;
static char last_error[512];

bool carom_fail(const char *what) {
  snprintf(last_error, sizeof last_error, "%s: %s", what, SDL_GetError());
  return false;
}

// Stores a description for plat_error(); always returns false.
static bool fail_without_library(void) {
  snprintf(last_error, sizeof last_error,
           "SDL2 is not installed; install it (apt-get install libsdl2-2.0-0, or brew install sdl2)");
  return false;
}

bool plat_available(void) { return carom_load_sdl() || fail_without_library(); }

const char *plat_error(void) { return last_error; }

static bool start(void) {
  SDL_SetMainReady();
  // Signals are left to the program: an interrupt ends it immediately.
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  // Without this hint, the software renderer uses a GL framebuffer, which costs 17 ms per frame at
  // 1280 x 720 on machines without a GPU; with it, 0.8 ms.
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
  // Touches are reported as touches; as mouse events too, they would press everything twice.
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return carom_fail("cannot start the display");
  // Without a display, SDL falls back to drivers without output; use them only if they are
  // requested.
  const char *driver = SDL_GetCurrentVideoDriver();
  bool has_no_output = driver && (!strcmp(driver, "dummy") || !strcmp(driver, "offscreen") ||
                                  !strcmp(driver, "evdev"));
  if (has_no_output && !getenv("SDL_VIDEODRIVER")) {
    SDL_Quit();
    SDL_SetError("no display was found; set DISPLAY or WAYLAND_DISPLAY");
    return carom_fail("cannot start the display");
  }
  // Gamepads and motion sensors are optional.
  if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0) SDL_GameControllerEventState(SDL_ENABLE);
  if (SDL_InitSubSystem(SDL_INIT_SENSOR) == 0) carom_open_sensors();
  return true;
}

static void stop(void) {
  carom_close_devices();
  SDL_Quit();
}

// A hardware renderer that waits for vertical synchronization; NULL if the driver has none or
// refuses to wait.
static SDL_Renderer *waiting_renderer(SDL_Window *window) {
  SDL_RendererInfo info;
  SDL_Renderer *renderer =
      SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
  if (!renderer) return NULL;
  if (SDL_GetRendererInfo(renderer, &info) == 0 && (info.flags & SDL_RENDERER_PRESENTVSYNC))
    return renderer;
  SDL_DestroyRenderer(renderer);
  return NULL;
}

plat_window *plat_open(const char *title, int32_t width, int32_t height, bool resizable,
                       bool synchronized, bool fits_display) {
  last_error[0] = 0;
  if (!plat_available()) return NULL;
  if (open_windows == 0 && !start()) return NULL;
  open_windows += 1;
  SDL_Rect usable;
  if (fits_display && SDL_GetDisplayUsableBounds(0, &usable) == 0 && usable.w > 0 && usable.h > 0) {
    if (width > usable.w) width = usable.w;
    if (height > usable.h) height = usable.h;
  }
  plat_window *result = calloc(1, sizeof *result);
  if (result) {
    Uint32 flags =
        SDL_WINDOW_SHOWN | SDL_WINDOW_ALLOW_HIGHDPI | (resizable ? SDL_WINDOW_RESIZABLE : 0);
    result->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width,
                                      height, flags);
    if (result->window && synchronized) result->renderer = waiting_renderer(result->window);
    result->synchronized = result->renderer != NULL;
    // Without synchronization the image is the same, but not in step with the display.
    if (result->window && !result->renderer)
      result->renderer = SDL_CreateRenderer(result->window, -1, SDL_RENDERER_SOFTWARE);
    if (result->renderer) return result;
  }
  carom_fail("cannot open the window");
  plat_close(result);
  return NULL;
}

void plat_close(plat_window *window) {
  if (window) {
    if (window->texture) SDL_DestroyTexture(window->texture);
    if (window->renderer) SDL_DestroyRenderer(window->renderer);
    if (window->window) SDL_DestroyWindow(window->window);
    free(window);
    open_windows -= 1;
    if (open_windows == 0) stop();
  }
}

int32_t plat_rate(plat_window *window) {
  SDL_DisplayMode mode;
  // The flags of a software renderer cannot be trusted: it reports synchronization and does not
  // wait.
  if (!window->synchronized) return 0;
  int display = SDL_GetWindowDisplayIndex(window->window);
  bool is_known = display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0;
  return is_known && mode.refresh_rate > 0 ? mode.refresh_rate : 60;
}

void plat_resize(plat_window *window, int32_t width, int32_t height) {
  SDL_SetWindowSize(window->window, width, height);
}

void plat_size(plat_window *window, int32_t *width, int32_t *height) {
  int w = 0, h = 0;
  // The window size would be in points on high-density displays.
  if (SDL_GetRendererOutputSize(window->renderer, &w, &h) != 0)
    SDL_GetWindowSize(window->window, &w, &h);
  *width = w;
  *height = h;
}

bool plat_set_fullscreen(plat_window *window, bool fills) {
  return SDL_SetWindowFullscreen(window->window, fills ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) == 0
             ? true
             : carom_fail("cannot change the window");
}

void plat_set_title(plat_window *window, const char *title) {
  SDL_SetWindowTitle(window->window, title);
}

void plat_set_icon(plat_window *window, const uint8_t *pixels, int32_t width, int32_t height) {
  // SDL copies the pixels of the icon; the surface only refers to them.
  SDL_Surface *icon = SDL_CreateRGBSurfaceWithFormatFrom((void *)pixels, width, height, 32,
                                                         width * 4, SDL_PIXELFORMAT_RGBA32);
  if (!icon) return;
  SDL_SetWindowIcon(window->window, icon);
  SDL_FreeSurface(icon);
}

void plat_set_minimum_size(plat_window *window, int32_t width, int32_t height) {
  SDL_SetWindowMinimumSize(window->window, width, height);
}

bool plat_set_clipboard(const char *text) { return SDL_SetClipboardText(text) == 0; }

int32_t plat_clipboard(char *text, int32_t capacity) {
  char *copy = SDL_GetClipboardText();
  size_t length = copy ? strlen(copy) : 0;
  bool fits = length > 0 && capacity > 0 && length < (size_t)capacity;
  if (fits) memcpy(text, copy, length + 1);
  if (copy) SDL_free(copy);
  return fits ? (int32_t)length : 0;
}

static bool prepare_texture(plat_window *window, int32_t width, int32_t height) {
  if (window->texture && window->width == width && window->height == height) return true;
  if (window->texture) SDL_DestroyTexture(window->texture);
  window->texture = SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_RGBA32,
                                      SDL_TEXTUREACCESS_STREAMING, width, height);
  window->width = width;
  window->height = height;
  if (!window->texture) return carom_fail("cannot create the texture");
  // The image is opaque: copying is cheaper than blending.
  SDL_SetTextureBlendMode(window->texture, SDL_BLENDMODE_NONE);
  return true;
}

bool plat_present(plat_window *window, const uint8_t *pixels, int32_t width, int32_t height,
                  int32_t stride, plat_rect target) {
  if (!prepare_texture(window, width, height)) return false;
  if (SDL_UpdateTexture(window->texture, NULL, pixels, stride) != 0)
    return carom_fail("cannot upload the image");
  SDL_Rect rectangle = {target.x, target.y, target.width, target.height};
  SDL_SetRenderDrawColor(window->renderer, 0, 0, 0, 255);
  SDL_RenderClear(window->renderer);
  if (SDL_RenderCopy(window->renderer, window->texture, NULL, &rectangle) != 0)
    return carom_fail("cannot draw the image");
  SDL_RenderPresent(window->renderer);
  return true;
}

bool plat_read(plat_window *window, uint8_t *pixels, int64_t capacity) {
  int32_t width, height;
  plat_size(window, &width, &height);
  if (capacity < (int64_t)width * height * 4) return false;
  return SDL_RenderReadPixels(window->renderer, NULL, SDL_PIXELFORMAT_RGBA32, pixels, width * 4) == 0
             ? true
             : carom_fail("cannot read the window");
}

uint64_t plat_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void plat_delay(uint32_t milliseconds) {
  struct timespec rest = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
  while (nanosleep(&rest, &rest) != 0) {}
}

#endif
