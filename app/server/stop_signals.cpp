#include "app/server/stop_signals.h"

#include <csignal>

namespace fluxion::server {

static std::atomic<bool> stopAsked{false};
static std::atomic<const Wakeup*> woken{nullptr};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<const Wakeup*>::is_always_lock_free);

static void onStop(int signal) {
  stopAsked.store(true);
  if (const Wakeup* wakeup = woken.load()) wakeup->wake();
  std::signal(signal, SIG_DFL);
}

const std::atomic<bool>& watchForStop(const Wakeup& wakeup) {
  woken.store(&wakeup);
  std::signal(SIGINT, onStop);
  std::signal(SIGTERM, onStop);
  return stopAsked;
}

}  // namespace fluxion::server
