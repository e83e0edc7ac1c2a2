#include <fcntl.h>
#include <sys/stat.h>
#include <termios.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "sim_core/exchange/file_handle.h"
#include "sim_core/exchange/link.h"

namespace sim {

namespace {

class SerialSource final : public FrameSource {
 public:
  SerialSource(const FileHandle& line, std::size_t count) : line_(line), scanner_(count) {}

  void receive(const std::function<void(std::span<const unsigned char>)>& take,
               const std::function<void()>& damaged) override {
    std::array<unsigned char, 4096> bytes;
    for (int k = 0; k < most_at_once; ++k) {
      const ssize_t size = read(line_.get(), bytes.data(), bytes.size());
      if (size <= 0) return;
      scanner_.feed({bytes.data(), static_cast<std::size_t>(size)}, take, damaged);
    }
  }

 private:
  static constexpr int most_at_once = 64;
  const FileHandle& line_;
  FrameScanner scanner_;
};

class OpenSerialLine final : public SerialLine {
 public:
  explicit OpenSerialLine(FileHandle line) : line_(std::move(line)) {}

  // As much as the line takes at once; the rest goes before the next frame, which is left out where it does
  // not fit.
  bool send(const Bytes& frame) override {
    const bool fits = waiting_.empty();
    if (fits) waiting_ = checked_frame(frame);
    const ssize_t written = write(line_.get(), waiting_.data(), waiting_.size());
    if (written > 0) waiting_.erase(waiting_.begin(), waiting_.begin() + written);
    return fits;
  }
  std::unique_ptr<FrameSource> source(std::size_t count) override {
    return std::make_unique<SerialSource>(line_, count);
  }

 private:
  FileHandle line_;
  Bytes waiting_;
};

std::optional<speed_t> speed_of(int baud) {
  struct Speed {
    int baud;
    speed_t speed;
  };
  static constexpr Speed speeds[] = {
      {1200, B1200},     {2400, B2400},       {4800, B4800},       {9600, B9600},      {19200, B19200},
      {38400, B38400},   {57600, B57600},     {115200, B115200},   {230400, B230400},  {460800, B460800},
      {921600, B921600}, {1000000, B1000000}, {2000000, B2000000}, {3000000, B3000000}};
  for (const Speed& s : speeds)
    if (s.baud == baud) return s.speed;
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<SerialLine>> open_serial_line(const std::string& device, int baud) {
  const auto speed = speed_of(baud);
  if (!speed)
    return error({}, "serial lines have no speed of " + std::to_string(baud) + " baud",
                 "use a standard one, such as 9600 or 115200");
  // Waits neither for a carrier nor for a reader: what is no terminal is not even opened.
  struct stat about {};
  const bool known = stat(device.c_str(), &about) == 0;
  if (known && !S_ISCHR(about.st_mode))
    return error({}, "'" + device + "' is not a serial line", "give a device, such as /dev/ttyUSB0");
  FileHandle line(open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  termios options{};
  if (!line)
    return error({}, "'" + device + "' cannot be opened: " + std::strerror(errno),
                 "check that it is connected, and your right to use it");
  if (tcgetattr(line.get(), &options) != 0)
    return error({}, "'" + device + "' is not a serial line", "give a device, such as /dev/ttyUSB0");
  cfmakeraw(&options);
  options.c_cflag |= CLOCAL | CREAD;
  options.c_cc[VMIN] = options.c_cc[VTIME] = 0;
  cfsetispeed(&options, *speed);
  cfsetospeed(&options, *speed);
  if (tcsetattr(line.get(), TCSANOW, &options) != 0)
    return error({},
                 "'" + device + "' does not take " + std::to_string(baud) + " baud: " + std::strerror(errno),
                 "choose another speed");
  return std::unique_ptr<SerialLine>(std::make_unique<OpenSerialLine>(std::move(line)));
}

}  // namespace sim
