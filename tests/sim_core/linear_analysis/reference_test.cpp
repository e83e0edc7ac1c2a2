// Systems whose responses, margins and reductions are known to many digits (reference.json: computed in 40
// digits and more, some published).
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim_core/base/text.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/margins.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/poles.h"
#include "sim_core/linear_analysis/reductions.h"
#include "sim_core/linear_analysis/time_response.h"
#include "tests/sim_core/linear_analysis/linear_support.h"

namespace sim {

namespace {

using Json = nlohmann::json;
using Complex = std::complex<double>;

const Json& cases() {
  static const Json all = Json::parse(std::ifstream("tests/sim_core/linear_analysis/reference.json"));
  return all;
}

LinearModel from_json(const Json& system) {
  const double sample_time = system.value("sample_time", 0.0);
  LinearModel model;
  if (system.contains("num")) {
    model = transfer_function(system["num"], system["den"], sample_time);
  } else {
    const auto part = [&](const char* name) {
      return matrix(system[name].get<std::vector<std::vector<double>>>());
    };
    model = linear_model(part("A"), part("B"), part("C"), part("D"), sample_time);
  }
  return system.contains("delay") ? delayed(model, system["delay"]) : model;
}

Complex number(const Json& pair) { return {pair[0].get<double>(), pair[1].get<double>()}; }

void expect_close(Complex got, Complex wanted, double relative) {
  EXPECT_LE(std::abs(got - wanted), relative * std::abs(wanted)) << got << " for " << wanted;
}

// As sets: each is near one of the others.
void expect_same(std::vector<Complex> got, const Json& wanted, double relative) {
  ASSERT_EQ(got.size(), wanted.size());
  for (const Json& each : wanted) {
    const Complex s = number(each);
    const auto near = std::min_element(
        got.begin(), got.end(), [&](Complex a, Complex b) { return std::abs(a - s) < std::abs(b - s); });
    EXPECT_LE(std::abs(*near - s), relative * std::max(1.0, std::abs(s))) << *near << " for " << s;
    got.erase(near);
  }
}

void expect_crossings(const std::vector<Crossing>& got, const Json& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t k = 0; k < got.size(); ++k) {
    EXPECT_NEAR(got[k].frequency, wanted[k][0], 1e-8 * wanted[k][0].get<double>());
    EXPECT_NEAR(got[k].value, wanted[k][1], 1e-8 * std::abs(wanted[k][1].get<double>()));
  }
}

template <class Check>
void each_with(const char* member, Check check) {
  int count = 0;
  for (const Json& each : cases()) {
    if (!each.contains(member)) continue;
    SCOPED_TRACE(each["name"].get<std::string>());
    ++count;
    check(each, from_json(each["system"]));
  }
  EXPECT_GT(count, 0) << member;
}

}  // namespace

TEST(Reference, FrequencyResponsesToTenDigits) {
  each_with("response", [](const Json& each, const LinearModel& model) {
    const auto got = frequency_response(model, 0, 0, each["frequencies"].get<std::vector<double>>());
    for (std::size_t k = 0; k < got.size(); ++k) expect_close(got[k], number(each["response"][k]), 1e-10);
  });
}

TEST(Reference, LoopsWithDelaysAreExact) {
  each_with("closed_response", [](const Json& each, const LinearModel& model) {
    const LinearModel closed = closed_loop(model);
    const auto got = frequency_response(closed, 0, 0, each["frequencies"].get<std::vector<double>>());
    for (std::size_t k = 0; k < got.size(); ++k)
      expect_close(got[k], number(each["closed_response"][k]), 1e-10);
    for (const auto& [order, wanted] : each["pade"].items()) {
      const double w[] = {each["pade_at"].get<double>()};
      const LinearModel rational = with_pade(closed, std::stoi(order));
      EXPECT_EQ(rational.delay_count(), 0);
      expect_close(frequency_response(rational, 0, 0, w)[0], number(wanted), 1e-10);
    }
  });
}

TEST(Reference, Poles) {
  each_with("poles", [](const Json& each, const LinearModel& model) {
    expect_same(poles(model), each["poles"], 1e-9);
  });
}

TEST(Reference, Zeros) {
  each_with("zeros", [](const Json& each, const LinearModel& model) {
    expect_same(zeros(model), each["zeros"], 1e-9);
  });
}

TEST(Reference, Bandwidth) {
  each_with("bandwidth", [](const Json& each, const LinearModel& model) {
    EXPECT_NEAR(bandwidth(model).value_or(0), each["bandwidth"], 2e-3);  // -3 dB there, 1/sqrt(2) here
  });
}

TEST(Reference, Margins) {
  each_with("margins", [](const Json& each, const LinearModel& model) {
    const Json& wanted = each["margins"];
    const Margins got = margins(model, 0, 0, 1, each.value("last", 0.0));
    expect_crossings(got.gain, wanted["gain"]);
    expect_crossings(got.phase, wanted["phase"]);
    ASSERT_EQ(got.delay.size(), wanted["delay"].size());
    for (std::size_t k = 0; k < got.delay.size(); ++k)
      EXPECT_NEAR(got.delay[k].value, wanted["delay"][k], 1e-8 * wanted["delay"][k].get<double>());
    if (wanted.contains("gain_at_zero")) {
      ASSERT_TRUE(got.gain_at_zero);
      EXPECT_NEAR(got.gain_at_zero->value, wanted["gain_at_zero"], 1e-12);
    }
    if (!wanted.contains("disk")) return;
    EXPECT_NE(got.stable, false);
    EXPECT_NEAR(got.disk, wanted["disk"], 1e-8);
    EXPECT_NEAR(got.disk_frequency, wanted["disk_frequency"], 1e-4 * std::max(1.0, got.disk_frequency));
    EXPECT_NEAR(got.disk_gain_low, wanted["disk_gain"][0], 1e-8);
    EXPECT_NEAR(got.disk_gain_high, wanted["disk_gain"][1], 1e-6);
    EXPECT_NEAR(got.disk_phase, wanted["disk_phase"], 1e-6);
    EXPECT_NEAR(got.largest_sensitivity, wanted["sensitivity"], 1e-8);
    if (wanted.contains("closed_poles")) expect_same(poles(closed_loop(model)), wanted["closed_poles"], 1e-8);
  });
}

