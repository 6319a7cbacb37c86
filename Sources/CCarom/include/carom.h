/*
 * Carom: games and scenes from C, and from every language that can call C.
 *
 *     carom_session game;
 *     if (carom_open("marble-maze", NULL, 1, &game) != CAROM_OK) puts(carom_error());
 *     carom_step(game, 600);
 *     uint64_t hash;
 *     carom_hash(game, &hash);
 *     carom_close(game);
 *
 * Every function that can fail returns a carom_status. carom_error() has the text of the last
 * failure in the calling thread: where, what is wrong, and what is accepted. A call that failed has
 * changed nothing, unless its description says otherwise.
 *
 * No argument crashes the process: null pointers, closed or invented sessions, memory that is too
 * small, and numbers that are not finite are refused. (Memory must be as large as the call says.)
 * A session is used by one thread at a time: a call to a session that another thread uses returns
 * CAROM_BUSY. Different sessions can be used by different threads.
 *
 * A text is written to `text` with a zero at its end. `capacity` is the size of that memory and
 * `*length` becomes the length of the text without the zero. If the memory is too small, the result
 * is CAROM_TOO_SMALL and `*length` is still set; `text` can be NULL to ask for the length only.
 * Bytes work alike, without the zero. Texts are UTF-8.
 *
 * The state after a number of ticks depends on the scene, the seed and the inputs alone: the same
 * calls give the same bits on every machine and for every number of threads.
 */
#ifndef CAROM_H
#define CAROM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface; it changes when a function or a structure changes. */
#define CAROM_INTERFACE 1

/* The result of a call. */
typedef int32_t carom_status;
enum {
  CAROM_OK = 0,           /* the call has done its work */
  CAROM_BAD_ARGUMENT = 1, /* an argument is missing, not finite, out of range or malformed */
  CAROM_BAD_SESSION = 2,  /* the session was closed, or never opened */
  CAROM_BUSY = 3,         /* another thread uses the session, or it was given twice */
  CAROM_TOO_SMALL = 4,    /* the memory is too small; the length that is needed is set */
  CAROM_NOT_LOADED = 5,   /* a game, level or file is missing or has errors */
  CAROM_REFUSED = 6,      /* the snapshot, recording, task or property does not fit the session */
  CAROM_DIFFERENT = 7     /* a recording was replayed, and its hashes differ */
};

/* A session: a running game with its scene, clock, random streams and inputs. 0 is none. */
typedef uint64_t carom_session;

/* ---- The library ---- */

/* CAROM_INTERFACE of the library. */
int32_t carom_interface(void);
/* The version of the engine, such as "0.9.0". */
const char *carom_version(void);
/* The text of the last failure in this thread; valid until the next call in this thread. */
const char *carom_error(void);
/* Sets the folder that contains Scenes and Assets, for sessions that are opened later. NULL finds
 * it as the program carom does: CAROM_ROOT, or the checkout around the working directory. */
carom_status carom_set_root(const char *folder);
/* The games as JSON: [{"name", "title", "summary", "levels": [{"name", "title", "scene"}],
 * "actions": [{"name", "title", "keys"}], "controls": [name of a number of an action]}]. */
carom_status carom_games(char *text, size_t capacity, size_t *length);

/* ---- Sessions ---- */

/* Opens a game by name or a scene file by path, before its first tick. `level` is a number from 1
 * or a name; NULL is the first one. All levels are read and checked: about 0.1 s for the maze. */
carom_status carom_open(const char *subject, const char *level, uint64_t seed,
                        carom_session *session);
/* Opens the game of a snapshot from carom_snapshot, in its state. */
carom_status carom_open_snapshot(const void *bytes, size_t count, carom_session *session);
/* Opens the same game again, with the state and the task of a session; reads no files. */
carom_status carom_clone(carom_session session, carom_session *copy);
/* Closes a session and frees its memory; a recording ends. */
carom_status carom_close(carom_session session);
/* A session as JSON: {"game", "scene", "level", "seed", "tick", "tickLength" (seconds), "phase",
 * "score", "lives", "isOver", "hasBegun", "hash" (16 hexadecimal digits)}. */
