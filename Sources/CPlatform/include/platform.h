// A window, its pixels, input and sound: the only interface to SDL2.
//
// Plain C without SDL types. SDL2 is opened at run time. If it is not installed, or its headers
// were missing at build time (or CAROM_WITHOUT_SDL is defined), plat_available() returns false,
// plat_open() returns NULL, and plat_error() names the package to install. All functions must be
// called on the thread that opened the first window.
#ifndef CAROM_PLATFORM_H
#define CAROM_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>

// The kind of an event; the comment lists the fields of plat_event that it uses.
typedef enum plat_kind {
  PLAT_NONE = 0,
  PLAT_QUIT,           // -
  PLAT_KEY,            // code, down, repeated
  PLAT_POINTER_MOVED,  // x, y (window pixels), dx, dy
  PLAT_POINTER_BUTTON, // code (1 left, 2 middle, 3 right), down, x, y
  PLAT_WHEEL,          // dx, dy (notches; positive is right and away from the user)
  PLAT_RESIZED,        // width, height (window pixels)
  PLAT_FOCUS,          // down (true: gained)
  PLAT_PAD_AXIS,       // device, code (plat_pad_axis), x (-1 to 1; triggers 0 to 1)
  PLAT_PAD_BUTTON,     // device, code (plat_pad_button), down
  PLAT_PAD_CONNECTED,  // device, down (false: unplugged)
  PLAT_ACCELERATION,   // device, x, y, z (meters per second squared, gravity included)
  PLAT_TOUCH,          // device (finger), code (plat_touch), x, y (window pixels)
  PLAT_TEXT,           // text (UTF-8)
  PLAT_EXPOSED         // the window has to be presented again
} plat_kind;

// Keys by position, not by letter, so that WASD is a cross on every layout. The values are the
// usages of page 7 of the USB HID usage tables; keys without a name here are reported by their
// usage.
typedef enum plat_key {
  PLAT_KEY_A = 4, PLAT_KEY_C = 6, PLAT_KEY_D = 7, PLAT_KEY_M = 16, PLAT_KEY_P = 19,
  PLAT_KEY_Q = 20, PLAT_KEY_R = 21, PLAT_KEY_S = 22, PLAT_KEY_W = 26, PLAT_KEY_Z = 29,
  PLAT_KEY_RETURN = 40, PLAT_KEY_ESCAPE = 41, PLAT_KEY_TAB = 43, PLAT_KEY_SPACE = 44,
  PLAT_KEY_F1 = 58, PLAT_KEY_F12 = 69,
  PLAT_KEY_RIGHT = 79, PLAT_KEY_LEFT = 80, PLAT_KEY_DOWN = 81, PLAT_KEY_UP = 82
} plat_key;

// The phase of a touch.
typedef enum plat_touch { PLAT_TOUCH_MOVED = 0, PLAT_TOUCH_PRESSED, PLAT_TOUCH_RELEASED } plat_touch;

typedef enum plat_pad_axis {
  PLAT_AXIS_LEFT_X = 0, PLAT_AXIS_LEFT_Y, PLAT_AXIS_RIGHT_X, PLAT_AXIS_RIGHT_Y,
  PLAT_AXIS_LEFT_TRIGGER, PLAT_AXIS_RIGHT_TRIGGER
} plat_pad_axis;

typedef enum plat_pad_button {
  PLAT_PAD_A = 0, PLAT_PAD_B, PLAT_PAD_X, PLAT_PAD_Y, PLAT_PAD_BACK, PLAT_PAD_GUIDE,
  PLAT_PAD_START, PLAT_PAD_LEFT_STICK, PLAT_PAD_RIGHT_STICK, PLAT_PAD_LEFT_SHOULDER,
  PLAT_PAD_RIGHT_SHOULDER, PLAT_PAD_UP, PLAT_PAD_DOWN, PLAT_PAD_LEFT, PLAT_PAD_RIGHT
} plat_pad_button;

// An event. Fields that its kind does not use are zero.
typedef struct plat_event {
  plat_kind kind;
  int32_t code;
  int32_t device;
  bool down;
  bool repeated;
  float x, y, z;
  float dx, dy;
  int32_t width, height;
  char text[32];
} plat_event;