TEST(Reference, SingularValuesAndTheirPeak) {
  each_with("singular_values", [](const Json& each, const LinearModel& model) {
    const auto got = singular_values(model, each["frequencies"].get<std::vector<double>>());
    for (std::size_t k = 0; k < got.size(); ++k)
      for (std::size_t i = 0; i < got[k].size(); ++i)
        EXPECT_NEAR(got[k][i], each["singular_values"][k][i], 1e-10 * got[k][i]);
    const Crossing peak = peak_gain(model);
    EXPECT_EQ(peak.frequency, each["peak"][0]);
    EXPECT_NEAR(peak.value, each["peak"][1], 1e-12);
  });
}

TEST(Reference, RootLoci) {
  each_with("locus", [](const Json& each, const LinearModel& model) {
    for (const auto& [gain, wanted] : each["locus"].items()) {
      const RootLocus locus = root_locus(model, {0, parse_number(gain).value()});
      std::vector<Complex> got;
      for (const auto& branch : locus.branches) got.push_back(branch.back());
      expect_same(got, wanted, 1e-9);
    }
    const auto found = breakaway_points(model);
    ASSERT_EQ(found.size(), each["breakaway"].size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_NEAR(found[k].s.real(), each["breakaway"][k][0], 1e-8);
      EXPECT_NEAR(found[k].gain, each["breakaway"][k][1], 1e-8);
    }
    const Margins border = margins(model);
    ASSERT_EQ(border.gain.size(), each["border"].size());
    EXPECT_NEAR(border.gain[0].frequency, each["border"][0][0], 1e-8);
    EXPECT_NEAR(border.gain[0].value, each["border"][0][1], 1e-7);
    const RootLocus all = root_locus(model);
    ASSERT_EQ(all.branches.size(), 4u);
    EXPECT_LT(all.gains.size(), 3000u);
    EXPECT_GT(all.gains.back(), 200);
  });
}

TEST(Reference, StepCharacteristics) {
  each_with("step", [](const Json& each, const LinearModel& model) {
    const StepCharacteristics got = step_characteristics(model);
    const Json& wanted = each["step"];
    EXPECT_TRUE(got.settles);
    EXPECT_NEAR(got.steady, wanted["steady"], 1e-10);
    EXPECT_NEAR(got.rise_time, wanted["rise_time"], 1e-8);
    EXPECT_NEAR(got.settling_time, wanted["settling_time"], 1e-7);
    EXPECT_NEAR(got.peak, wanted["peak"], 1e-9);
    EXPECT_NEAR(got.peak_time, wanted["peak_time"], 1e-6);
    EXPECT_NEAR(got.overshoot, wanted["overshoot"], 1e-7);
    if (wanted.contains("undershoot")) {
      EXPECT_NEAR(got.undershoot, wanted["undershoot"], 1e-7);
    }
  });
}

TEST(Reference, BalancedTruncation) {
  each_with("balanced", [](const Json& each, const LinearModel& model) {
    const Json& wanted = each["balanced"];
    const auto both = gramians(model);
    ASSERT_TRUE(both);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        EXPECT_NEAR(both->controllability(i, j), wanted["controllability"][i][j], 1e-12);
        EXPECT_NEAR(both->observability(i, j), wanted["observability"][i][j], 1e-12);
      }
    const auto got = balanced_truncation(model, wanted["order"]);
    ASSERT_TRUE(got);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(got->hankel[k], wanted["hankel"][k], 1e-12);
    EXPECT_NEAR(got->error_bound, wanted["bound"], 1e-12);
    expect_same(poles(got->model), wanted["poles"], 1e-9);
    const auto response =
        frequency_response(got->model, 0, 0, wanted["frequencies"].get<std::vector<double>>());
    for (std::size_t k = 0; k < response.size(); ++k)
      expect_close(response[k], number(wanted["response"][k]), 1e-10);
  });
}

TEST(Reference, MinimalRealizations) {
  each_with("minimal_order", [](const Json& each, const LinearModel& model) {
    const auto got = minimal_realization(model);
    ASSERT_TRUE(got);
    EXPECT_EQ(got->state_count(), each["minimal_order"]);
    const double w[] = {0.5, 2, 7};
    const auto before = frequency_response(model, 0, 0, w), now = frequency_response(*got, 0, 0, w);
    for (std::size_t k = 0; k < 3; ++k) expect_close(now[k], before[k], 1e-8);
    if (each.contains("minimal_poles")) expect_same(poles(*got), each["minimal_poles"], 1e-6);
    if (each.contains("minimal_zeros")) expect_same(zeros(*got), each["minimal_zeros"], 1e-7);
    if (each.contains("removed")) {
      ASSERT_FALSE(got->notes.empty());
      EXPECT_EQ(got->notes.back().severity, Severity::Warning);
      EXPECT_NE(got->notes.back().message.find(each["removed"]), std::string::npos);
    }
  });
}

}  // namespace sim
