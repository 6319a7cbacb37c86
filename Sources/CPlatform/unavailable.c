// The functions of platform.h for builds without SDL2.
#include "platform.h"
#include "sdl_library.h"

#ifdef CAROM_HAS_SDL
// Implemented in sdl.c.
typedef int carom_platform_is_sdl;
#else

bool plat_available(void) { return false; }

const char *plat_error(void) {
  return "this build does not include SDL2; install it (apt-get install libsdl2-dev, or brew install sdl2) "
         "and build again";
}

plat_window *plat_open(const char *title, int32_t width, int32_t height, bool resizable,
                       bool synchronized, bool fits_display) {
  (void)title, (void)width, (void)height, (void)resizable, (void)synchronized, (void)fits_display;
  return 0;
}

void plat_close(plat_window *window) { (void)window; }

void plat_size(plat_window *window, int32_t *width, int32_t *height) {
  (void)window;
  *width = 0;
  *height = 0;
}

int32_t plat_rate(plat_window *window) {
  (void)window;
  return 0;
}

void plat_resize(plat_window *window, int32_t width, int32_t height) {
  (void)window, (void)width, (void)height;
}

bool plat_set_fullscreen(plat_window *window, bool fills) {
  (void)window, (void)fills;
  return false;
}

void plat_set_title(plat_window *window, const char *title) { (void)window, (void)title; }

void plat_set_icon(plat_window *window, const uint8_t *pixels, int32_t width, int32_t height) {
  (void)window, (void)pixels, (void)width, (void)height;
}

void plat_set_minimum_size(plat_window *window, int32_t width, int32_t height) {
  (void)window, (void)width, (void)height;
}

bool plat_set_clipboard(const char *text) {
  (void)text;
  return false;
}

int32_t plat_clipboard(char *text, int32_t capacity) {
  (void)text, (void)capacity;
  return 0;
}

bool plat_present(plat_window *window, const uint8_t *pixels, int32_t width, int32_t height,
                  int32_t stride, plat_rect target) {
  (void)window, (void)pixels, (void)width, (void)height, (void)stride, (void)target;
  return false;
}

bool plat_read(plat_window *window, uint8_t *pixels, int64_t capacity) {
  (void)window, (void)pixels, (void)capacity;
  return false;
}

bool plat_poll(plat_event *event) {
  (void)event;
  return false;
}

bool plat_push(const plat_event *event) {
  (void)event;
  return false;
}

bool plat_audio_open(int32_t rate) {
  (void)rate;
  return false;
}

void plat_audio_close(void) {}

bool plat_audio_queue(const int16_t *samples, int32_t frames) {
  (void)samples, (void)frames;
  return false;
}

int32_t plat_audio_queued(void) { return 0; }

int32_t plat_virtual_pad_attach(void) { return -1; }

void plat_virtual_pad_axis(int32_t device, int32_t axis, float value) {
  (void)device, (void)axis, (void)value;
}

void plat_virtual_pad_button(int32_t device, int32_t button, bool down) {
  (void)device, (void)button, (void)down;
}

void plat_virtual_pad_detach(int32_t device) { (void)device; }

uint64_t plat_nanoseconds(void) { return 0; }

void plat_delay(uint32_t milliseconds) { (void)milliseconds; }

#endif
