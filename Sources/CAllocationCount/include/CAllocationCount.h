#ifndef C_ALLOCATION_COUNT_H
#define C_ALLOCATION_COUNT_H

/// How many blocks of memory the calling thread has asked for since it began, by whatever function.
long allocation_count(void);

/// How many bytes of the process are in blocks that were asked for and not given back.
long allocated_bytes(void);

#endif
