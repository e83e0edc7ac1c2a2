#include "app/server/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "app/server/token.h"

namespace fluxion::server {

Connection::Connection(int descriptor, const Host& host, std::string_view token)
    : m_descriptor(descriptor), m_host(host), m_token(token) {
  if (!m_token.empty()) m_deadline = Clock::now() + host.limits.authenticationTime;
}

Connection::~Connection() { ::close(m_descriptor); }

bool Connection::reads() const {
  if (m_inputEnded) return false;
  if (m_state == State::Closing) return true;
  return m_state == State::Open && m_lines.size() < m_host.limits.waitingRequests &&
         m_lines.bytes() < m_host.limits.messageBytes;
}

short Connection::events() const {
  return static_cast<short>((reads() ? POLLIN : 0) | (m_sent < m_out.size() ? POLLOUT : 0));
}

void Connection::serve(short events) {
  // A client that has closed both sides; what it has sent is still there to be read.
  const bool gone = (events & (POLLHUP | POLLERR)) != 0;
  if ((events & POLLIN) != 0 && reads()) read();
  if (gone && (events & POLLIN) == 0) m_state = State::Over;
  if ((events & POLLOUT) != 0 && !over()) write();
}

void Connection::read() {
  char buffer[1 << 16];
  const ssize_t got = ::recv(m_descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
  if (got < 0) {
    if (errno != EAGAIN && errno != EINTR) m_state = State::Over;
  } else if (got == 0) {
    m_inputEnded = true;
    if (m_state == State::Open && m_lines.incomplete())
      refuse({NotJson, "the message ends in its middle: a message ends with a line end"});
    else if (m_state == State::Open)
      m_state = State::Ending;
  } else if (m_state == State::Open) {
    takeIn({buffer, static_cast<std::size_t>(got)});
  }
}

void Connection::takeIn(std::string_view bytes) {
  const Limits& limits = m_host.limits;
  const std::size_t most = m_token.empty() ? limits.messageBytes : limits.firstMessageBytes;
  const bool was = m_lines.incomplete();
  if (!m_lines.add(bytes, most))
    return refuse({TooMuch, "a message has at most " + std::to_string(most) + " bytes"});
  if (!m_token.empty()) {
    if (!m_lines.empty()) checkToken(m_lines.take());
  } else if (!m_lines.incomplete()) {
    m_deadline.reset();
  } else if (!was || !m_deadline) {
    m_deadline = Clock::now() + limits.messageTime;
  }
}

void Connection::checkToken(const std::string& line) {
  auto parsed = parseRequest(line, m_host.limits);
  const Request* request = std::get_if<Request>(&parsed);
  const sim::Json* token =
      request && request->method == "authenticate" ? request->params.find("token") : nullptr;
  if (!token || token->kind != sim::Json::Kind::Text)
    return refuse({NoToken, "the first request is authenticate, with the token of the server"});
  if (!sameToken(token->text, m_token)) return refuse({NoToken, "this is not the token of the server"});
  m_token.clear();
  m_deadline.reset();
  if (!request->id.empty()) m_out += replyText(request->id, "{}");
}

void Connection::refuse(const Failure& failure) {
  m_lines.clear();
  m_out += replyText("null", failure);
  m_state = State::Closing;
  m_deadline = Clock::now() + m_host.limits.farewellTime;
  write();
}

void Connection::write() {
  while (m_sent < m_out.size()) {
    const ssize_t sent =
        ::send(m_descriptor, m_out.data() + m_sent, m_out.size() - m_sent, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      if (errno != EAGAIN) m_state = State::Over;
      // What is sent is dropped now and then, not byte by byte.
      if (m_sent > (std::size_t{1} << 16)) m_out.erase(0, std::exchange(m_sent, 0));
      return;
    }
    m_sent += static_cast<std::size_t>(sent);
  }
  m_out.clear();
  m_sent = 0;
  if (m_state == State::Closing && !m_ended) {
    ::shutdown(m_descriptor, SHUT_WR);
    m_ended = true;
  }
}

bool Connection::waitsForRequest() const { return m_lines.empty() && !(m_worker && m_worker->busy()); }

// Replies come before requests, so that these are answered in their order.
void Connection::answer() {
  if (m_worker)
    if (const auto reply = m_worker->takeReply()) m_out += *reply;
  if (m_lines.empty() || m_out.size() - m_sent > m_host.limits.answerBytes) return;
  try {
    if (!m_worker) m_worker = std::make_unique<Worker>(m_host);
  } catch (const std::system_error&) {
    return refuse({TooMuch, "the system has no thread for this client"});
  }
  if (!m_worker->busy()) m_worker->submit(m_lines.take());
}

void Connection::advance(Clock::time_point now) {
  if (m_state == State::Open || m_state == State::Ending) {
    answer();
    if (m_worker) m_worker->session().notify(m_out, m_sent + m_host.limits.rowBytes);
    if (m_sent < m_out.size()) write();
  }
  if (m_state == State::Ending && waitsForRequest() && m_out.empty()) m_state = State::Over;
  if (m_state == State::Closing && m_inputEnded && m_out.empty()) m_state = State::Over;
  if (m_deadline && now >= *m_deadline) beLate(now);
}

void Connection::beLate(Clock::time_point now) {
  if (m_state == State::Closing)
    m_state = State::Over;
  else if (!reads())
    m_deadline = now + m_host.limits.messageTime;  // it is not the client who is late
  else
    refuse(m_token.empty() ? Failure{TooMuch, "a message was begun and has not been ended in time"}
                           : Failure{NoToken, "no token was shown in time"});
}

bool Connection::ticks() const {
  return m_worker && (m_state == State::Open || m_state == State::Ending) && m_worker->session().active();
}

std::optional<Clock::time_point> Connection::deadline() const { return m_deadline; }

}  // namespace fluxion::server
