// Renders a frame with the formulas of Blinn surfaces.
#include "softwaregl.h"

#if __has_include(<EGL/egl.h>) && __has_include(<GLES3/gl3.h>)

#include <stdio.h>
#include <string.h>

#include "calls.h"

static const char *depth_vertex =
  "#version 300 es\n"
  "layout(location = 0) in vec4 position;\n"
  "uniform mat4 model, view;\n"
  "void main() { gl_Position = view * (model * vec4(position.xyz, 1.0)); }\n";

static const char *depth_fragment = "#version 300 es\nvoid main() {}\n";

static const char *surface_vertex =
  "#version 300 es\n"
  "layout(location = 0) in vec4 position;\n"
  "layout(location = 1) in vec4 normal;\n"
  "layout(location = 2) in vec4 tangent;\n"
  "uniform mat4 model, view;\n"
  "uniform mat3 normals;\n"
  "uniform float flip;\n"
  "uniform vec3 u_row, v_row;\n"
  "out vec3 p, n;\n"
  "#ifdef NORMAL\nout vec4 t;\n#endif\n"
  "#ifdef TEXTURED\nout vec2 uv;\n#endif\n"
  "void main() {\n"
  "  vec4 world = model * vec4(position.xyz, 1.0);\n"
  "  p = world.xyz;\n"
  "  n = normals * normal.xyz;\n"
  "#ifdef NORMAL\n  t = vec4(mat3(model) * tangent.xyz, tangent.w * flip);\n#endif\n"
  "#ifdef TEXTURED\n"
  "  vec3 at = vec3(position.w, normal.w, 1.0);\n"
  "  uv = vec2(dot(u_row, at), dot(v_row, at));\n"
  "#endif\n"
  "  gl_Position = view * world;\n"
  "}\n";

static const char *surface_fragment =
  "#version 300 es\n"
  "precision highp float;\n"
  "precision highp sampler2DShadow;\n"
  "in vec3 p, n;\n"
  "#ifdef NORMAL\nin vec4 t;\nuniform sampler2D normal_map;\nuniform float bend;\n#endif\n"
  "#ifdef TEXTURED\nin vec2 uv;\n#endif\n"
  "#ifdef DIFFUSE\nuniform sampler2D diffuse_map;\n#endif\n"
  "#ifdef EMISSION\nuniform sampler2D emission_map;\n#endif\n"
  "uniform vec3 diffuse, ambient, specular, emission, eye;\n"
  "uniform float exponent;\n"
  "uniform vec3 colors[LIGHTS], light_positions[LIGHTS], directions[LIGHTS];\n"
  "uniform float outer[LIGHTS], cone[LIGHTS];\n"
  "uniform sampler2DShadow shadow;\n"
  "uniform mat4 shadow_view;\n"
  "uniform float texel_per_distance, texel, darkness;\n"
  "const int kinds[LIGHTS] = int[](KINDS);\n"
  "const bool shadows[LIGHTS] = bool[](SHADOWS);\n"
  "out vec4 color;\n"
  "void main() {\n"
  "  vec3 base = diffuse;\n"
  "#ifdef DIFFUSE\n  base *= texture(diffuse_map, uv, -0.25).rgb;\n#endif\n"
  "  vec3 outward = normalize(n);\n"
  "  vec3 normal = outward;\n"
  "#ifdef NORMAL\n"
  "  vec3 c = texture(normal_map, uv, -0.25).rgb;\n"
  "  vec2 xy = (c.xy - 0.5) * bend * 2.0;\n"
  "  vec3 along = normalize(t.xyz - normal * dot(normal, t.xyz));\n"
  "  vec3 across = cross(normal, along);\n"
  "  normal = normalize(\n"
  "    along * xy.x + across * (xy.y * t.w) + normal * max(c.z * 2.0 - 1.0, 0.01));\n"
  "#endif\n"
  "  if (!gl_FrontFacing) { normal = -normal; outward = -outward; }\n"
  "  vec3 to_eye = normalize(eye - p);\n"
  "  vec3 sum = vec3(0.0), highlights = vec3(0.0);\n"
  "  for (int i = 0; i < LIGHTS; i++) {\n"
  "    vec3 to_light = -directions[i];\n"
  "    float strength = 1.0;\n"
  "    if (kinds[i] != 0) to_light = normalize(light_positions[i] - p);\n"
  "    if (kinds[i] == 2) {\n"
  "      float inside = clamp((dot(-to_light, directions[i]) - outer[i]) * cone[i], 0.0, 1.0);\n"
  "      strength = inside * inside * (3.0 - 2.0 * inside);\n"
  "    }\n"
  "    float cosine = max(dot(normal, to_light), 0.0);\n"
  "    if (cosine * strength <= 0.0) continue;\n"
  "    if (shadows[i]) {\n"
  "      float width = (shadow_view * vec4(p, 1.0)).w * texel_per_distance + texel;\n"
  "      vec4 s = shadow_view * vec4(p + outward * (width * 1.5) + to_light * width, 1.0);\n"
  "      vec3 at = s.xyz / s.w * 0.5 + 0.5;\n"
  "      float lit = s.w > 0.0 ? texture(shadow, at) : 1.0;\n"
  "      strength *= 1.0 - (1.0 - lit) * darkness;\n"
  "    }\n"
  "    sum += colors[i] * (cosine * strength);\n"
  "#ifdef SPECULAR\n"
  "    float near = clamp(dot(normal, normalize(to_light + to_eye)), 0.0, 1.0);\n"
  "    highlights += colors[i] * (pow(near, exponent) * min(cosine * 8.0, 1.0) * strength);\n"
  "#endif\n"
  "  }\n"
  "  vec3 light = base * (sum + ambient) + specular * highlights;\n"
  "#ifdef EMISSION\n  light += emission * texture(emission_map, uv, -0.25).rgb;\n"
  "#else\n  light += emission;\n#endif\n"
  "  color = vec4(light, 1.0);\n"
  "}\n";

