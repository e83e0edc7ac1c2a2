// Measured responses as text, JSON and CSV: numbers read back to the last bit, and what was not measured.
#include "sim_core/response_estimation/response_files.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace sim {

namespace {

// From one input to two outputs at two frequencies, of which the second was not measured.
EstimatedResponse response() {
  EstimatedResponse r;
  r.inputs = {"u"};
  r.outputs = {"y", "a, \"b\""};
  r.time = 0.1;
  r.amplitudes = {0.01};
  r.points = {{1 / 3.0, 0, {{0.1, -0.2}, {1e-300, 5e300}}, {0.25, 0}, 8, ""},
              {10, 0, {}, {}, 3, "the run ended"}};
  r.finished = true;
  return r;
}

}  // namespace

TEST(ResponseFiles, JsonReadsBackExactly) {
  const EstimatedResponse one[] = {response()};
  const auto json = nlohmann::json::parse(response_json(one));
  ASSERT_TRUE(json.is_object()) << "one response is an object";
  EXPECT_EQ(json["inputs"], nlohmann::json({"u"}));
  EXPECT_EQ(json["outputs"][1], "a, \"b\"");
  EXPECT_EQ(json["time"].get<double>(), 0.1);
  EXPECT_TRUE(json["finished"].get<bool>());
  const auto& points = json["points"];
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0]["real"][0].get<double>(), 0.1);
  EXPECT_EQ(points[0]["imaginary"][0].get<double>(), -0.2);
  EXPECT_EQ(points[0]["real"][1].get<double>(), 1e-300);
  EXPECT_EQ(points[0]["imaginary"][1].get<double>(), 5e300);
  EXPECT_FALSE(points[0].contains("message"));
  EXPECT_TRUE(points[1]["real"].empty());
  EXPECT_EQ(points[1]["message"], "the run ended");
  const EstimatedResponse two[] = {response(), response()};
  EXPECT_EQ(nlohmann::json::parse(response_json(two)).size(), 2u) << "several are an array";
}

TEST(ResponseFiles, CsvHasALineForEachPointAndOutput) {
  const EstimatedResponse one[] = {response()};
  EXPECT_EQ(response_csv(one),
            "time,input,output,frequency,real,imaginary,spread,message\n"
            "0.1,u,y,0.3333333333333333,0.1,-0.2,0.25,\n"
            "0.1,u,\"a, \"\"b\"\"\",0.3333333333333333,1e-300,5e+300,0,\n"
            "0.1,u,y,10,,,,the run ended\n"
            "0.1,u,\"a, \"\"b\"\"\",10,,,,the run ended\n");
}

TEST(ResponseFiles, TextSaysWhatWasNotMeasuredAndThatItWasStopped) {
  EstimatedResponse r = response();
  r.outputs = {"y"};
  r.points[0].values = {{0.5, -0.5}};
  r.points[0].spread = {1e-4};
  r.finished = false;
  const std::string text = response_text(r, nullptr);
  EXPECT_TRUE(text.starts_with("estimated response at t = 0.1, stopped before its end\n")) << text;
  EXPECT_NE(text.find("the run ended"), std::string::npos) << text;
  EXPECT_NE(text.find("-3.0103"), std::string::npos) << "its magnitude: " << text;
  EXPECT_NE(text.find("-45"), std::string::npos) << "its phase: " << text;
}

}  // namespace sim
