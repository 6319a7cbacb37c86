// SDL2, opened at run time: the functions of <SDL2/SDL.h> by their own names.
//
// Nothing is linked against SDL2, so one program runs with a window where the library is installed and
// headless where it is not. Only the headers are needed at build time; CAROM_HAS_SDL is defined where they
// were found. Before carom_load_sdl() has returned true no function of SDL may be called.
#ifndef CAROM_SDL_LIBRARY_H
#define CAROM_SDL_LIBRARY_H

#if !defined(CAROM_WITHOUT_SDL) && defined(__has_include)
#if __has_include(<SDL2/SDL.h>)
#define CAROM_HAS_SDL 1
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <stdbool.h>

// Opens the library if it is not open yet. False if it is not installed or lacks a function.
bool carom_load_sdl(void);

// Whether the library has been opened.
bool carom_is_sdl_loaded(void);

// Every function of SDL2 that this module calls. A new one needs a line here and one below.
#define CAROM_SDL_FUNCTIONS(X) \
  X(SDL_CloseAudioDevice) \
  X(SDL_CreateRGBSurfaceWithFormatFrom) \
  X(SDL_CreateRenderer) \
  X(SDL_CreateTexture) \
  X(SDL_CreateWindow) \
  X(SDL_Delay) \
  X(SDL_DestroyRenderer) \
  X(SDL_DestroyTexture) \
  X(SDL_DestroyWindow) \
  X(SDL_FreeSurface) \
  X(SDL_GameControllerClose) \
  X(SDL_GameControllerEventState) \
  X(SDL_GameControllerGetJoystick) \
  X(SDL_GameControllerHasSensor) \
  X(SDL_GameControllerOpen) \
  X(SDL_GameControllerSetSensorEnabled) \
  X(SDL_GetClipboardText) \
  X(SDL_GetCurrentDisplayMode) \
  X(SDL_GetCurrentVideoDriver) \
  X(SDL_GetDisplayUsableBounds) \
  X(SDL_GetError) \
  X(SDL_GetKeyFromScancode) \
  X(SDL_GetPerformanceCounter) \
  X(SDL_GetPerformanceFrequency) \
  X(SDL_GetQueuedAudioSize) \
  X(SDL_GetRenderer) \
  X(SDL_GetRendererInfo) \
  X(SDL_GetRendererOutputSize) \
  X(SDL_GetWindowDisplayIndex) \
  X(SDL_GetWindowFromID) \
  X(SDL_GetWindowSize) \
  X(SDL_InitSubSystem) \
  X(SDL_JoystickAttachVirtual) \
  X(SDL_JoystickDetachVirtual) \
  X(SDL_JoystickFromInstanceID) \
  X(SDL_JoystickGetDeviceInstanceID) \
  X(SDL_JoystickInstanceID) \
  X(SDL_JoystickSetVirtualAxis) \
  X(SDL_JoystickSetVirtualButton) \
  X(SDL_NumJoysticks) \
  X(SDL_NumSensors) \
  X(SDL_OpenAudioDevice) \
  X(SDL_PauseAudioDevice) \
  X(SDL_PollEvent) \
  X(SDL_PushEvent) \
  X(SDL_QueueAudio) \
  X(SDL_Quit) \
  X(SDL_QuitSubSystem) \
  X(SDL_RenderClear) \
  X(SDL_RenderCopy) \
  X(SDL_RenderPresent) \
  X(SDL_RenderReadPixels) \
  X(SDL_SensorClose) \
  X(SDL_SensorGetDeviceType) \
  X(SDL_SensorOpen) \
  X(SDL_SetClipboardText) \
  X(SDL_SetError) \
  X(SDL_SetHint) \
  X(SDL_SetMainReady) \
  X(SDL_SetRenderDrawColor) \
  X(SDL_SetTextureBlendMode) \
  X(SDL_SetWindowFullscreen) \
  X(SDL_SetWindowIcon) \
  X(SDL_SetWindowMinimumSize) \
  X(SDL_SetWindowSize) \
  X(SDL_SetWindowTitle) \
  X(SDL_UpdateTexture) \
  X(SDL_WasInit) \
  X(SDL_free)

struct carom_sdl_functions {
#define X(name) __typeof__(&name) name##_;
  CAROM_SDL_FUNCTIONS(X)
#undef X
};

extern struct carom_sdl_functions carom_sdl;