// A rectangle of the window, in window pixels, y down.
typedef struct plat_rect {
  int32_t x, y, width, height;
} plat_rect;

typedef struct plat_window plat_window;

// Whether windows are supported: SDL2 was available at build time and is installed.
bool plat_available(void);

// The last error as a sentence; empty if there was none. Valid until the next call of this
// interface.
const char *plat_error(void);

// Opens a window of `width` x `height` pixels, or returns NULL; see plat_error(). With
// `synchronized`, frames should be presented in step with the display; plat_rate() returns whether
// they are. With `fits_display`, it is no larger than the usable area of the first display.
plat_window *plat_open(const char *title, int32_t width, int32_t height, bool resizable,
                       bool synchronized, bool fits_display);

// The refresh rate of the display if plat_present() waits for it; otherwise 0.
int32_t plat_rate(plat_window *window);

// Closes the window; closing the last one shuts SDL down. NULL is allowed.
void plat_close(plat_window *window);

// The size of the window's drawable area, in pixels.
void plat_size(plat_window *window, int32_t *width, int32_t *height);

// Enters or leaves fullscreen mode. False on failure.
bool plat_set_fullscreen(plat_window *window, bool fills);

// Resizes a window that is not fullscreen, as the user would.
void plat_resize(plat_window *window, int32_t width, int32_t height);

// Sets the title of the window.
void plat_set_title(plat_window *window, const char *title);

// Sets the icon of the window to `width` x `height` RGBA pixels (8 bits each, rows top down).
void plat_set_icon(plat_window *window, const uint8_t *pixels, int32_t width, int32_t height);

// The least size that the user can give to the window, in pixels.
void plat_set_minimum_size(plat_window *window, int32_t width, int32_t height);

// Puts text (UTF-8) on the clipboard. False on failure.
bool plat_set_clipboard(const char *text);

// Copies the text of the clipboard (UTF-8) to `text`, which has `capacity` bytes, and ends it with
// zero. Returns the number of bytes without the zero; 0 if there is no text or it is too long.
int32_t plat_clipboard(char *text, int32_t capacity);

// Presents `width` x `height` RGBA pixels (8 bits each, rows top down, `stride` bytes apart) scaled
// to `target`; the rest of the window is black. False on failure; see plat_error().
bool plat_present(plat_window *window, const uint8_t *pixels, int32_t width, int32_t height,
                  int32_t stride, plat_rect target);

// Reads the window back as RGBA into `pixels`, which has `capacity` bytes: at least 4 x width x
// height. False if the buffer is too small or the window cannot be read.
bool plat_read(plat_window *window, uint8_t *pixels, int64_t capacity);

// Removes the oldest event from the queue, if any. Events of unknown kinds are skipped.
bool plat_poll(plat_event *event);

// Appends an event to the same queue, as if a device had sent it: for tests and tools.
bool plat_push(const plat_event *event);

// Opens the audio device for two channels of 16 bits at `rate` samples per second, shared by all
// windows. False if there is none; see plat_error().
bool plat_audio_open(int32_t rate);

// Closes the audio device; queued samples are discarded.
void plat_audio_close(void);

// Queues `frames` interleaved stereo sample frames. False if the device is not open.
bool plat_audio_queue(const int16_t *samples, int32_t frames);

// The number of queued sample frames that have not been played.
int32_t plat_audio_queued(void);

// Connects a virtual gamepad, for tests; returns its device number, or -1 on failure.
int32_t plat_virtual_pad_attach(void);

// Moves an axis (plat_pad_axis, -1 to 1) or a button (plat_pad_button) of a virtual gamepad.
void plat_virtual_pad_axis(int32_t device, int32_t axis, float value);
void plat_virtual_pad_button(int32_t device, int32_t button, bool down);

// Disconnects a virtual gamepad.
void plat_virtual_pad_detach(int32_t device);

// The time of a monotonic clock in nanoseconds.
uint64_t plat_nanoseconds(void);

// Sleeps for about `milliseconds`.
void plat_delay(uint32_t milliseconds);

#endif
