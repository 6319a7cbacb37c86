// Draws exported frames with OpenGL ES 3, for the comparison with the renderer.
//
// libEGL is loaded at run time, so neither building nor linking needs it. Where its headers or the
// library are missing, gles_open returns an error.
#ifndef CAROM_SOFTWAREGL_H
#define CAROM_SOFTWAREGL_H

#include <stdbool.h>
#include <stdint.h>

// A vertex: position and u, normal and v, tangent and the sign of the bitangent.
typedef struct {
  float position[4], normal[4], tangent[4];
} gles_vertex;

// The uniforms of a draw; textures are indices from gles_texture or -1.
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

// A frame; matrices are column-major with OpenGL depth. At most one light has a shadow.
typedef struct {
  float view[16], shadow_view[16];
  float eye[3], background[3];
  float texel_per_distance, texel, darkness;
  int32_t light_count;
  gles_light lights[8];
} gles_frame;

// Creates a context that renders to memory with `threads` threads. Returns null or an error message;
// on an error nothing is left open.
const char *gles_open(int32_t width, int32_t height, int32_t threads, int32_t shadow_size);
// The name of the OpenGL renderer.
const char *gles_renderer(void);
// Uploads a mesh and returns its index, or -1 when there are too many.
int32_t gles_mesh(
  const gles_vertex *vertices, int32_t vertex_count, const uint32_t *indices, int32_t index_count);
// Uploads an RGBA texture with generated mipmaps and returns its index, or -2 when there are too many.
int32_t gles_texture(
  const uint8_t *pixels, int32_t width, int32_t height, bool is_srgb, bool repeats_s,
  bool repeats_t);
// Renders a frame to `out`, four bytes a pixel from the top left. Returns null or an error message.
const char *gles_render(
  const gles_frame *frame, const gles_draw *draws, int32_t count, uint8_t *out);
// Frees all resources.
void gles_close(void);

#endif