carom_status carom_describe(carom_session session, char *text, size_t capacity, size_t *length);
/* The number of ticks that have run. */
carom_status carom_tick(carom_session session, uint64_t *tick);
/* The hash of the whole state, including pending events. */
carom_status carom_hash(carom_session session, uint64_t *hash);
/* Returns to the state of a new session with a seed; a recording ends. */
carom_status carom_reset(carom_session session, uint64_t seed);
/* Runs 0 to 360,000 ticks; a tick is 1/60 s in most scenes. */
carom_status carom_step(carom_session session, uint32_t ticks);
/* Runs 0 to 360,000 ticks with the game's own bot as the player. The bot continues if it has
 * played up to this tick; after a restore, in a clone and after carom_step_many, a new one plays. */
carom_status carom_play(carom_session session, uint32_t ticks);
/* Sends an event, or several in brackets, to the next tick, in the format of recordings without
 * "t": {"tilt":[0.5,-1]}, {"key":{"code":"space","isDown":true}}. */
carom_status carom_send(carom_session session, const char *events);

/* ---- Elements and properties ---- */

/* A selector is XPath ("//node[@role='pearl']"), CSS ("css:node[role=pearl]", "#ball"), "game",
 * "scene", or the name of a node. */

/* The elements that match, as JSON: [{"path", "kind", "attributes": {name: text}}]; at most 10,000.
 * No match is an empty list. */
carom_status carom_find(carom_session session, const char *selector, char *text, size_t capacity,
                        size_t *length);
/* An attribute or a property of the only match of a selector, as text, such as "position.y". */
carom_status carom_get(carom_session session, const char *selector, const char *property,
                       char *text, size_t capacity, size_t *length);
/* Sets a property of a node, the game or the scene in the next tick, as an event that recordings
 * contain. `value` is JSON in the format of scene files. */
carom_status carom_set(carom_session session, const char *selector, const char *property,
                       const char *value);

/* ---- Snapshots and recordings ---- */

/* The complete state as bytes, for sessions of the same game, level and version in any process. */
carom_status carom_snapshot(carom_session session, void *bytes, size_t capacity, size_t *length);
/* Restores a snapshot; a recording ends. A snapshot with another seed changes the session's. */
carom_status carom_restore(carom_session session, const void *bytes, size_t count);
/* Keeps the current state in memory, for a search that returns to states of one session many times:
 * a fraction of the time and memory of a snapshot. `*state` becomes its number, from 1, which is
 * valid in this session until carom_drop_state or carom_close. At most 1,000,000 states. */
carom_status carom_save_state(carom_session session, uint64_t *state);
/* Returns to a state of this session; a recording ends. */
carom_status carom_load_state(carom_session session, uint64_t state);
/* Frees the memory of a state. */
carom_status carom_drop_state(carom_session session, uint64_t state);
/* Starts to record the session; `carom replay` plays and verifies the text. */
carom_status carom_record(carom_session session);
/* The recording up to now, which goes on: lines of JSON (.replay.jsonl). */
carom_status carom_recording(carom_session session, char *text, size_t capacity, size_t *length);
/* Replays a recording in a session of its own and compares all hashes. `*ticks` becomes the number
 * of ticks that were equal; CAROM_DIFFERENT says where and in which part of the state they differ. */
carom_status carom_verify(const char *recording, size_t count, uint64_t *ticks);

/* ---- Pictures ---- */

/* What a picture contains; the picture of a player has all but CAROM_ANTIALIASED. */
enum {
  CAROM_OVERLAY = 1,    /* labels, bars and panels */
  CAROM_SHADOWS = 2,    /* shadows of lights that cast them */
  CAROM_ANTIALIASED = 4 /* four samples for each pixel, at one to two times the cost */
};

/* The picture of the last tick in memory of width × height × 3 bytes: rows from the top; red, green,
 * blue. Sides are 1 to 4,096 pixels. `camera` selects a node with a camera; NULL is the scene's. */
carom_status carom_render(carom_session session, const char *camera, uint32_t width,
                          uint32_t height, uint32_t contents, uint8_t *pixels, size_t capacity);
/* The pictures of several sessions, one after the other, drawn by 1 to 256 threads (0: one for each
 * processor). */
carom_status carom_render_many(const carom_session *sessions, size_t count, uint32_t width,
                               uint32_t height, uint32_t contents, uint32_t threads,
                               uint8_t *pixels, size_t capacity);