// A shader program with its variant key and uniform locations.
typedef struct {
  uint64_t key;
  GLuint program;
  GLint model, normals, flip, u_row, v_row, diffuse, ambient, specular, emission, exponent, bend;
} variant;

static variant variants[64];
static int variant_count;
static GLuint depth_program;
static char message[512];

void gles_discard_programs(void) {
  variant_count = 0;
  depth_program = 0;
}

static GLuint shader(GLenum kind, const char *head, const char *text) {
  // The version must come first, followed by the definitions.
  const char *body = strchr(text, '\n') + 1;
  const char *parts[] = {"#version 300 es\n", head, body};
  GLuint s = gles.CreateShader(kind);
  gles.ShaderSource(s, 3, parts, 0);
  gles.CompileShader(s);
  GLint good = 0;
  gles.GetShaderiv(s, GL_COMPILE_STATUS, &good);
  if (!good) gles.GetShaderInfoLog(s, sizeof message, 0, message);
  return good ? s : 0;
}

static GLuint make_program(const char *head, const char *vertex, const char *fragment) {
  GLuint v = shader(GL_VERTEX_SHADER, head, vertex);
  GLuint f = shader(GL_FRAGMENT_SHADER, head, fragment);
  if (!v || !f) return 0;
  GLuint p = gles.CreateProgram();
  gles.AttachShader(p, v);
  gles.AttachShader(p, f);
  gles.LinkProgram(p);
  GLint good = 0;
  gles.GetProgramiv(p, GL_LINK_STATUS, &good);
  if (!good) gles.GetProgramInfoLog(p, sizeof message, 0, message);
  return good ? p : 0;
}

