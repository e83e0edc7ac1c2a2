// Requests of JSON-RPC 2.0, what is said of lines that are none, and replies.
#include "app/server/message.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/server/json_text.h"
#include "app/server/parameters.h"

namespace fluxion::server {

static BadRequest refused(std::string_view line) {
  auto parsed = parseRequest(line, {});
  return std::holds_alternative<BadRequest>(parsed) ? std::get<BadRequest>(parsed) : BadRequest{};
}

static sim::Json json(std::string_view text) { return *sim::parse_json(text, {}); }

TEST(Message, ARequestHasAnIdAMethodAndParameters) {
  const auto parsed =
      parseRequest(R"({"jsonrpc": "2.0", "id": 1.50, "method": "run", "params": {"a": 1}})", {});
  const Request& request = std::get<Request>(parsed);
  EXPECT_EQ(request.id, "1.50");
  EXPECT_EQ(request.method, "run");
  EXPECT_EQ(request.params.keys, std::vector<std::string>{"a"});
  EXPECT_EQ(std::get<Request>(parseRequest(R"({"jsonrpc":"2.0","method":"m"})", {})).id, "");
  EXPECT_EQ(std::get<Request>(parseRequest(R"({"jsonrpc":"2.0","id":"a\n","method":"m"})", {})).id,
            "\"a\\n\"");
}

TEST(Message, WhatIsNoRequestIsAnsweredWithItsIdWhereItHasOne) {
  EXPECT_EQ(refused("{").failure.message, "line 1, column 1: the message ends too early");
  EXPECT_EQ(refused("{").failure.code, NotJson);
  EXPECT_EQ(refused(R"({"id": {}, "jsonrpc": "2.0", "method": "a"})").id, "null");
  EXPECT_EQ(refused(R"({"id": true, "jsonrpc": "2.0", "method": "a"})").failure.code, NoRequest);
  EXPECT_EQ(refused(R"({"id": 3, "method": "a"})").id, "3");
  EXPECT_EQ(refused(R"({"id": 3, "jsonrpc": "2.0"})").failure.message,
            "a request has a \"method\", which is a string");
  EXPECT_EQ(refused(R"({"id": 3, "jsonrpc": "2.0", "method": "a", "params": []})").failure.code,
            WrongParameters);
  EXPECT_EQ(refused(std::string(33, '[')).failure.message.substr(19),
            "the brackets are nested more than 32 deep");
}

TEST(Message, RepliesAreLines) {
  EXPECT_EQ(replyText("7", "{}"), "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n");
  EXPECT_EQ(
      replyText("null", refusal("A", "it is \"so\"\n", "do not")),
      R"-({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"A: it is \"so\"\n (do not)",)-"
      R"-("data":{"messages":[{"severity":"error","block":"A","message":"it is \"so\"\n","remedy":"do not"}]}}})-"
      "\n");
}

TEST(Message, NumbersReadBackExactlyAndOthersAreTexts) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values{0.1, -0.0, 1e300, 5e-324, infinity, -infinity, std::nan("")};
  EXPECT_EQ(arrayText(values), R"([0.1,-0,1e+300,5e-324,"inf","-inf","nan"])");
}

TEST(Parameters, TheFirstThatIsWrongIsTold) {
  const sim::Json given = json(R"({"a": 1.5, "b": "x", "c": [1], "d": {"k": 2, "l": "z"}, "n": null})");
  {
    Parameters p(given);
    EXPECT_EQ(p.number("a"), 1.5);
    EXPECT_EQ(p.text("b"), "x");
    EXPECT_FALSE(p.text("n"));
    std::vector<sim::Assignment> assignments;
    p.assignments("d", sim::Assignment::Kind::Value, assignments);
    ASSERT_EQ(assignments.size(), 2u);
    EXPECT_EQ(assignments[0].text + assignments[1].text, "2z");
    EXPECT_EQ(p.problem()->message, "c: the method has no such parameter (it has a, b, n, d)");
    p.texts("c");
    EXPECT_EQ(p.problem()->message, "c: the method has no such parameter (it has a, b, n, d)");
  }
  const auto problem = [&](const std::function<void(Parameters&)>& read) {
    Parameters p(given);
    read(p);
    return p.problem()->message;
  };
  EXPECT_EQ(problem([](Parameters& p) { p.whole("a", 0, 9); }), "a: this is a whole number from 0 to 9");
  EXPECT_EQ(problem([](Parameters& p) { p.whole("z", 0, 9); }), "z: the method needs it");
  EXPECT_EQ(problem([](Parameters& p) { p.flag("b", true); }), "b: this is true or false");
  EXPECT_EQ(problem([](Parameters& p) { p.texts("c"); }), "c: this is an array of strings");
  EXPECT_EQ(problem([](Parameters& p) { p.edits("d"); }).substr(0, 25), "d: this is an array of ed");
}

}  // namespace fluxion::server
