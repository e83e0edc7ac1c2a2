#pragma once
// A port of this machine that nobody uses at the moment.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sim {

inline int free_udp_port() {
  const int handle = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const general = reinterpret_cast<sockaddr*>(&address);
  if (bind(handle, general, size) != 0 || getsockname(handle, general, &size) != 0) address.sin_port = 0;
  close(handle);
  return ntohs(address.sin_port);
}

}  // namespace sim
