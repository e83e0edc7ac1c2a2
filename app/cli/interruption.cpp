#include "app/cli/interruption.h"

#include <csignal>

namespace fluxion {

static volatile std::sig_atomic_t interruptions = 0;

static void onInterrupt(int signal) {
  interruptions = 1;
  std::signal(signal, SIG_DFL);
}

void watchForInterruption() { std::signal(SIGINT, onInterrupt); }

bool isInterrupted() { return interruptions != 0; }

}  // namespace fluxion
