// Draws exported frames by OpenGL ES 3, for comparisons with Carom's own renderer; nothing else uses it.
//
// libEGL is opened when it is asked for, so neither building nor linking needs it: where its headers or
// the library are missing, gles_open says so.
#ifndef CAROM_SOFTWAREGL_H
#define CAROM_SOFTWAREGL_H

#include <stdbool.h>
#include <stdint.h>

// A corner: place and u, normal and v, tangent and the sign of the third axis.
typedef struct {
  float place[4], normal[4], tangent[4];
} gles_vertex;

// What one draw is made of; pictures are numbers of gles_texture or -1.
typedef struct {
  int32_t mesh, first, count;
  float model[16], normal_matrix[9], flip;
  int32_t diffuse, normal, emission;
  float uv[6];  // u = uv[0] u + uv[1] v + uv[2], v = uv[3] u + uv[4] v + uv[5]
  float diffuse_color[3], ambient[3], specular[3], emission_color[3];
  float exponent, normal_intensity;
  bool is_double_sided, is_mirrored, casts_shadow;
} gles_draw;

// A light; kind is 0 directional, 1 omni, 2 spot.
typedef struct {
  int32_t kind;
  float color[3], position[3], direction[3];
  float outer_cosine, cone_scale;
  bool has_shadow;
} gles_light;

// A frame; matrices by column, with depth as OpenGL has it. There is at most one shadow.
typedef struct {
  float view[16], shadow_view[16];
  float eye[3], background[3];
  float texel_per_distance, texel, darkness;
  int32_t light_count;
  gles_light lights[8];
} gles_frame;

// Makes a context that draws into memory by `threads` threads; nil on success, else what is missing, and
// then nothing is left open.
const char *gles_open(int32_t width, int32_t height, int32_t threads, int32_t shadow_size);
// The name of what draws.
const char *gles_renderer(void);
// The number of a mesh; -1 when there is no room for more.
int32_t gles_mesh(
  const gles_vertex *vertices, int32_t vertex_count, const uint32_t *indices, int32_t index_count);
// The number of a picture, -2 when there is no room for more. Four bytes a pixel; the reduced versions are
// made here.
int32_t gles_texture(
  const uint8_t *pixels, int32_t width, int32_t height, bool is_srgb, bool repeats_s,
  bool repeats_t);
// Draws a frame and reads it into `out`, four bytes a pixel from the top left; nil, or what is wrong.
const char *gles_render(
  const gles_frame *frame, const gles_draw *draws, int32_t count, uint8_t *out);
// Gives everything back.
void gles_close(void);

#endif
