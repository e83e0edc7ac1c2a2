#include "app/server/worker.h"

#include <utility>

namespace fluxion::server {

Worker::Worker(const Host& host)
    : m_host(host), m_session(std::make_unique<Session>(host)), m_thread([this] { work(); }) {}

Worker::~Worker() {
  if (!over()) quit();
  m_thread.join();
}

void Worker::submit(std::string line) {
  m_busy = true;
  {
    const std::lock_guard lock(m_mutex);
    m_line = std::move(line);
  }
  m_changed.notify_one();
}

std::optional<std::string> Worker::takeReply() {
  const std::lock_guard lock(m_mutex);
  auto reply = std::exchange(m_reply, std::nullopt);
  if (reply) m_busy = false;
  return reply;
}

void Worker::quit() {
  {
    const std::lock_guard lock(m_mutex);
    if (std::exchange(m_quits, true)) return;
    m_session->requestStop();  // the thread, which drops the session, waits for this lock first
  }
  m_changed.notify_one();
}

void Worker::work() {
  std::unique_lock lock(m_mutex);
  while (!m_quits) {
    if (auto line = std::exchange(m_line, std::nullopt)) {
      lock.unlock();
      std::string reply = m_session->reply(*line);
      lock.lock();
      m_reply = std::move(reply);
      m_host.wakeup.wake();
    } else {
      m_changed.wait(lock);
    }
  }
  lock.unlock();
  m_session.reset();
  m_over.store(true, std::memory_order_release);
  m_host.wakeup.wake();
}

}  // namespace fluxion::server
