// The audio output of platform.h on SDL's queue: without a callback, no code of ours runs on SDL's
// audio thread.
#include "platform.h"

#include "sdl_library.h"

#ifdef CAROM_HAS_SDL


#include "events.h"

static SDL_AudioDeviceID device = 0;
static int users = 0;

// Whether the device is open; it is closed together with the last window.
static bool is_open(void) { return device && SDL_WasInit(SDL_INIT_AUDIO); }

bool plat_audio_open(int32_t rate) {
  if (is_open()) {
    users += 1;
    return true;
  }
  if (!plat_available()) return false;
  SDL_SetMainReady();
  if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return carom_fail("cannot start the audio");
  SDL_AudioSpec wanted = {0}, given;
  wanted.freq = rate;
  wanted.format = AUDIO_S16SYS;
  wanted.channels = 2;
  wanted.samples = 512; // 12 ms at 44.1 kHz: low enough latency for impacts to match the image
  device = SDL_OpenAudioDevice(NULL, 0, &wanted, &given, 0);
  if (!device) {
    carom_fail("cannot open the audio device");
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    return false;
  }
  SDL_PauseAudioDevice(device, 0);
  users = 1;
  return true;
}

void plat_audio_close(void) {
  if (users > 0) users -= 1;
  if (users > 0) return;
  if (is_open()) {
    SDL_CloseAudioDevice(device);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
  }
  device = 0;
}

bool plat_audio_queue(const int16_t *samples, int32_t frames) {
  if (!is_open()) return false;
  return SDL_QueueAudio(device, samples, (Uint32)frames * 4) == 0
             ? true
             : carom_fail("cannot queue samples");
}

int32_t plat_audio_queued(void) {
  if (!is_open()) return 0;
  return (int32_t)(SDL_GetQueuedAudioSize(device) / 4);
}

#endif
