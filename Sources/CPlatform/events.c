// Converts SDL's events and devices to those of platform.h and back.
#include "platform.h"

#include "sdl_library.h"

#ifdef CAROM_HAS_SDL


#include <math.h>
#include <string.h>

#include "events.h"

// Keys, axes and buttons have the same numbers on both sides, so no table is needed.
_Static_assert((int)PLAT_KEY_A == SDL_SCANCODE_A && (int)PLAT_KEY_Z == SDL_SCANCODE_Z, "letters");
_Static_assert((int)PLAT_KEY_RETURN == SDL_SCANCODE_RETURN, "return");
_Static_assert((int)PLAT_KEY_SPACE == SDL_SCANCODE_SPACE, "space");
_Static_assert((int)PLAT_KEY_F12 == SDL_SCANCODE_F12, "function keys");
_Static_assert(sizeof(((plat_event *)0)->text) == SDL_TEXTINPUTEVENT_TEXT_SIZE, "typed text");
_Static_assert((int)PLAT_KEY_UP == SDL_SCANCODE_UP, "arrows");
_Static_assert((int)PLAT_AXIS_RIGHT_TRIGGER == SDL_CONTROLLER_AXIS_TRIGGERRIGHT, "axes");
_Static_assert((int)PLAT_PAD_RIGHT == SDL_CONTROLLER_BUTTON_DPAD_RIGHT, "buttons");

#define MAX_DEVICES 8
static SDL_GameController *pads[MAX_DEVICES];
static SDL_Sensor *sensors[MAX_DEVICES];

void carom_open_sensors(void) {
  int count = SDL_NumSensors(), opened = 0;
  for (int i = 0; i < count && opened < MAX_DEVICES; i++)
    if (SDL_SensorGetDeviceType(i) == SDL_SENSOR_ACCEL && (sensors[opened] = SDL_SensorOpen(i)))
      opened += 1;
}

void carom_close_devices(void) {
  for (int i = 0; i < MAX_DEVICES; i++) {
    if (pads[i]) SDL_GameControllerClose(pads[i]);
    if (sensors[i]) SDL_SensorClose(sensors[i]);
    pads[i] = NULL;
    sensors[i] = NULL;
  }
}

// Opens a connected gamepad; returns its instance number, or -1 if all slots are in use.
static int32_t open_pad(int index) {
  for (int i = 0; i < MAX_DEVICES; i++) {
    if (pads[i]) continue;
    pads[i] = SDL_GameControllerOpen(index);
    if (!pads[i]) return -1;
    if (SDL_GameControllerHasSensor(pads[i], SDL_SENSOR_ACCEL))
      SDL_GameControllerSetSensorEnabled(pads[i], SDL_SENSOR_ACCEL, SDL_TRUE);
    return SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pads[i]));
  }
  return -1;
}

static void close_pad(SDL_JoystickID instance) {
  for (int i = 0; i < MAX_DEVICES; i++) {
    if (!pads[i]) continue;
    if (SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pads[i])) != instance) continue;
    SDL_GameControllerClose(pads[i]);
    pads[i] = NULL;
  }
}

// The pixels per point of a window: above 1 on high-density displays.
static float pixels_per_point(Uint32 window_id) {
  SDL_Window *window = SDL_GetWindowFromID(window_id);
  SDL_Renderer *renderer = window ? SDL_GetRenderer(window) : NULL;
  int points = 0, pixels = 0, rest = 0;
  if (!renderer || SDL_GetRendererOutputSize(renderer, &pixels, &rest) != 0) return 1;
  SDL_GetWindowSize(window, &points, &rest);
  return points > 0 && pixels > 0 ? (float)pixels / (float)points : 1;
}

static bool translate_touch(const SDL_TouchFingerEvent *from, plat_event *to) {
  SDL_Window *window = SDL_GetWindowFromID(from->windowID);
  int width = 1, height = 1;
  // Positions of fingers are fractions of the window.
  if (window) SDL_GetWindowSize(window, &width, &height);
  float scale = pixels_per_point(from->windowID);
  to->kind = PLAT_TOUCH;
  to->device = (int32_t)(from->fingerId & 0x7fffffff);
  to->code = from->type == SDL_FINGERDOWN ? PLAT_TOUCH_PRESSED
             : from->type == SDL_FINGERUP ? PLAT_TOUCH_RELEASED
                                          : PLAT_TOUCH_MOVED;
  to->x = from->x * (float)width * scale;
  to->y = from->y * (float)height * scale;
  return true;
}

