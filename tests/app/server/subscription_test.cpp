// Rows of a log for a subscriber: each is sent or counted as dropped, however fast it reads.
#include "app/server/subscription.h"

#include <gtest/gtest.h>

#include "sim_core/base/text.h"
#include "sim_core/diagram/json.h"

namespace fluxion::server {

class Subscriptions : public testing::Test {
 protected:
  void append(int rows) {
    for (int k = 0; k < rows; ++k) {
      const double t = static_cast<double>(log.size());
      ASSERT_TRUE(log.append(t, std::vector<double>{t, -t}));
    }
  }
  // Takes in what was sent, and checks that values belong to their times.
  void take(std::string& out) {
    for (std::size_t at = 0; at < out.size();) {
      const std::size_t end = out.find('\n', at);
      const auto json = sim::parse_json(std::string_view(out).substr(at, end - at), {});
      ASSERT_TRUE(json);
      const sim::Json& params = *json->find("params");
      dropped += std::stoul(params.find("dropped")->text);
      EXPECT_EQ(std::stoul(params.find("first")->text), sent + dropped);
      const auto& times = params.find("time")->items;
      const auto& columns = params.find("values")->items;
      ASSERT_EQ(columns.size(), 1u);
      for (std::size_t k = 0; k < times.size(); ++k) {
        EXPECT_EQ(number(times[k]), static_cast<double>(sent + dropped));
        EXPECT_EQ(number(columns[0].items[k]), -number(times[k]));
        ++sent;
      }
      at = end + 1;
    }
    out.clear();
  }
  static double number(const sim::Json& json) { return sim::parse_number(json.text).value(); }
  sim::SignalLog log{{"a", "b"}};
  std::size_t sent = 0, dropped = 0;
};

TEST_F(Subscriptions, AFastOneGetsEveryRow) {
  Subscription subscription(1, 1, {1}, 100, 0);
  std::string out;
  for (int k = 0; k < 50; ++k) {
    append(k * 2);
    EXPECT_TRUE(subscription.send(log, out, 1 << 20));
    take(out);
  }
  EXPECT_EQ(sent, log.size());
  EXPECT_EQ(dropped, 0u);
}

TEST_F(Subscriptions, ASlowOneIsToldWhatItHasMissed) {
  Subscription subscription(1, 1, {1}, 100, 0);
  std::string out;
  append(5000);
  EXPECT_TRUE(subscription.send(log, out, 1 << 20));
  take(out);
  EXPECT_EQ(sent, 100u);
  EXPECT_EQ(dropped, 4900u);
  append(100);
  EXPECT_TRUE(subscription.send(log, out, 1 << 20));
  take(out);
  EXPECT_EQ(sent, 200u);
  EXPECT_EQ(dropped, 4900u);
}

TEST_F(Subscriptions, NothingIsSentWhereThereIsNoRoom) {
  Subscription subscription(1, 1, {1}, 1'000'000, 0);
  append(20000);
  std::string out = "x";
  EXPECT_FALSE(subscription.send(log, out, 1));
  EXPECT_EQ(out, "x");
  out.clear();
  std::size_t rounds = 0;
  for (bool done = false; !done; ++rounds) {
    done = subscription.send(log, out, 100);
    EXPECT_LT(out.size(), 100'000u);
    take(out);
  }
  EXPECT_GT(rounds, 5u);
  EXPECT_EQ(sent, 20000u);
}

TEST_F(Subscriptions, OneMayBeginLater) {
  append(10);
  Subscription subscription(1, 1, {1}, 100, log.size());
  std::string out;
  EXPECT_TRUE(subscription.send(log, out, 1000));
  EXPECT_EQ(out, "");
  append(3);
  sent = 10;
  EXPECT_TRUE(subscription.send(log, out, 1000));
  take(out);
  EXPECT_EQ(sent, 13u);
}

TEST_F(Subscriptions, RowsThatTheRunHasForgottenAreToldOf) {
  Subscription subscription(1, 1, {1}, 1000, 0);
  append(10);
  std::string out;
  EXPECT_TRUE(subscription.send(log, out, 10000));
  out.clear();
  log.truncate(8);
  ASSERT_TRUE(log.append(9.5, std::vector<double>{9.5, -9.5}));
  EXPECT_TRUE(subscription.send(log, out, 10000));
  EXPECT_EQ(out,
            R"({"jsonrpc":"2.0","method":"rows","params":{"model":1,"subscription":1,"first":8,"dropped":0,)"
            R"("thinned":true,"time":[9.5],"values":[[-9.5]]}})"
            "\n");
}

}  // namespace fluxion::server
