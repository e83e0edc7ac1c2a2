#include "app/server/server.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace fluxion::server {

Server::Server(Host& host, std::vector<std::unique_ptr<Listener>> listeners, std::string token)
    : m_host(host), m_listeners(std::move(listeners)), m_token(std::move(token)) {}

int Server::timeout() const {
  using Milliseconds = std::chrono::milliseconds;
  const Clock::time_point now = Clock::now();
  std::optional<Milliseconds> wait;
  const auto within = [&](Milliseconds time) {
    time = std::max(time, Milliseconds(0));
    if (!wait || time < *wait) wait = time;
  };
  const auto until = [&](Clock::time_point time) {
    within(std::chrono::duration_cast<Milliseconds>(time - now) + Milliseconds(1));
  };
  for (const auto& connection : m_connections) {
    if (const auto deadline = connection->deadline()) until(*deadline);
    if (connection->ticks()) within(m_host.limits.tick);
  }
  if (m_acceptFrom > now) until(m_acceptFrom);
  return wait ? static_cast<int>(std::min<Milliseconds::rep>(wait->count(), 60'000)) : -1;
}

void Server::waitForEvents() {
  std::vector<pollfd> all{{m_host.wakeup.descriptor(), POLLIN, 0}};
  for (const auto& connection : m_connections)
    all.push_back({connection->descriptor(), connection->events(), 0});
  // Clients that wait for a place, while those that are gone still hold memory, wait in the queue of the
  // system.
  const bool accepts = m_leaving.size() < m_host.limits.clients && Clock::now() >= m_acceptFrom;
  const std::size_t first = all.size();
  for (const auto& listener : m_listeners)
    all.push_back({listener->descriptor(), static_cast<short>(accepts ? POLLIN : 0), 0});
  if (::poll(all.data(), all.size(), timeout()) < 0) return;
  if (all[0].revents != 0) m_host.wakeup.takeIn();
  for (std::size_t k = 0; k < m_connections.size(); ++k)
    if (all[k + 1].revents != 0) m_connections[k]->serve(all[k + 1].revents);
  dropOver();
  for (std::size_t k = 0; k < m_listeners.size(); ++k)
    if (all[first + k].revents != 0) acceptFrom(*m_listeners[k]);
}

void Server::acceptFrom(const Listener& listener) {
  const int descriptor = listener.accept();
  if (descriptor < 0) {
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
      m_acceptFrom = Clock::now() + m_host.limits.farewellTime;
    return;
  }
  // Those that are being refused have a second, and are no more than as many again.
  const std::size_t most = m_host.limits.clients;
  const auto serving = static_cast<std::size_t>(
      std::ranges::count_if(m_connections, [](const auto& connection) { return !connection->closing(); }));
  m_connections.push_back(
      std::make_unique<Connection>(descriptor, m_host, listener.needsToken() ? m_token : std::string()));
  if (m_connections.size() > 2 * most)
    m_connections.pop_back();
  else if (serving >= most)
    m_connections.back()->refuse(
        {TooMuch, "the server has " + std::to_string(most) + " clients, and takes no more"});
}

// What a client had ends in a thread of its own, and nobody waits for it.
void Server::dropOver() {
  std::erase_if(m_connections, [&](const auto& connection) {
    if (!connection->over()) return false;
    if (auto worker = connection->takeWorker()) {
      worker->quit();
      m_leaving.push_back(std::move(worker));
    }
    return true;
  });
  std::erase_if(m_leaving, [](const auto& worker) { return worker->over(); });
}

bool Server::run(const std::atomic<bool>& stop) {
  while (!stop.load()) {
    waitForEvents();
    const Clock::time_point now = Clock::now();
    for (const auto& connection : m_connections) connection->advance(now);
    dropOver();
  }
  return endAll();
}

bool Server::endAll() {
  for (const auto& connection : m_connections)
    if (auto worker = connection->takeWorker()) {
      worker->quit();
      m_leaving.push_back(std::move(worker));
    }
  m_connections.clear();
  m_listeners.clear();  // and their sockets
  const Clock::time_point latest = Clock::now() + m_host.limits.endTime;
  for (;;) {
    std::erase_if(m_leaving, [](const auto& worker) { return worker->over(); });
    if (m_leaving.empty()) return true;
    if (Clock::now() > latest) break;
    pollfd wakeup{m_host.wakeup.descriptor(), POLLIN, 0};
    if (::poll(&wakeup, 1, 100) > 0) m_host.wakeup.takeIn();
  }
  for (auto& worker : m_leaving) worker.release();  // it would be waited for
  return false;
}

}  // namespace fluxion::server
