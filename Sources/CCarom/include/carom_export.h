#ifndef CAROM_EXPORT_H
#define CAROM_EXPORT_H

#include <stddef.h>

/* Defined by a library with games of its own; called once, before the first session is opened. */
void carom_export_games(void) __attribute__((weak));

/* Calls carom_export_games, if the library has it. */
void carom_call_export(void);

/* Keeps a text as the last error of this thread; without memory, the error has no text. */
void carom_keep_error(const char *text, size_t length);
/* The last error of this thread, or an empty text. */
const char *carom_kept_error(void);

/* The number of this process, which a fork changes. */
int carom_process(void);

#endif
