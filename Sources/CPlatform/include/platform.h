// Window, pixels, input and sound: the only interface to SDL2.
//
// Plain C without SDL types. SDL2 is opened at run time. Where it is not installed, or its headers were
// absent at build time (or CAROM_WITHOUT_SDL is defined), plat_available() returns false, plat_open()
// returns NULL and plat_error() says what to install. All functions must be called from the thread that
// opened the first window.
#ifndef CAROM_PLATFORM_H
#define CAROM_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>

// What an event says; the comment names the fields of plat_event that it fills.
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
  PLAT_ACCELERATION,   // device, x, y, z (metres per second squared, gravity included)
  PLAT_TOUCH           // device (finger), code (plat_touch), x, y (window pixels)
} plat_kind;

// Keys by place, not by letter, so that WASD is a cross on every layout. The numbers are the usages of
// page 7 of the USB HID usage tables; those that are not named here arrive as their bare number.
typedef enum plat_key {
  PLAT_KEY_A = 4, PLAT_KEY_C = 6, PLAT_KEY_D = 7, PLAT_KEY_M = 16, PLAT_KEY_P = 19,
  PLAT_KEY_Q = 20, PLAT_KEY_R = 21, PLAT_KEY_S = 22, PLAT_KEY_W = 26, PLAT_KEY_Z = 29,
  PLAT_KEY_RETURN = 40, PLAT_KEY_ESCAPE = 41, PLAT_KEY_TAB = 43, PLAT_KEY_SPACE = 44,
  PLAT_KEY_F1 = 58, PLAT_KEY_F12 = 69,
  PLAT_KEY_RIGHT = 79, PLAT_KEY_LEFT = 80, PLAT_KEY_DOWN = 81, PLAT_KEY_UP = 82
} plat_key;

// What a finger does.
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

// One thing that happened. Fields that the kind does not name are zero.
typedef struct plat_event {
  plat_kind kind;
  int32_t code;
  int32_t device;
  bool down;
  bool repeated;
  float x, y, z;
  float dx, dy;
  int32_t width, height;
} plat_event;

// A rectangle of the window, in window pixels, y down.
typedef struct plat_rect {
  int32_t x, y, width, height;
} plat_rect;

typedef struct plat_window plat_window;

// Whether windows can be opened: SDL2 was there at build time and is installed now.
bool plat_available(void);

// The last error as a sentence; empty if there was none. Valid until the next call of this header.
const char *plat_error(void);

// Opens a window of `width` x `height` pixels, or returns NULL: see plat_error(). With `synchronised`
// its pictures are to be shown by the graphics card when the screen takes the next one: plat_rate()
// tells whether they are.
plat_window *plat_open(const char *title, int32_t width, int32_t height, bool resizable,
                       bool synchronised);

// How many pictures a second the screen takes, where plat_present() waits for it; else 0.
int32_t plat_rate(plat_window *window);

// Closes the window and, with the last one, gives everything back to the system. NULL is allowed.
void plat_close(plat_window *window);

// The size of the window's drawable area, in pixels.
void plat_size(plat_window *window, int32_t *width, int32_t *height);

// Fills the screen with the window, or gives it back. False on failure.
bool plat_set_fullscreen(plat_window *window, bool fills);

// Changes the size of a window that is not fullscreen, as a hand at its edge does.
void plat_resize(plat_window *window, int32_t width, int32_t height);

// Writes `title` into the window's bar.
void plat_set_title(plat_window *window, const char *title);

// Shows `width` x `height` RGBA pixels (8 bits each, rows top down, `stride` bytes apart) scaled into
// `target`; the rest of the window is black. False on failure: see plat_error().
bool plat_present(plat_window *window, const uint8_t *pixels, int32_t width, int32_t height,
                  int32_t stride, plat_rect target);

// Reads the window back as RGBA into `pixels`, which holds `capacity` bytes: at least 4 x width x
// height. False if it does not fit or cannot be read.
bool plat_read(plat_window *window, uint8_t *pixels, int64_t capacity);

// Takes the oldest event, if there is one. Events of unknown kinds are skipped.
bool plat_poll(plat_event *event);

// Puts an event at the end of the same queue, as if the device had sent it: for tests and tools.
bool plat_push(const plat_event *event);

// Opens the system's loudspeakers for two channels of 16 bits at `rate` samples a second; once for all
// windows. False where there are none: see plat_error().
bool plat_audio_open(int32_t rate);

// Closes the loudspeakers; what is still queued is not heard.
void plat_audio_close(void);

// Queues `frames` samples for each ear, left and right by turns. False if they are not open.
bool plat_audio_queue(const int16_t *samples, int32_t frames);

// How many samples for each ear are queued and not yet heard.
int32_t plat_audio_queued(void);

// Plugs in a gamepad that no one holds, for tests: its device number, or -1 on failure.
int32_t plat_virtual_pad_attach(void);

// Moves an axis (plat_pad_axis, -1 to 1) or a button (plat_pad_button) of such a pad.
void plat_virtual_pad_axis(int32_t device, int32_t axis, float value);
void plat_virtual_pad_button(int32_t device, int32_t button, bool down);

// Plugs such a pad out.
void plat_virtual_pad_detach(int32_t device);

// Nanoseconds of a monotonic clock.
uint64_t plat_nanoseconds(void);

// Sleeps for about `milliseconds`.
void plat_delay(uint32_t milliseconds);

#endif
