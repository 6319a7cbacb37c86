// Declarations shared by sdl.c, audio.c and events.c.
#ifndef CAROM_EVENTS_H
#define CAROM_EVENTS_H

#include <stdbool.h>

// Stores a description of a failure and SDL's reason for plat_error(); always returns false.
bool carom_fail(const char *what);

void carom_open_sensors(void);
void carom_close_devices(void);

#endif
