#include "sim_core/exchange/link.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "tests/support/free_port.h"
#include "tests/support/pseudo_terminal.h"

namespace sim {

namespace {

std::vector<double> received(FrameSource& source, std::size_t count) {
  std::vector<double> values;
  FrameReader reader(count);
  for (int k = 0; k < 200 && values.empty(); ++k) {
    source.receive(
        [&](auto bytes) {
          if (const SignalFrame* frame = reader.take(bytes)) values = frame->values;
        },
        [] {});
    if (values.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return values;
}

std::string refusal(const Diagnostic& d) { return d.message + " (" + d.remedy + ")"; }

}  // namespace

TEST(Udp, WhatIsSentArrives) {
  const int port = free_udp_port();
  const auto source = listen_udp("127.0.0.1", port);
  ASSERT_TRUE(source) << refusal(source.error());
  const auto sink = send_udp("localhost", port);
  ASSERT_TRUE(sink) << refusal(sink.error());
  EXPECT_TRUE((*sink)->send(frame_bytes({0, 0, {1, 2, 3}})));
  EXPECT_EQ(received(**source, 3), (std::vector<double>{1, 2, 3}));
}

TEST(Udp, TheLargestFrameFitsIntoADatagram) {
  const int port = free_udp_port();
  const auto source = listen_udp("127.0.0.1", port);
  const auto sink = send_udp("127.0.0.1", port);
  const SignalFrame frame{0, 0, std::vector<double>(most_frame_numbers, 0.25)};
  EXPECT_TRUE((*sink)->send(frame_bytes(frame)));
  EXPECT_EQ(received(**source, most_frame_numbers), frame.values);
}

TEST(Udp, NobodyNeedsToBeThere) {
  const auto sink = send_udp("127.0.0.1", free_udp_port());
  for (std::uint32_t k = 0; k < 3; ++k) EXPECT_TRUE((*sink)->send(frame_bytes({k, 0, {1}})));
}

TEST(Udp, AddressesAreNumbersAndAPortIsUsedOnce) {
  for (const char* name : {"example.org", "", "1.2.3.4.5", "127.0.0.1 "})
    EXPECT_NE(refusal(send_udp(name, 5000).error()).find("is not an address"), std::string::npos) << name;
  const int port = free_udp_port();
  const auto first = listen_udp("127.0.0.1", port);
  ASSERT_TRUE(first);
  const auto second = listen_udp("127.0.0.1", port);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("cannot listen at 127.0.0.1:" + std::to_string(port)),
            std::string::npos);
}

TEST(Serial, BothDirectionsShareADevice) {
  const PseudoTerminal terminal;
  const auto line = open_serial_line(terminal.device(), 115200);
  ASSERT_TRUE(line) << refusal(line.error());
  const auto source = (*line)->source(2);
  terminal.write({'n', 'o', 'i', 's', 'e'});
  terminal.write(checked_frame(frame_bytes({0, 0, {13, 10}})));  // line ends in the bytes
  EXPECT_EQ(received(*source, 2), (std::vector<double>{13, 10}));
  const Bytes frame = frame_bytes({3, 1.5, {17.25}});
  EXPECT_TRUE((*line)->send(frame));
  const Bytes expected = checked_frame(frame);
  EXPECT_EQ(terminal.read(expected.size()), expected);
}

// A line that nobody reads from fills up; frames are then left out as a whole.
TEST(Serial, AFullLineDelaysNobodyAndGetsWholeFramesOnly) {
  const PseudoTerminal terminal;
  const auto line = open_serial_line(terminal.device(), 9600);
  ASSERT_TRUE(line);
  std::uint32_t number = 0, sent = 0;
  while (number < 10000 && (*line)->send(frame_bytes({number, 0, {1.0 * number}}))) ++number, ++sent;
  ASSERT_LT(number, 10000u);
  const std::size_t whole = checked_frame(frame_bytes({0, 0, {0.0}})).size();
  FrameScanner scanner(1);
  std::vector<std::uint32_t> found;
  int damaged = 0;
  for (int k = 0; k < 1000 && found.size() < sent; ++k) {
    scanner.feed(
        terminal.read(whole), [&](auto bytes) { found.push_back(read_frame(bytes, 1).value().number); },
        [&] { ++damaged; });
    (*line)->send(frame_bytes({++number, 0, {0.0}}));
  }
  EXPECT_GE(found.size(), sent);
  EXPECT_EQ(damaged, 0);
  for (std::uint32_t k = 0; k < sent; ++k) EXPECT_EQ(found[k], k);
}

TEST(Serial, WhatIsNoSerialLineIsRefused) {
  const std::string file = (std::filesystem::temp_directory_path()).string();
  for (const std::string& device : {file, std::string("/dev/null"), std::string("CMakeLists.txt")})
    EXPECT_NE(refusal(open_serial_line(device, 9600).error()).find("is not a serial line"), std::string::npos)
        << device;
  EXPECT_NE(refusal(open_serial_line("/dev/no such device", 9600).error()).find("cannot be opened"),
            std::string::npos);
  EXPECT_NE(refusal(open_serial_line("/dev/null", 12345).error()).find("no speed of 12345 baud"),
            std::string::npos);
}

}  // namespace sim
