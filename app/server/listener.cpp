#include "app/server/listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "sim_core/base/file_handle.h"

namespace fluxion::server {

static constexpr int waitingConnections = 64;
static constexpr int socketFlags = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;

static sim::Diagnostic cannotListen(const std::string& place, const std::string& why,
                                    const std::string& remedy) {
  return sim::error(place, "the server cannot listen here: " + why, remedy);
}

// Who begins to listen in this folder holds it meanwhile; it is free again however the program ends.
static bool lockFolder(const sim::FileHandle& folder) {
  constexpr int tries = 200;
  for (int k = 0; k < tries; ++k) {
    if (::flock(*folder, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

static bool somebodyListens(const sockaddr_un& address) {
  const int probe = ::socket(AF_UNIX, socketFlags, 0);
  const bool connected =
      ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 || errno == EAGAIN;
  ::close(probe);
  return connected;
}

// Makes room for a socket, or says why it cannot.
static sim::Diagnostics removeStale(const std::string& path, const sockaddr_un& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return {};
  if (!S_ISSOCK(status.st_mode))
    return {cannotListen(path, "something else is there, which is not a socket", "choose another path")};
  if (somebodyListens(address))
    return {cannotListen(path, "another server listens on this socket", "end it, or choose another path")};
  if (::unlink(path.c_str()) != 0)
    return {cannotListen(path, std::strerror(errno), "remove the old socket, or choose another path")};
  return {};
}

sim::Result<std::unique_ptr<Listener>> Listener::onSocket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    return cannotListen(
        path, "the path of a socket has from 1 to " + std::to_string(sizeof address.sun_path - 1) + " bytes",
        "choose a shorter path");
  std::memcpy(address.sun_path, path.data(), path.size());
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const sim::FileHandle folder(parent.empty() ? "." : parent.string(), O_RDONLY | O_DIRECTORY);
  if (!folder.is_open()) return cannotListen(path, std::strerror(errno), "choose a folder that is there");
  if (!lockFolder(folder))
    return cannotListen(path, "another program has locked the folder", "try again, or choose another folder");
  if (auto problems = removeStale(path, address); !problems.empty()) return problems;

  std::unique_ptr<Listener> made(new Listener);
  made->m_descriptor = ::socket(AF_UNIX, socketFlags, 0);
  const mode_t before = ::umask(S_IRWXG | S_IRWXO | S_IXUSR);  // it is never open to others, not for a moment
  const bool bound =
      made->m_descriptor >= 0 &&
      ::bind(made->m_descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  const int code = errno;
  ::umask(before);
  if (!bound) return cannotListen(path, std::strerror(code), "choose a folder that you may write");
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) {
    made->m_path = std::filesystem::absolute(path).string();
    made->m_device = status.st_dev;
    made->m_file = status.st_ino;
  }
  if (::listen(made->m_descriptor, waitingConnections) != 0)
    return cannotListen(path, std::strerror(errno), "choose another path");
  made->m_name = path;
  return made;
}

namespace {

struct HostAndPort {
  std::string host, port;
};

// An address without a host is of this machine.
HostAndPort splitAddress(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) return {"127.0.0.1", text};
  HostAndPort address{text.substr(0, colon), text.substr(colon + 1)};
  if (address.host.size() > 2 && address.host.front() == '[' && address.host.back() == ']')
    address.host = address.host.substr(1, address.host.size() - 2);
  if (address.host.empty()) address.host = "127.0.0.1";
  return address;
}

bool isPort(const std::string& text) {
  return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos &&
         std::stoi(text) <= 65535;
}

bool isLoopback(const sockaddr* address) {
  if (address->sa_family == AF_INET)
    return (ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr) >> 24) == 127;
  return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

int boundPort(int descriptor) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.ss_family == AF_INET ? reinterpret_cast<sockaddr_in*>(&address)->sin_port
                                            : reinterpret_cast<sockaddr_in6*>(&address)->sin6_port);
}

}  // namespace

sim::Result<std::unique_ptr<Listener>> Listener::onTcp(const std::string& text) {
  const auto [host, port] = splitAddress(text);
  if (!isPort(port))
    return cannotListen(text, "'" + port + "' is no port", "write HOST:PORT, such as localhost:7070");
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (const int failed = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found); failed != 0)
    return cannotListen(text, ::gai_strerror(failed), "write HOST:PORT, such as localhost:7070");
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
  std::unique_ptr<Listener> made(new Listener);
  made->m_descriptor = ::socket(found->ai_family, socketFlags, 0);
  const int on = 1;
  ::setsockopt(made->m_descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (made->m_descriptor < 0 || ::bind(made->m_descriptor, found->ai_addr, found->ai_addrlen) != 0 ||
      ::listen(made->m_descriptor, waitingConnections) != 0)
    return cannotListen(text, std::strerror(errno), "choose another port");
  made->m_local = isLoopback(found->ai_addr);
  made->m_name = (host.find(':') == std::string::npos ? host : '[' + host + ']') + ':' +
                 std::to_string(boundPort(made->m_descriptor));
  return made;
}

// While it still listens, no other server takes the place of its socket.
Listener::~Listener() {
  struct stat status {};
  if (!m_path.empty() && ::lstat(m_path.c_str(), &status) == 0 && status.st_dev == m_device &&
      status.st_ino == m_file)
    ::unlink(m_path.c_str());
  if (m_descriptor >= 0) ::close(m_descriptor);
}

int Listener::accept() const {
  const int descriptor = ::accept4(m_descriptor, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  const int on = 1;
  if (descriptor >= 0 && needsToken()) ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

}  // namespace fluxion::server