static const variant *surface_program(const gles_frame *frame, const gles_draw *d) {
  bool shines = d->specular[0] > 0 || d->specular[1] > 0 || d->specular[2] > 0;
  uint64_t key = (d->diffuse >= 0) | (d->normal >= 0) << 1 | (d->emission >= 0) << 2 | shines << 3;
  // The key holds the number and kinds of lights: four bits for each of eight.
  for (int i = 0; i < frame->light_count; i++)
    key |= (uint64_t)(4 | frame->lights[i].kind) << (4 + 4 * i) | (uint64_t)frame->lights[i].has_shadow << (7 + 4 * i);
  for (int i = 0; i < variant_count; i++)
    if (variants[i].key == key) return &variants[i];
  char kinds[64] = "", shadows[128] = "", head[512];
  for (int i = 0; i < frame->light_count; i++) {
    char part[16];
    snprintf(part, sizeof part, "%s%d", i ? "," : "", frame->lights[i].kind);
    strcat(kinds, part);
    snprintf(part, sizeof part, "%s%s", i ? "," : "", frame->lights[i].has_shadow ? "true" : "false");
    strcat(shadows, part);
  }
  snprintf(
    head, sizeof head, "#define LIGHTS %d\n#define KINDS %s\n#define SHADOWS %s\n%s%s%s%s%s",
    frame->light_count, kinds, shadows, key & 7 ? "#define TEXTURED\n" : "",
    key & 1 ? "#define DIFFUSE\n" : "", key & 2 ? "#define NORMAL\n" : "",
    key & 4 ? "#define EMISSION\n" : "", key & 8 ? "#define SPECULAR\n" : "");
  GLuint p = make_program(head, surface_vertex, surface_fragment);
  if (!p || variant_count == 64) return 0;
  variant *added = &variants[variant_count++];
  *added = (variant){.key = key, .program = p};
#define LOCATION(name) added->name = gles.GetUniformLocation(p, #name)
  LOCATION(model), LOCATION(normals), LOCATION(flip), LOCATION(u_row), LOCATION(v_row), LOCATION(diffuse);
  LOCATION(ambient), LOCATION(specular), LOCATION(emission), LOCATION(exponent), LOCATION(bend);
#undef LOCATION
  gles.UseProgram(p);
  gles.Uniform1i(gles.GetUniformLocation(p, "diffuse_map"), 0);
  gles.Uniform1i(gles.GetUniformLocation(p, "normal_map"), 1);
  gles.Uniform1i(gles.GetUniformLocation(p, "emission_map"), 2);
  gles.Uniform1i(gles.GetUniformLocation(p, "shadow"), 3);
  return added;
}

static void set_vector(GLuint p, const char *name, const float *v) {
  gles.Uniform3fv(gles.GetUniformLocation(p, name), 1, v);
}

static void set_number(GLuint p, const char *name, float v) {
  gles.Uniform1f(gles.GetUniformLocation(p, name), v);
}

static void set_frame(GLuint p, const gles_frame *f) {
  gles.UniformMatrix4fv(gles.GetUniformLocation(p, "view"), 1, GL_FALSE, f->view);
  gles.UniformMatrix4fv(gles.GetUniformLocation(p, "shadow_view"), 1, GL_FALSE, f->shadow_view);
  set_vector(p, "eye", f->eye);
  set_number(p, "texel_per_distance", f->texel_per_distance);
  set_number(p, "texel", f->texel);
  set_number(p, "darkness", f->darkness);
  for (int i = 0; i < f->light_count; i++) {
    char name[32];
    const gles_light *l = &f->lights[i];
    snprintf(name, sizeof name, "colors[%d]", i);
    set_vector(p, name, l->color);
    snprintf(name, sizeof name, "light_positions[%d]", i);
    set_vector(p, name, l->position);
    snprintf(name, sizeof name, "directions[%d]", i);
    set_vector(p, name, l->direction);
    snprintf(name, sizeof name, "outer[%d]", i);
    set_number(p, name, l->outer_cosine);
    snprintf(name, sizeof name, "cone[%d]", i);
    set_number(p, name, l->cone_scale);
  }
}

static void draw_elements(const gles_draw *d) {
  gles.BindVertexArray(gles_arrays[d->mesh]);
  gles.DrawElements(
    GL_TRIANGLES, d->count, GL_UNSIGNED_INT, (const void *)((uintptr_t)d->first * 4));
}

static void set_sides(const gles_draw *d, bool is_upside_down) {
  if (d->is_double_sided) {
    gles.Disable(GL_CULL_FACE);
  } else {
    gles.Enable(GL_CULL_FACE);
  }
  gles.FrontFace(d->is_mirrored != is_upside_down ? GL_CW : GL_CCW);
}

