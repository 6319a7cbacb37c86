// What sdl.c, audio.c and events.c share.
#ifndef CAROM_EVENTS_H
#define CAROM_EVENTS_H

#include <stdbool.h>

// Keeps what failed and SDL's reason for plat_error(); always false.
bool carom_fail(const char *what);

void carom_open_sensors(void);
void carom_close_devices(void);

#endif
