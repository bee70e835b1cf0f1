#include "CUsherProto.h"
