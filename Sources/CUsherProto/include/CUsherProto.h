#ifndef USHER_CUSHERPROTO_H
#define USHER_CUSHERPROTO_H
#include <protobuf-c/protobuf-c.h>
#endif