#ifndef CAROM_SDL_LIBRARY_C
#define SDL_CloseAudioDevice carom_sdl.SDL_CloseAudioDevice_
#define SDL_CreateRGBSurfaceWithFormatFrom carom_sdl.SDL_CreateRGBSurfaceWithFormatFrom_
#define SDL_CreateRenderer carom_sdl.SDL_CreateRenderer_
#define SDL_CreateTexture carom_sdl.SDL_CreateTexture_
#define SDL_CreateWindow carom_sdl.SDL_CreateWindow_
#define SDL_Delay carom_sdl.SDL_Delay_
#define SDL_DestroyRenderer carom_sdl.SDL_DestroyRenderer_
#define SDL_DestroyTexture carom_sdl.SDL_DestroyTexture_
#define SDL_DestroyWindow carom_sdl.SDL_DestroyWindow_
#define SDL_FreeSurface carom_sdl.SDL_FreeSurface_
#define SDL_GameControllerClose carom_sdl.SDL_GameControllerClose_
#define SDL_GameControllerEventState carom_sdl.SDL_GameControllerEventState_
#define SDL_GameControllerGetJoystick carom_sdl.SDL_GameControllerGetJoystick_
#define SDL_GameControllerHasSensor carom_sdl.SDL_GameControllerHasSensor_
#define SDL_GameControllerOpen carom_sdl.SDL_GameControllerOpen_
#define SDL_GameControllerSetSensorEnabled carom_sdl.SDL_GameControllerSetSensorEnabled_
#define SDL_GetClipboardText carom_sdl.SDL_GetClipboardText_
#define SDL_GetCurrentDisplayMode carom_sdl.SDL_GetCurrentDisplayMode_
#define SDL_GetCurrentVideoDriver carom_sdl.SDL_GetCurrentVideoDriver_
#define SDL_GetDisplayUsableBounds carom_sdl.SDL_GetDisplayUsableBounds_
#define SDL_GetError carom_sdl.SDL_GetError_
#define SDL_GetKeyFromScancode carom_sdl.SDL_GetKeyFromScancode_
#define SDL_GetPerformanceCounter carom_sdl.SDL_GetPerformanceCounter_
#define SDL_GetPerformanceFrequency carom_sdl.SDL_GetPerformanceFrequency_
#define SDL_GetQueuedAudioSize carom_sdl.SDL_GetQueuedAudioSize_
#define SDL_GetRenderer carom_sdl.SDL_GetRenderer_
#define SDL_GetRendererInfo carom_sdl.SDL_GetRendererInfo_
#define SDL_GetRendererOutputSize carom_sdl.SDL_GetRendererOutputSize_
#define SDL_GetWindowDisplayIndex carom_sdl.SDL_GetWindowDisplayIndex_
#define SDL_GetWindowFromID carom_sdl.SDL_GetWindowFromID_
#define SDL_GetWindowSize carom_sdl.SDL_GetWindowSize_
#define SDL_InitSubSystem carom_sdl.SDL_InitSubSystem_
#define SDL_JoystickAttachVirtual carom_sdl.SDL_JoystickAttachVirtual_
#define SDL_JoystickDetachVirtual carom_sdl.SDL_JoystickDetachVirtual_
#define SDL_JoystickFromInstanceID carom_sdl.SDL_JoystickFromInstanceID_
#define SDL_JoystickGetDeviceInstanceID carom_sdl.SDL_JoystickGetDeviceInstanceID_
#define SDL_JoystickInstanceID carom_sdl.SDL_JoystickInstanceID_
#define SDL_JoystickSetVirtualAxis carom_sdl.SDL_JoystickSetVirtualAxis_
#define SDL_JoystickSetVirtualButton carom_sdl.SDL_JoystickSetVirtualButton_
#define SDL_NumJoysticks carom_sdl.SDL_NumJoysticks_
#define SDL_NumSensors carom_sdl.SDL_NumSensors_
#define SDL_OpenAudioDevice carom_sdl.SDL_OpenAudioDevice_
#define SDL_PauseAudioDevice carom_sdl.SDL_PauseAudioDevice_
#define SDL_PollEvent carom_sdl.SDL_PollEvent_
#define SDL_PushEvent carom_sdl.SDL_PushEvent_
#define SDL_QueueAudio carom_sdl.SDL_QueueAudio_
#define SDL_Quit carom_sdl.SDL_Quit_
#define SDL_QuitSubSystem carom_sdl.SDL_QuitSubSystem_
#define SDL_RenderClear carom_sdl.SDL_RenderClear_
#define SDL_RenderCopy carom_sdl.SDL_RenderCopy_
#define SDL_RenderPresent carom_sdl.SDL_RenderPresent_
#define SDL_RenderReadPixels carom_sdl.SDL_RenderReadPixels_
#define SDL_SensorClose carom_sdl.SDL_SensorClose_
#define SDL_SensorGetDeviceType carom_sdl.SDL_SensorGetDeviceType_
#define SDL_SensorOpen carom_sdl.SDL_SensorOpen_
#define SDL_SetClipboardText carom_sdl.SDL_SetClipboardText_
#define SDL_SetError carom_sdl.SDL_SetError_
#define SDL_SetHint carom_sdl.SDL_SetHint_
#define SDL_SetMainReady carom_sdl.SDL_SetMainReady_
#define SDL_SetRenderDrawColor carom_sdl.SDL_SetRenderDrawColor_
#define SDL_SetTextureBlendMode carom_sdl.SDL_SetTextureBlendMode_
#define SDL_SetWindowFullscreen carom_sdl.SDL_SetWindowFullscreen_
#define SDL_SetWindowIcon carom_sdl.SDL_SetWindowIcon_
#define SDL_SetWindowMinimumSize carom_sdl.SDL_SetWindowMinimumSize_
#define SDL_SetWindowSize carom_sdl.SDL_SetWindowSize_
#define SDL_SetWindowTitle carom_sdl.SDL_SetWindowTitle_
#define SDL_UpdateTexture carom_sdl.SDL_UpdateTexture_
#define SDL_WasInit carom_sdl.SDL_WasInit_
#define SDL_free carom_sdl.SDL_free_
#endif

#endif
#endif
#endif
