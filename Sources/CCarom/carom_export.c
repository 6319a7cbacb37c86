#include "carom_export.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void carom_call_export(void) {
  if (carom_export_games) carom_export_games();
}

/* The texts of threads that have ended are not freed: at most some kilobytes for each thread. */
static _Thread_local char *last_error;

void carom_keep_error(const char *text, size_t length) {
  char *copy = malloc(length + 1);
  if (copy) {
    memcpy(copy, text, length);
    copy[length] = 0;
  }
  free(last_error);
  last_error = copy;
}

const char *carom_kept_error(void) { return last_error ? last_error : ""; }

int carom_process(void) { return (int)getpid(); }
