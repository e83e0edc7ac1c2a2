#pragma once
// SIGINT and SIGTERM end the server cleanly; a second one ends the program at once.
#include <atomic>

#include "app/server/wakeup.h"

namespace fluxion::server {

// From now on a signal sets the flag that is returned, and wakes `wakeup`, which outlives the program's end.
const std::atomic<bool>& watchForStop(const Wakeup& wakeup);

}  // namespace fluxion::server
