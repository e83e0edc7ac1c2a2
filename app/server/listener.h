#pragma once
// Where clients connect: a Unix socket, or a port of TCP.
#include <sys/types.h>

#include <memory>
#include <string>

#include "sim_core/base/result.h"

namespace fluxion::server {

class Listener {
 public:
  // A socket at `path` that only its owner may use. One that is there is replaced where nobody listens on it;
  // what is no socket is not touched. Two servers that begin at once do not replace each other's.
  static sim::Result<std::unique_ptr<Listener>> onSocket(const std::string& path);
  // "HOST:PORT", "[HOST]:PORT", or "PORT" of this machine alone; port 0: one that is free.
  static sim::Result<std::unique_ptr<Listener>> onTcp(const std::string& address);
  // Removes its own socket file, and no other that has taken its place.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int descriptor() const { return m_descriptor; }
  bool needsToken() const { return m_path.empty(); }
  bool onThisMachineOnly() const { return m_local; }
  const std::string& name() const { return m_name; }  // the path, or HOST:PORT with the port that it got
  // A connection that never waits, or -1.
  int accept() const;

 private:
  Listener() = default;

  int m_descriptor = -1;
  std::string m_name, m_path;
  bool m_local = true;
  dev_t m_device = 0;
  ino_t m_file = 0;
};

}  // namespace fluxion::server
