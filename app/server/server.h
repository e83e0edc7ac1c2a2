#pragma once
// Serves clients until it is asked to stop: one loop for all bytes, a thread for each client that asks for
// something, and one for each run. docs/server.md describes the protocol.
#include <memory>
#include <string>
#include <vector>

#include "app/server/connection.h"
#include "app/server/listener.h"
#include "app/server/session.h"

namespace fluxion::server {

class Server {
 public:
  // `token`: what clients on TCP show; not empty where there is such a listener.
  Server(Host& host, std::vector<std::unique_ptr<Listener>> listeners, std::string token);

  // Until `stop` is true; who sets it wakes host.wakeup. False: some thread did not end in time, and the
  // program ends without waiting for it.
  bool run(const std::atomic<bool>& stop);

 private:
  void waitForEvents();
  void acceptFrom(const Listener& listener);
  void dropOver();
  bool endAll();
  int timeout() const;  // ms

  Host& m_host;
  std::vector<std::unique_ptr<Listener>> m_listeners;
  std::string m_token;
  std::vector<std::unique_ptr<Connection>> m_connections;
  std::vector<std::unique_ptr<Worker>> m_leaving;  // of clients that are gone
  Clock::time_point m_acceptFrom{};                // not before: there were no descriptors left
};

}  // namespace fluxion::server
