// What sdl.c and events.c share.
#ifndef CAROM_EVENTS_H
#define CAROM_EVENTS_H

void carom_open_sensors(void);
void carom_close_devices(void);

#endif