/* For each pixel, the distance along the view in meters (infinity: background), the identity of the
 * node (0: background; attribute "identity") and the normal in the world (3 numbers). Each memory
 * can be NULL; `pixels` is the number of pixels that each has room for. */
carom_status carom_render_geometry(carom_session session, const char *camera, uint32_t width,
                                   uint32_t height, float *depths, uint32_t *nodes, float *normals,
                                   size_t pixels);

/* ---- Tasks: actions, observations, reward and end as numbers ---- */

/* Gives a session a task, as JSON; it is compiled once. All members are optional:
 *
 *     {
 *       "act": ["tilt"],
 *       "observe": [
 *         { "select": "game", "property": "lifeTicks", "scale": 0.001 },
 *         { "select": "ball", "property": "worldPosition" },
 *         { "select": "//node[@role='pearl']", "property": "worldPosition", "count": 4,
 *           "relativeTo": "ball" },
 *         { "select": "count(//node[@role='pearl'])" }
 *       ],
 *       "reward": [{ "select": "game", "property": "score", "kind": "change", "weight": 0.1 }],
 *       "end": ["//node[@name='ball'][@position.y < -5]"],
 *       "frameSkip": 4, "maximumTicks": 7200, "start": "start"
 *     }
 *
 * act: numbers of an action: "tilt" (two), "pointer" (two), "pointer.x", "pointer.y",
 *   "pointer.pressed", the name of an action of the game, "key.NAME", "button.NAME", "axis.NAME";
 *   without it, all that the game declares. A press is a number above 0.5.
 * observe: properties with up to four components, and selectors that are numbers or true or false;
 *   without it, the numbers of the game's state, and position and velocity of each dynamic body.
 *   Missing elements are zeros. Selectors by name, role and place in the tree are evaluated only
 *   when the tree changes; others at every step.
 * reward: the sum of weight × value, or of weight × its change in the step; without it, the change of
 *   the score (negative if fewer points are better).
 * end: selectors that end an episode besides the end of the game.
 * frameSkip: ticks of a step, 1 to 1,000. maximumTicks: the length of an episode; 0 is no limit.
 * start: an action that is pressed after a reset until the game has begun.
 */
carom_status carom_set_task(carom_session session, const char *task);
/* The layout of the task as JSON: {"actions": [{"name", "summary", "unit", "minimum", "maximum",
 * "isPress"}], "observations": [the same], "frameSkip", "maximumTicks"}. Observed numbers are
 * clamped to their limits, which are a million if the property declares none. */
carom_status carom_layout(carom_session session, char *text, size_t capacity, size_t *length);
/* The observed numbers of the current state. `count` must be that of the layout. */
carom_status carom_observe(carom_session session, float *numbers, size_t count);

/* Steps of several sessions with tasks of the same layout. */
typedef struct {
  uint32_t size;             /* sizeof(carom_steps) */
  uint32_t threads;          /* 1 to 256; 0: one for each processor */
  size_t action_count;       /* numbers of an action, for each session */
  size_t observation_count;  /* numbers of an observation, for each session */
  const float *actions;      /* sessions × action_count; values are clamped to their range */
  const uint8_t *resets;     /* per session: not 0 resets it instead of a step; NULL: none */
  const uint64_t *seeds;     /* the seeds for resets; needed only if there is one */
  const uint8_t *skips;      /* per session: not 0 leaves it as it is; NULL: none */
  float *observations;       /* sessions × observation_count; NULL: none */
  double *rewards;           /* 0 for a reset; NULL: none */
  uint8_t *terminated;       /* whether the game or the task has ended; NULL: none */
  uint8_t *truncated;        /* whether maximumTicks have run; NULL: none */
} carom_steps;

/* Applies an action to each session, runs its ticks, and writes what follows. A session that ends
 * in between skips the rest of the ticks. Nothing changes if one of the arguments is refused. */
carom_status carom_step_many(const carom_session *sessions, size_t count,
                             const carom_steps *steps);
/* Observes the current state of each session, and whether its episode has ended. */
carom_status carom_observe_many(const carom_session *sessions, size_t count,
                                const carom_steps *steps);

#ifdef __cplusplus
}
#endif
#endif
