#include "editor/file_work.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "editor/detached_thread.h"
#include "sim_core/base/work.h"

namespace fluxion {

struct DetachedWork::Shared {
  std::mutex mutex;
  std::condition_variable change;
  DetachedWork* owner = nullptr;  // null: it was left
  bool over = false;
  std::exception_ptr failure;
};

DetachedWork::DetachedWork() : m_shared(std::make_shared<Shared>()) { m_shared->owner = this; }

DetachedWork::~DetachedWork() {
  const std::lock_guard lock(m_shared->mutex);
  m_shared->owner = nullptr;
}

void DetachedWork::begin(std::function<void()> task) {
  startDetached([shared = m_shared, task = std::move(task)]() mutable {
    std::exception_ptr failure;
    try {
      const sim::Work work([&shared] {
        const std::lock_guard lock(shared->mutex);
        return shared->owner == nullptr;
      });
      task();
    } catch (...) {
      failure = std::current_exception();
    }
    task = nullptr;  // before anybody hears of it: nothing of it is used in two threads
    const std::lock_guard lock(shared->mutex);
    shared->failure = failure;
    shared->over = true;
    shared->change.notify_all();
    if (shared->owner) QMetaObject::invokeMethod(shared->owner, &DetachedWork::ended, Qt::QueuedConnection);
  });
}

bool DetachedWork::hasEnded() const { return waitFor(0); }

bool DetachedWork::waitFor(int milliseconds) const {
  std::unique_lock lock(m_shared->mutex);
  return m_shared->change.wait_for(lock, std::chrono::milliseconds(milliseconds),
                                   [this] { return m_shared->over; });
}

void DetachedWork::rethrow() const {
  const std::lock_guard lock(m_shared->mutex);
  if (m_shared->failure) std::rethrow_exception(m_shared->failure);
}

}  // namespace fluxion
