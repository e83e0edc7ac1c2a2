#include "editor/detached_thread.h"

#include <QDebug>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

namespace fluxion {

static std::atomic<int> running{0};

static void perform(std::function<void()>& task) {
  try {
    task();
  } catch (const std::exception& failure) {
    qWarning("work in a thread was lost: %s", failure.what());
  } catch (...) {
    qWarning("work in a thread was lost");
  }
  task = nullptr;
}

void startDetached(std::function<void()> task) {
  ++running;
  try {
    std::thread([task]() mutable {
      perform(task);
      --running;
    }).detach();
  } catch (const std::system_error&) {
    perform(task);
    --running;
  }
}

int detachedThreads() { return running; }

}  // namespace fluxion
