#pragma once
// A serial line without hardware: what is written to the device can be read here, and the other way around.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace sim {

class PseudoTerminal {
 public:
  PseudoTerminal() : other_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (grantpt(other_) != 0 || unlockpt(other_) != 0) ADD_FAILURE() << "there is no pseudo-terminal";
    device_ = ptsname(other_);
    // Kept open and raw: bytes that come before the device is opened wait for it unchanged.
    kept_ = open(device_.c_str(), O_RDWR | O_NOCTTY);
    termios options{};
    tcgetattr(kept_, &options);
    cfmakeraw(&options);
    tcsetattr(kept_, TCSANOW, &options);
  }
  ~PseudoTerminal() { close(kept_), close(other_); }
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  const std::string& device() const { return device_; }
  void write(const std::vector<unsigned char>& bytes) const {
    EXPECT_EQ(::write(other_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  // What has come, waiting up to two seconds for `count` bytes.
  std::vector<unsigned char> read(std::size_t count) const {
    std::vector<unsigned char> bytes(count);
    std::size_t known = 0;
    pollfd ready{other_, POLLIN, 0};
    while (known < count && poll(&ready, 1, 2000) > 0) {
      const ssize_t more = ::read(other_, bytes.data() + known, count - known);
      if (more <= 0) break;
      known += static_cast<std::size_t>(more);
    }
    bytes.resize(known);
    return bytes;
  }

 private:
  int other_, kept_ = -1;
  std::string device_;
};

}  // namespace sim