static bool translate_window(const SDL_WindowEvent *from, plat_event *to) {
  switch (from->event) {
  case SDL_WINDOWEVENT_SIZE_CHANGED:
    to->kind = PLAT_RESIZED;
    to->width = (int32_t)((float)from->data1 * pixels_per_point(from->windowID) + 0.5f);
    to->height = (int32_t)((float)from->data2 * pixels_per_point(from->windowID) + 0.5f);
    return true;
  case SDL_WINDOWEVENT_EXPOSED:
    to->kind = PLAT_EXPOSED;
    return true;
  case SDL_WINDOWEVENT_FOCUS_GAINED:
  case SDL_WINDOWEVENT_FOCUS_LOST:
    to->kind = PLAT_FOCUS;
    to->down = from->event == SDL_WINDOWEVENT_FOCUS_GAINED;
    return true;
  default:
    return false;
  }
}

static bool translate_pad(const SDL_Event *from, plat_event *to) {
  switch (from->type) {
  case SDL_CONTROLLERDEVICEADDED:
    to->kind = PLAT_PAD_CONNECTED;
    to->down = true;
    to->device = open_pad(from->cdevice.which);
    return to->device >= 0;
  case SDL_CONTROLLERDEVICEREMOVED:
    close_pad(from->cdevice.which);
    to->kind = PLAT_PAD_CONNECTED;
    to->device = from->cdevice.which;
    return true;
  case SDL_CONTROLLERAXISMOTION:
    to->kind = PLAT_PAD_AXIS;
    to->device = from->caxis.which;
    to->code = from->caxis.axis;
    to->x = from->caxis.value < -32767 ? -1.0f : (float)from->caxis.value / 32767.0f;
    return true;
  case SDL_CONTROLLERBUTTONDOWN:
  case SDL_CONTROLLERBUTTONUP:
    to->kind = PLAT_PAD_BUTTON;
    to->device = from->cbutton.which;
    to->code = from->cbutton.button;
    to->down = from->cbutton.state == SDL_PRESSED;
    return true;
  case SDL_CONTROLLERSENSORUPDATE:
    if (from->csensor.sensor != SDL_SENSOR_ACCEL) return false;
    to->kind = PLAT_ACCELERATION;
    to->device = from->csensor.which;
    to->x = from->csensor.data[0];
    to->y = from->csensor.data[1];
    to->z = from->csensor.data[2];
    return true;
  default:
    return false;
  }
}

static bool translate(const SDL_Event *from, plat_event *to) {
  float scale;
  memset(to, 0, sizeof *to);
  switch (from->type) {
  case SDL_QUIT:
    to->kind = PLAT_QUIT;
    return true;
  case SDL_KEYDOWN:
  case SDL_KEYUP:
    to->kind = PLAT_KEY;
    to->code = from->key.keysym.scancode;
    to->down = from->key.state == SDL_PRESSED;
    to->repeated = from->key.repeat != 0;
    return true;
  case SDL_MOUSEMOTION:
    to->kind = PLAT_POINTER_MOVED;
    scale = pixels_per_point(from->motion.windowID);
    to->x = (float)from->motion.x * scale;
    to->y = (float)from->motion.y * scale;
    to->dx = (float)from->motion.xrel * scale;
    to->dy = (float)from->motion.yrel * scale;
    return true;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    to->kind = PLAT_POINTER_BUTTON;
    to->code = from->button.button;
    to->down = from->button.state == SDL_PRESSED;
    scale = pixels_per_point(from->button.windowID);
    to->x = (float)from->button.x * scale;
    to->y = (float)from->button.y * scale;
    return true;
  case SDL_MOUSEWHEEL:
    to->kind = PLAT_WHEEL;
    to->dx = from->wheel.preciseX;
    to->dy = from->wheel.preciseY;
    return true;
  case SDL_TEXTINPUT:
    to->kind = PLAT_TEXT;
    memcpy(to->text, from->text.text, sizeof to->text);
    to->text[sizeof to->text - 1] = 0;
    return true;
  case SDL_WINDOWEVENT:
    return translate_window(&from->window, to);
  case SDL_FINGERDOWN:
  case SDL_FINGERMOTION:
  case SDL_FINGERUP:
    return translate_touch(&from->tfinger, to);
  case SDL_SENSORUPDATE:
    to->kind = PLAT_ACCELERATION;
    to->device = from->sensor.which;
    to->x = from->sensor.data[0];
    to->y = from->sensor.data[1];
    to->z = from->sensor.data[2];
    return true;
  default:
    return translate_pad(from, to);
  }
}

bool plat_poll(plat_event *event) {
  SDL_Event next;
  // Without an open window there is no event queue.
  if (!carom_is_sdl_loaded() || !SDL_WasInit(SDL_INIT_VIDEO)) return false;
  while (SDL_PollEvent(&next))
    if (translate(&next, event)) return true;
  return false;
}

