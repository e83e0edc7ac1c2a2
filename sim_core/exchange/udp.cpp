#include <netdb.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "sim_core/exchange/file_handle.h"
#include "sim_core/exchange/link.h"

namespace sim {

namespace {

class UdpSource final : public FrameSource {
 public:
  explicit UdpSource(FileHandle socket) : socket_(std::move(socket)), datagram_(largest + 1) {}

  void receive(const std::function<void(std::span<const unsigned char>)>& take,
               const std::function<void()>& /*damaged*/) override {
    for (int k = 0; k < most_at_once; ++k) {
      const ssize_t size = recv(socket_.get(), datagram_.data(), datagram_.size(), MSG_DONTWAIT);
      if (size < 0) return;
      take({datagram_.data(), static_cast<std::size_t>(size)});
    }
  }

 private:
  static constexpr std::size_t largest = 65535;
  static constexpr int most_at_once = 64;  // a flood of frames does not hold a step up
  FileHandle socket_;
  Bytes datagram_;
};

class UdpSink final : public FrameSink {
 public:
  explicit UdpSink(FileHandle socket) : socket_(std::move(socket)) {}

  bool send(const Bytes& frame) override {
    const ssize_t sent = ::send(socket_.get(), frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent >= 0 || errno == ECONNREFUSED;
  }

 private:
  FileHandle socket_;
};

using Attach = int (*)(int, const sockaddr*, socklen_t);

Result<FileHandle> attached_socket(const std::string& address, int port, Attach attach, const char* failed) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_DGRAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const std::string numeric = address == "localhost" ? "127.0.0.1" : address;
  if (getaddrinfo(numeric.c_str(), std::to_string(port).c_str(), &hints, &found) != 0)
    return error({}, "'" + address + "' is not an address", "give one as numbers, such as 192.168.0.2");
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, freeaddrinfo);
  FileHandle handle(socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol));
  if (!handle || attach(handle.get(), found->ai_addr, found->ai_addrlen) != 0)
    return error(
        {}, std::string(failed) + " " + address + ":" + std::to_string(port) + ": " + std::strerror(errno),
        "choose another address or port, or end the program that uses it");
  return handle;
}

}  // namespace

Result<std::unique_ptr<FrameSource>> listen_udp(const std::string& address, int port) {
  auto socket = attached_socket(address, port, ::bind, "it cannot listen at");
  if (!socket) return socket.errors();
  return std::unique_ptr<FrameSource>(std::make_unique<UdpSource>(*std::move(socket)));
}

Result<std::unique_ptr<FrameSink>> send_udp(const std::string& address, int port) {
  auto socket = attached_socket(address, port, ::connect, "it cannot send to");
  if (!socket) return socket.errors();
  return std::unique_ptr<FrameSink>(std::make_unique<UdpSink>(*std::move(socket)));
}

}  // namespace sim
