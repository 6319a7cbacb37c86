// A surfaceless context of OpenGL ES 3 and its resources.
#include "softwaregl.h"

#if __has_include(<EGL/egl.h>) && __has_include(<GLES3/gl3.h>)

#include <EGL/egl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

gles_calls gles;
int32_t gles_width, gles_height, gles_shadow_side;
GLuint gles_target, gles_shadow_target, gles_shadow_map;
GLuint gles_arrays[gles_capacity], gles_textures[gles_capacity];
static int32_t array_count, texture_count;
static void *library;
static EGLDisplay display;
static EGLContext context;

static const char *make_targets(void) {
  GLuint buffers[2];
  gles.GenRenderbuffers(2, buffers);
  gles.BindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
  gles.RenderbufferStorage(GL_RENDERBUFFER, GL_SRGB8_ALPHA8, gles_width, gles_height);
  gles.BindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
  gles.RenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, gles_width, gles_height);
  gles.GenFramebuffers(1, &gles_target);
  gles.BindFramebuffer(GL_FRAMEBUFFER, gles_target);
  gles.FramebufferRenderbuffer(
    GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
  gles.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
  if (gles.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    return "OpenGL ES cannot render images of this size";
  gles.GenTextures(1, &gles_shadow_map);
  gles.BindTexture(GL_TEXTURE_2D, gles_shadow_map);
  gles.TexImage2D(
    GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, gles_shadow_side, gles_shadow_side, 0,
    GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 0);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  gles.GenFramebuffers(1, &gles_shadow_target);
  gles.BindFramebuffer(GL_FRAMEBUFFER, gles_shadow_target);
  gles.FramebufferTexture2D(
    GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, gles_shadow_map, 0);
  if (gles.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    return "OpenGL ES cannot render shadow maps of this size";
  return 0;
}

static const char *make_context(
  int32_t width, int32_t height, int32_t threads, int32_t shadow_size) {
  gles_width = width;
  gles_height = height;
  gles_shadow_side = shadow_size;
  array_count = texture_count = 0;
  char number[16];
  snprintf(number, sizeof number, "%d", threads <= 1 ? 0 : threads);
  // Mesa reads these when the first context is created.
  setenv("LP_NUM_THREADS", number, 1);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  setenv("GALLIUM_DRIVER", "llvmpipe", 1);
  setenv("EGL_PLATFORM", "surfaceless", 1);
  library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libEGL.so.1 is not installed (apt-get install libegl1 libgles2)";
#define FIND(name) __typeof__(&egl##name) name = (__typeof__(&egl##name))dlsym(library, "egl" #name)
  FIND(GetProcAddress);
  FIND(GetDisplay);
  FIND(Initialize);
  FIND(BindAPI);
  FIND(ChooseConfig);
  FIND(CreateContext);
  FIND(MakeCurrent);
  if (!GetProcAddress || !GetDisplay || !Initialize || !BindAPI || !ChooseConfig || !CreateContext
      || !MakeCurrent)
    return "libEGL.so.1 lacks a function";
  display = GetDisplay(EGL_DEFAULT_DISPLAY);
  if (!display || !Initialize(display, 0, 0)) {
    display = 0;
    return "EGL has no display without a window";
  }
  EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
  EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
  EGLConfig config = 0;
  EGLint count = 0;
  BindAPI(EGL_OPENGL_ES_API);
  ChooseConfig(display, wanted, &config, 1, &count);
  context = CreateContext(display, count > 0 ? config : 0, EGL_NO_CONTEXT, version);
  if (!context || !MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
    return "EGL makes no context of OpenGL ES 3";
#define GLES_LOAD(result, name, arguments) \
  gles.name = (result(*) arguments)GetProcAddress("gl" #name); \
  if (!gles.name) return "OpenGL ES lacks gl" #name;
  GLES_CALLS(GLES_LOAD)
#undef GLES_LOAD
  return make_targets();
}

const char *gles_open(int32_t width, int32_t height, int32_t threads, int32_t shadow_size) {
  if (context) return "a context is open already";
  const char *problem = make_context(width, height, threads, shadow_size);
  if (problem) gles_close();
  return problem;
}

const char *gles_renderer(void) {
  return context ? (const char *)gles.GetString(GL_RENDERER) : "";
}

int32_t gles_mesh(
  const gles_vertex *vertices, int32_t vertex_count, const uint32_t *indices, int32_t index_count) {
  if (array_count == gles_capacity) return -1;
  GLuint array, buffers[2];
  gles.GenVertexArrays(1, &array);
  gles.BindVertexArray(array);
  gles.GenBuffers(2, buffers);
  gles.BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  gles.BufferData(
    GL_ARRAY_BUFFER, (GLsizeiptr)vertex_count * (GLsizeiptr)sizeof *vertices, vertices,
    GL_STATIC_DRAW);
  gles.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  gles.BufferData(
    GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)index_count * 4, indices, GL_STATIC_DRAW);
  for (GLuint i = 0; i < 3; i++) {
    gles.EnableVertexAttribArray(i);
    gles.VertexAttribPointer(
      i, 4, GL_FLOAT, GL_FALSE, sizeof *vertices, (const void *)(uintptr_t)(i * 16));
  }
  gles.BindVertexArray(0);
  gles_arrays[array_count] = array;
  return array_count++;
}

int32_t gles_texture(
  const uint8_t *pixels, int32_t width, int32_t height, bool is_srgb, bool repeats_s,
  bool repeats_t) {
  if (texture_count == gles_capacity) return -2;
  GLuint texture;
  gles.GenTextures(1, &texture);
  gles.BindTexture(GL_TEXTURE_2D, texture);
  gles.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gles.TexImage2D(
    GL_TEXTURE_2D, 0, is_srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, width, height, 0, GL_RGBA,
    GL_UNSIGNED_BYTE, pixels);
  gles.GenerateMipmap(GL_TEXTURE_2D);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  gles.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gles.TexParameteri(
    GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, repeats_s ? GL_REPEAT : GL_CLAMP_TO_EDGE);
  gles.TexParameteri(
    GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, repeats_t ? GL_REPEAT : GL_CLAMP_TO_EDGE);
  gles_textures[texture_count] = texture;
  return texture_count++;
}

void gles_close(void) {
  if (!display) return;
  FIND(MakeCurrent);
  FIND(DestroyContext);
  FIND(Terminate);
#undef FIND
  if (MakeCurrent) MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context && DestroyContext) DestroyContext(display, context);
  // Mesa reads the number of threads again when a display is opened afterwards.
  if (Terminate) Terminate(display);
  gles_discard_programs();
  context = 0;
  display = 0;
}

#endif
