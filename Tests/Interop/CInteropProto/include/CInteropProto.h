#ifndef INTEROP_CINTEROPPROTO_H
#define INTEROP_CINTEROPPROTO_H

#include <protobuf-c/protobuf-c.h>

#include "grpc/testing/empty.pb-c.h"
#include "grpc/testing/messages.pb-c.h"

#endif
