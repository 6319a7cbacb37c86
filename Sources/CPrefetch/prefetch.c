// The module is its header; a target needs a source file.
#include "prefetch.h"
