#pragma once
// A client: bytes in and out, never waited for. Belongs to the loop.
//
// A connection that sends what is no message in the limits gets an error and is closed. One that sends faster
// than it is answered, or does not read its answers, is not read from meanwhile, so that it takes no memory.
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "app/server/lines.h"
#include "app/server/message.h"
#include "app/server/worker.h"

namespace fluxion::server {

using Clock = std::chrono::steady_clock;

class Connection {
 public:
  // Takes over the descriptor. `token`: what the client has to show first; empty: nothing.
  Connection(int descriptor, const Host& host, std::string_view token);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int descriptor() const { return m_descriptor; }
  short events() const;  // that poll() is to wait for
  void serve(short events);
  // What is left to do besides bytes: replies, requests, notifications, deadlines.
  void advance(Clock::time_point now);
  // Sends an error, and closes.
  void refuse(const Failure& failure);

  bool over() const { return m_state == State::Over; }
  bool closing() const { return m_state == State::Closing; }
  bool ticks() const;  // notifications may come at any time
  std::optional<Clock::time_point> deadline() const;
  std::unique_ptr<Worker> takeWorker() { return std::move(m_worker); }

 private:
  // Ending: the client has ended its side; what it has asked is still answered. Closing: what is left is
  // sent, and what comes is thrown away until the client has read it.
  enum class State { Open, Ending, Closing, Over };
  bool reads() const;
  bool waitsForRequest() const;
  void read();
  void write();
  void takeIn(std::string_view bytes);
  void checkToken(const std::string& line);
  void answer();
  void beLate(Clock::time_point now);

  int m_descriptor;
  const Host& m_host;
  std::string m_token;  // still to be shown
  State m_state = State::Open;
  Lines m_lines;
  std::string m_out;
  std::size_t m_sent = 0;                      // of m_out
  bool m_ended = false, m_inputEnded = false;  // our side, and the client's
  std::optional<Clock::time_point> m_deadline;
  std::unique_ptr<Worker> m_worker;  // from the first request on
};

}  // namespace fluxion::server
