/* Written by .ci/proto: every generated header. */
#ifndef USHER_MESSAGES_H
#define USHER_MESSAGES_H
#include "google/protobuf/any.pb-c.h"
#include "google/protobuf/duration.pb-c.h"
#include "google/protobuf/field_mask.pb-c.h"
#include "google/protobuf/timestamp.pb-c.h"
#include "google/rpc/code.pb-c.h"
#include "google/rpc/error_details.pb-c.h"
#include "google/rpc/status.pb-c.h"
#include "grpc/health/v1/health.pb-c.h"
#include "grpc/reflection/v1/reflection.pb-c.h"
#include "grpc/reflection/v1alpha/reflection.pb-c.h"
#include "usher/v1/errors.pb-c.h"
#include "usher/v1/focus.pb-c.h"
#include "usher/v1/hall.pb-c.h"
#include "usher/v1/lock.pb-c.h"
#include "usher/v1/room.pb-c.h"
#include "usher/v1/seat.pb-c.h"
#include "usher/v1/seat_state.pb-c.h"
#include "usher/v1/show.pb-c.h"
#include "usher/v1/stream.pb-c.h"
#include "usher/v1/suggestion.pb-c.h"
#endif
