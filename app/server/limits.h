#pragma once
// What clients may ask of a server; docs/server.md names the same numbers.
#include <chrono>
#include <cstddef>

namespace fluxion::server {

struct Limits {
  std::size_t clients = 16;
  std::size_t modelsOfClient = 8;
  std::size_t messageBytes = std::size_t{16} << 20;
  std::size_t firstMessageBytes = 4096;  // before a client has shown its token
  std::size_t messageDepth = 32;
  std::size_t messageValues = 1'000'000;
  // Requests that wait for the one before; beyond, nothing more is read from the client.
  std::size_t waitingRequests = 100;
  // What waits to be sent: no further request is looked at beyond the first, no rows are sent beyond the
  // second.
  std::size_t answerBytes = std::size_t{4} << 20, rowBytes = std::size_t{256} << 10;
  std::size_t subscriptionsOfRun = 64;
  std::size_t columnsOfSubscription = 10'000;
  std::size_t numbersOfAnswer = 200'000;                 // of the method rows
  std::chrono::milliseconds messageTime{30'000};         // from the first byte of a message to its end
  std::chrono::milliseconds authenticationTime{10'000};  // from the connection to the token
  std::chrono::milliseconds farewellTime{1'000};         // to take what is left to send
  std::chrono::milliseconds endTime{5'000};              // for all runs, when the server ends
  std::chrono::milliseconds tick{20};                    // how often rows are looked for
};

}  // namespace fluxion::server
