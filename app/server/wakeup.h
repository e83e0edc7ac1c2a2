#pragma once
// Ends the waiting of the loop. Any thread, and a signal handler: it only writes to a descriptor.
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace fluxion::server {

class Wakeup {
 public:
  Wakeup() : m_descriptor(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  Wakeup(const Wakeup&) = delete;
  Wakeup& operator=(const Wakeup&) = delete;
  ~Wakeup() { ::close(m_descriptor); }

  int descriptor() const { return m_descriptor; }
  void wake() const {
    const int code = errno;  // that of whom a signal interrupts
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_descriptor, &one, sizeof one);
    errno = code;
  }
  void takeIn() const {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(m_descriptor, &count, sizeof count);
  }

 private:
  int m_descriptor;
};

}  // namespace fluxion::server