static const char *draw_shadow(const gles_frame *f, const gles_draw *draws, int32_t count) {
  if (!depth_program) depth_program = make_program("", depth_vertex, depth_fragment);
  if (!depth_program) return message;
  gles.BindFramebuffer(GL_FRAMEBUFFER, gles_shadow_target);
  gles.Viewport(0, 0, gles_shadow_side, gles_shadow_side);
  gles.Clear(GL_DEPTH_BUFFER_BIT);
  gles.UseProgram(depth_program);
  GLint model = gles.GetUniformLocation(depth_program, "model");
  gles.UniformMatrix4fv(
    gles.GetUniformLocation(depth_program, "view"), 1, GL_FALSE, f->shadow_view);
  for (int32_t i = 0; i < count; i++) {
    if (!draws[i].casts_shadow) continue;
    set_sides(&draws[i], false);
    gles.UniformMatrix4fv(model, 1, GL_FALSE, draws[i].model);
    draw_elements(&draws[i]);
  }
  return 0;
}

const char *gles_render(
  const gles_frame *frame, const gles_draw *draws, int32_t count, uint8_t *out) {
  if (frame->light_count < 1 || frame->light_count > 8) return "1 to 8 lights are accepted";
  gles.Enable(GL_DEPTH_TEST);
  gles.DepthFunc(GL_LESS);
  for (int32_t i = 0; i < count; i++)
    if (draws[i].mesh < 0) return "too many meshes";
  bool has_shadow = false;
  for (int i = 0; i < frame->light_count; i++) has_shadow |= frame->lights[i].has_shadow;
  const char *problem = has_shadow ? draw_shadow(frame, draws, count) : 0;
  if (problem) return problem;
  gles.BindFramebuffer(GL_FRAMEBUFFER, gles_target);
  gles.Viewport(0, 0, gles_width, gles_height);
  gles.ClearColor(frame->background[0], frame->background[1], frame->background[2], 1);
  gles.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  gles.ActiveTexture(GL_TEXTURE3);
  gles.BindTexture(GL_TEXTURE_2D, gles_shadow_map);
  GLuint current = 0;
  for (int32_t i = 0; i < count; i++) {
    const gles_draw *d = &draws[i];
    if (d->diffuse < -1 || d->normal < -1 || d->emission < -1)
      return "too many textures";
    const variant *v = surface_program(frame, d);
    if (!v) return message;
    if (v->program != current) {
      gles.UseProgram(v->program);
      set_frame(v->program, frame);
      current = v->program;
    }
    const int32_t maps[] = {d->diffuse, d->normal, d->emission};
    for (GLenum unit = 0; unit < 3; unit++) {
      if (maps[unit] < 0) continue;
      gles.ActiveTexture(GL_TEXTURE0 + unit);
      gles.BindTexture(GL_TEXTURE_2D, gles_textures[maps[unit]]);
    }
    gles.UniformMatrix4fv(v->model, 1, GL_FALSE, d->model);
    gles.UniformMatrix3fv(v->normals, 1, GL_FALSE, d->normal_matrix);
    gles.Uniform1f(v->flip, d->flip);
    gles.Uniform3fv(v->u_row, 1, d->uv);
    gles.Uniform3fv(v->v_row, 1, d->uv + 3);
    gles.Uniform3fv(v->diffuse, 1, d->diffuse_color);
    gles.Uniform3fv(v->ambient, 1, d->ambient);
    gles.Uniform3fv(v->specular, 1, d->specular);
    gles.Uniform3fv(v->emission, 1, d->emission_color);
    gles.Uniform1f(v->exponent, d->exponent);
    gles.Uniform1f(v->bend, d->normal_intensity);
    // The view is flipped, so that the first row read is the top one.
    set_sides(d, true);
    draw_elements(d);
  }
  gles.PixelStorei(GL_PACK_ALIGNMENT, 1);
  gles.ReadPixels(0, 0, gles_width, gles_height, GL_RGBA, GL_UNSIGNED_BYTE, out);
  return gles.GetError() == GL_NO_ERROR ? 0 : "OpenGL ES reports an error";
}

#endif
