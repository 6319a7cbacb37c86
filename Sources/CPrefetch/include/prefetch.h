// A hint to the processor, for which Swift has no function.
#ifndef CAROM_PREFETCH_H
#define CAROM_PREFETCH_H

// Begins to load the cache line of an address, which need not be valid; results do not depend on it.
static inline void carom_prefetch(const void *_Nonnull address) {
  __builtin_prefetch(address);
}

#endif
