// Replaces softwaregl.h where the headers of EGL and OpenGL ES 3 are missing.
#include "softwaregl.h"

#if __has_include(<EGL/egl.h>) && __has_include(<GLES3/gl3.h>)
// Implemented in context.c and draw.c.
typedef int carom_softwaregl_is_there;
#else

const char *gles_open(int32_t width, int32_t height, int32_t threads, int32_t shadow_size) {
  (void)width, (void)height, (void)threads, (void)shadow_size;
  return "this build has no EGL; install it (apt-get install libegl-dev libgles-dev) and build again";
}

const char *gles_renderer(void) { return ""; }

int32_t gles_mesh(const gles_vertex *v, int32_t count, const uint32_t *indices, int32_t index_count) {
  (void)v, (void)count, (void)indices, (void)index_count;
  return -1;
}

int32_t gles_texture(
  const uint8_t *pixels, int32_t width, int32_t height, bool is_srgb, bool repeats_s,
  bool repeats_t) {
  (void)pixels, (void)width, (void)height, (void)is_srgb, (void)repeats_s, (void)repeats_t;
  return -1;
}

const char *gles_render(
  const gles_frame *frame, const gles_draw *draws, int32_t count, uint8_t *out) {
  (void)frame, (void)draws, (void)count, (void)out;
  return "no EGL";
}

void gles_close(void) {}

#endif
