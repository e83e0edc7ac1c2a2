#pragma once
// Where frames come from and go to: UDP sockets and serial lines. Nothing here waits: what is not there yet
// comes later, and what cannot be sent at once is left out. For POSIX systems.
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/exchange/frame.h"

namespace sim {

class FrameSource {
 public:
  virtual ~FrameSource() = default;
  // What has arrived since the last call, the oldest first. `damaged` is called for each piece of data that
  // shows by itself that it has been changed on the way.
  virtual void receive(const std::function<void(std::span<const unsigned char>)>& take,
                       const std::function<void()>& damaged) = 0;
};

class FrameSink {
 public:
  virtual ~FrameSink() = default;
  // False: there was no room for it. That nobody is there to receive it does not count.
  virtual bool send(const Bytes& frame) = 0;
};

// Addresses are numbers ("192.168.0.2", "::1") or "localhost": no name server is asked. What is wrong is
// said in the message, without a place.
Result<std::unique_ptr<FrameSource>> listen_udp(const std::string& address, int port);
Result<std::unique_ptr<FrameSink>> send_udp(const std::string& address, int port);

// A serial line with 8 data bits, no parity, one stop bit; both directions share one device.
class SerialLine : public FrameSink {
 public:
  // A source of frames with this many numbers; the line must outlive it. At most one of them.
  virtual std::unique_ptr<FrameSource> source(std::size_t count) = 0;
};
Result<std::unique_ptr<SerialLine>> open_serial_line(const std::string& device, int baud);

}  // namespace sim
