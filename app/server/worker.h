#pragma once
// The thread that answers the requests of one client, one after the other.
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/server/session.h"

namespace fluxion::server {

class Worker {
 public:
  explicit Worker(const Host& host);
  // Once over() this takes no time; before, it waits for the thread.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // The loop. Only while it is not busy, and not after quit().
  void submit(std::string line);
  bool busy() const { return m_busy; }
  // The reply to what was submitted, once it is there: it is then no longer busy. Empty: to a notification.
  std::optional<std::string> takeReply();
  Session& session() { return *m_session; }

  // Asks runs and computations to stop; the session is gone when they have.
  void quit();
  bool over() const { return m_over.load(std::memory_order_acquire); }

 private:
  void work();

  const Host& m_host;
  std::unique_ptr<Session> m_session;
  bool m_busy = false;
  std::mutex m_mutex;  // of the following
  std::condition_variable m_changed;
  std::optional<std::string> m_line, m_reply;
  bool m_quits = false;
  std::atomic<bool> m_over{false};
  std::thread m_thread;  // the last: it uses the others
};

}  // namespace fluxion::server
