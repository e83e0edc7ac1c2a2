// A client at one end of a pair of sockets: what times out, what is refused, and what is answered.
#include "app/server/connection.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "sim_core/blocks/standard_library.h"

namespace fluxion::server {

class Connections : public testing::Test {
 protected:
  void connect(std::string_view token = {}) {
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
    client = ends[0];
    connection = std::make_unique<Connection>(ends[1], host, token);
  }
  ~Connections() override {
    if (client >= 0) ::close(client);
  }
  void say(std::string_view text) {
    ASSERT_EQ(::send(client, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  }
  // What comes until a line is whole or the connection is over, with the loop's part of it.
  std::string heard() {
    std::string all;
    for (int k = 0; k < 1000 && !connection->over() && !all.ends_with('\n'); ++k) {
      pollfd event{connection->descriptor(), connection->events(), 0};
      if (::poll(&event, 1, 5) > 0) connection->serve(event.revents);
      if (!connection->over()) connection->advance(Clock::now());
      char buffer[4096];
      const ssize_t got = ::recv(client, buffer, sizeof buffer, 0);
      if (got > 0) all.append(buffer, static_cast<std::size_t>(got));
    }
    return all;
  }
  bool ends() {
    heard();
    return connection->over();
  }
  const sim::BlockLibrary library = sim::standard_library();
  Host host{library, {}, {}, "1.2.3", {}};
  int client = -1;
  std::unique_ptr<Connection> connection;
};

TEST_F(Connections, ARequestIsAnswered) {
  connect();
  say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"info\"}\n");
  EXPECT_NE(heard().find("\"version\":\"1.2.3\""), std::string::npos);
}

TEST_F(Connections, AMessageThatDoesNotEndTimesOut) {
  host.limits.messageTime = std::chrono::milliseconds(30);
  connect();
  say("{");
  EXPECT_NE(heard().find("a message was begun and has not been ended in time"), std::string::npos);
  host.limits.farewellTime = std::chrono::milliseconds(30);
  EXPECT_TRUE(ends()) << "though the client holds on";
}

TEST_F(Connections, ATokenIsShownInTime) {
  host.limits.authenticationTime = std::chrono::milliseconds(30);
  connect("0123456789abcdef");
  EXPECT_NE(heard().find("no token was shown in time"), std::string::npos);
}

TEST_F(Connections, ATokenMayComeWithTheFirstRequests) {
  connect("0123456789abcdef");
  say("{\"jsonrpc\":\"2.0\",\"method\":\"authenticate\",\"params\":{\"token\":\"0123456789abcdef\"}}\n"
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"info\"}\n");
  EXPECT_NE(heard().find("\"id\":2,\"result\""), std::string::npos);
}

TEST_F(Connections, AClientThatHasEndedItsSideIsAnswered) {
  connect();
  say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"info\"}\n");
  ::shutdown(client, SHUT_WR);
  EXPECT_NE(heard().find("\"result\""), std::string::npos);
  EXPECT_TRUE(ends());
}

TEST_F(Connections, AClientThatIsGoneIsOver) {
  connect();
  say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"blocks\"}\n");
  ::close(client);
  client = -1;
  for (int k = 0; k < 1000 && !connection->over(); ++k) {
    pollfd event{connection->descriptor(), connection->events(), 0};
    if (::poll(&event, 1, 5) > 0) connection->serve(event.revents);
    if (!connection->over()) connection->advance(Clock::now());
  }
  EXPECT_TRUE(connection->over());
}

}  // namespace fluxion::server