static bool untranslate(const plat_event *from, SDL_Event *to) {
  memset(to, 0, sizeof *to);
  switch (from->kind) {
  case PLAT_QUIT:
    to->type = SDL_QUIT;
    return true;
  case PLAT_KEY:
    to->type = from->down ? SDL_KEYDOWN : SDL_KEYUP;
    to->key.state = from->down ? SDL_PRESSED : SDL_RELEASED;
    to->key.repeat = from->repeated;
    to->key.keysym.scancode = (SDL_Scancode)from->code;
    to->key.keysym.sym = SDL_GetKeyFromScancode((SDL_Scancode)from->code);
    return true;
  case PLAT_POINTER_MOVED:
    to->type = SDL_MOUSEMOTION;
    to->motion.x = (Sint32)from->x;
    to->motion.y = (Sint32)from->y;
    to->motion.xrel = (Sint32)from->dx;
    to->motion.yrel = (Sint32)from->dy;
    return true;
  case PLAT_POINTER_BUTTON:
    to->type = from->down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    to->button.state = from->down ? SDL_PRESSED : SDL_RELEASED;
    to->button.button = (Uint8)from->code;
    to->button.x = (Sint32)from->x;
    to->button.y = (Sint32)from->y;
    return true;
  case PLAT_WHEEL:
    to->type = SDL_MOUSEWHEEL;
    to->wheel.preciseX = from->dx;
    to->wheel.preciseY = from->dy;
    return true;
  case PLAT_RESIZED:
    to->type = SDL_WINDOWEVENT;
    to->window.event = SDL_WINDOWEVENT_SIZE_CHANGED;
    to->window.data1 = from->width;
    to->window.data2 = from->height;
    return true;
  case PLAT_TEXT:
    to->type = SDL_TEXTINPUT;
    memcpy(to->text.text, from->text, sizeof to->text.text);
    return true;
  case PLAT_EXPOSED:
    to->type = SDL_WINDOWEVENT;
    to->window.event = SDL_WINDOWEVENT_EXPOSED;
    return true;
  case PLAT_FOCUS:
    to->type = SDL_WINDOWEVENT;
    to->window.event = from->down ? SDL_WINDOWEVENT_FOCUS_GAINED : SDL_WINDOWEVENT_FOCUS_LOST;
    return true;
  case PLAT_PAD_AXIS:
    to->type = SDL_CONTROLLERAXISMOTION;
    to->caxis.which = from->device;
    to->caxis.axis = (Uint8)from->code;
    to->caxis.value = (Sint16)lroundf(SDL_max(-1.0f, SDL_min(1.0f, from->x)) * 32767.0f);
    return true;
  case PLAT_PAD_BUTTON:
    to->type = from->down ? SDL_CONTROLLERBUTTONDOWN : SDL_CONTROLLERBUTTONUP;
    to->cbutton.state = from->down ? SDL_PRESSED : SDL_RELEASED;
    to->cbutton.which = from->device;
    to->cbutton.button = (Uint8)from->code;
    return true;
  case PLAT_ACCELERATION:
    to->type = SDL_SENSORUPDATE;
    to->sensor.which = from->device;
    to->sensor.data[0] = from->x;
    to->sensor.data[1] = from->y;
    to->sensor.data[2] = from->z;
    return true;
  case PLAT_TOUCH:
    to->type = from->code == PLAT_TOUCH_PRESSED    ? SDL_FINGERDOWN
               : from->code == PLAT_TOUCH_RELEASED ? SDL_FINGERUP
                                                   : SDL_FINGERMOTION;
    to->tfinger.fingerId = from->device;
    to->tfinger.x = from->x;
    to->tfinger.y = from->y;
    return true;
  case PLAT_PAD_CONNECTED: // cannot be simulated
  case PLAT_NONE:
    return false;
  }
  return false;
}

// The joystick of a virtual gamepad, opened by open_pad().
static SDL_Joystick *virtual_stick(int32_t device) { return SDL_JoystickFromInstanceID(device); }

int32_t plat_virtual_pad_attach(void) {
  if (!carom_is_sdl_loaded()) return -1;
  int index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                        SDL_CONTROLLER_BUTTON_MAX, 0);
  return index < 0 ? -1 : SDL_JoystickGetDeviceInstanceID(index);
}

void plat_virtual_pad_axis(int32_t device, int32_t axis, float value) {
  float bounded = SDL_max(-1.0f, SDL_min(1.0f, value));
  SDL_JoystickSetVirtualAxis(virtual_stick(device), axis, (Sint16)lroundf(bounded * 32767.0f));
}

void plat_virtual_pad_button(int32_t device, int32_t button, bool down) {
  SDL_JoystickSetVirtualButton(virtual_stick(device), button, down ? SDL_PRESSED : SDL_RELEASED);
}

void plat_virtual_pad_detach(int32_t device) {
  for (int i = 0; i < SDL_NumJoysticks(); i++)
    if (SDL_JoystickGetDeviceInstanceID(i) == device) SDL_JoystickDetachVirtual(i);
}

bool plat_push(const plat_event *event) {
  SDL_Event made;
  return carom_is_sdl_loaded() && SDL_WasInit(SDL_INIT_VIDEO) && untranslate(event, &made) &&
         SDL_PushEvent(&made) == 1;
}

#endif
