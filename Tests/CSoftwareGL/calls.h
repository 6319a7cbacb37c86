// OpenGL ES functions, loaded by name after a context is created.
#ifndef CAROM_SOFTWAREGL_CALLS_H
#define CAROM_SOFTWAREGL_CALLS_H

#include <GLES3/gl3.h>

#define GLES_CALLS(X) \
  X(void, ActiveTexture, (GLenum)) \
  X(void, AttachShader, (GLuint, GLuint)) \
  X(void, BindBuffer, (GLenum, GLuint)) \
  X(void, BindFramebuffer, (GLenum, GLuint)) \
  X(void, BindRenderbuffer, (GLenum, GLuint)) \
  X(void, BindTexture, (GLenum, GLuint)) \
  X(void, BindVertexArray, (GLuint)) \
  X(void, BufferData, (GLenum, GLsizeiptr, const void *, GLenum)) \
  X(GLenum, CheckFramebufferStatus, (GLenum)) \
  X(void, Clear, (GLbitfield)) \
  X(void, ClearColor, (GLfloat, GLfloat, GLfloat, GLfloat)) \
  X(void, ColorMask, (GLboolean, GLboolean, GLboolean, GLboolean)) \
  X(void, CompileShader, (GLuint)) \
  X(GLuint, CreateProgram, (void)) \
  X(GLuint, CreateShader, (GLenum)) \
  X(void, CullFace, (GLenum)) \
  X(void, DepthFunc, (GLenum)) \
  X(void, Disable, (GLenum)) \
  X(void, DrawElements, (GLenum, GLsizei, GLenum, const void *)) \
  X(void, Enable, (GLenum)) \
  X(void, EnableVertexAttribArray, (GLuint)) \
  X(void, FramebufferRenderbuffer, (GLenum, GLenum, GLenum, GLuint)) \
  X(void, FramebufferTexture2D, (GLenum, GLenum, GLenum, GLuint, GLint)) \
  X(void, FrontFace, (GLenum)) \
  X(void, GenBuffers, (GLsizei, GLuint *)) \
  X(void, GenFramebuffers, (GLsizei, GLuint *)) \
  X(void, GenRenderbuffers, (GLsizei, GLuint *)) \
  X(void, GenTextures, (GLsizei, GLuint *)) \
  X(void, GenVertexArrays, (GLsizei, GLuint *)) \
  X(void, GenerateMipmap, (GLenum)) \
  X(GLenum, GetError, (void)) \
  X(void, GetProgramInfoLog, (GLuint, GLsizei, GLsizei *, GLchar *)) \
  X(void, GetProgramiv, (GLuint, GLenum, GLint *)) \
  X(void, GetShaderInfoLog, (GLuint, GLsizei, GLsizei *, GLchar *)) \
  X(void, GetShaderiv, (GLuint, GLenum, GLint *)) \
  X(const GLubyte *, GetString, (GLenum)) \
  X(GLint, GetUniformLocation, (GLuint, const GLchar *)) \
  X(void, LinkProgram, (GLuint)) \
  X(void, PixelStorei, (GLenum, GLint)) \
  X(void, ReadPixels, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *)) \
  X(void, RenderbufferStorage, (GLenum, GLenum, GLsizei, GLsizei)) \
  X(void, ShaderSource, (GLuint, GLsizei, const GLchar *const *, const GLint *)) \
  X(void, TexImage2D, \
    (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *)) \
  X(void, TexParameteri, (GLenum, GLenum, GLint)) \
  X(void, Uniform1f, (GLint, GLfloat)) \
  X(void, Uniform1i, (GLint, GLint)) \
  X(void, Uniform3fv, (GLint, GLsizei, const GLfloat *)) \
  X(void, UniformMatrix3fv, (GLint, GLsizei, GLboolean, const GLfloat *)) \
  X(void, UniformMatrix4fv, (GLint, GLsizei, GLboolean, const GLfloat *)) \
  X(void, UseProgram, (GLuint)) \
  X(void, VertexAttribPointer, (GLuint, GLint, GLenum, GLboolean, GLsizei, const void *)) \
  X(void, Viewport, (GLint, GLint, GLsizei, GLsizei))

typedef struct {
#define GLES_FIELD(result, name, arguments) result(*name) arguments;
  GLES_CALLS(GLES_FIELD)
#undef GLES_FIELD
} gles_calls;

// Valid between gles_open and gles_close.
extern gles_calls gles;
// The size of the image and of the shadow map, and their framebuffers.
extern int32_t gles_width, gles_height, gles_shadow_side;
extern GLuint gles_target, gles_shadow_target, gles_shadow_map;
// Vertex arrays and textures by index.
enum { gles_capacity = 4096 };
extern GLuint gles_arrays[gles_capacity], gles_textures[gles_capacity];
// Discards the programs of the previous context.
void gles_discard_programs(void);

#endif
