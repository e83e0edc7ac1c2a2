// Responses of models at other sample times against closed forms.
#include "sim_core/linear_analysis/rate_conversion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "sim_core/linear_analysis/frequency_response.h"
#include "tests/sim_core/linear_analysis/linear_support.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

void expect_response(const LinearModel& model, const std::function<Complex(double)>& exact) {
  for (const double w : {0.1, 1.0, 4.0, 12.0}) {
    const Complex h = frequency_response(model, 0, 0, std::vector{w})[0];
    EXPECT_LT(std::abs(h - exact(w)), 1e-10 * std::abs(exact(w))) << w;
  }
}

Complex z_of(double w, double period) { return std::exp(Complex(0, w * period)); }

}  // namespace

// 1 / (s^2 + s + 1)
TEST(RateConversion, TustinWarpsFrequenciesOnly) {
  const auto sampled = with_sample_time(transfer_function({1}, {1, 1, 1}), 0.2, RateConversion::Tustin);
  ASSERT_TRUE(sampled) << to_text(sampled.error());
  EXPECT_EQ(sampled->sample_time, 0.2);
  expect_response(*sampled, [](double w) {
    const Complex z = z_of(w, 0.2), s = 10.0 * (z - 1.0) / (z + 1.0);
    return 1.0 / (s * s + s + 1.0);
  });
}

// From 0.2 s to 0.3 s: both are Tustin's of one continuous model.
TEST(RateConversion, ASampledModelGoesToAnotherRate) {
  const LinearModel plant = transfer_function({2, 1}, {1, 3, 4});
  for (const RateConversion method : {RateConversion::Hold, RateConversion::Tustin}) {
    const auto first = with_sample_time(plant, 0.2, method);
    ASSERT_TRUE(first);
    const auto second = with_sample_time(*first, 0.3, method), at_once = with_sample_time(plant, 0.3, method);
    ASSERT_TRUE(second && at_once);
    const FrequencyResponse exact(*at_once);
    EXPECT_EQ(second->sample_time, 0.3);
    expect_response(*second, [&](double w) { return exact(w)[0]; });
  }
}

// a / (s + a) held over T: (1 - e) / (z - e), e = exp(-a T); matched, with its gain, it is the same.
TEST(RateConversion, AHeldAndAMatchedLag) {
  const double a = 3, period = 0.1, e = std::exp(-a * period);
  const LinearModel lag = transfer_function({a}, {1, a});
  for (const RateConversion method : {RateConversion::Hold, RateConversion::Matched}) {
    const auto sampled = with_sample_time(lag, period, method);
    ASSERT_TRUE(sampled);
    expect_response(*sampled, [&](double w) { return (1 - e) / (z_of(w, period) - e); });
  }
}

TEST(RateConversion, WhatCannotBeConvertedIsSaid) {
  const auto said = [](const Result<LinearModel>& result) {
    return result ? std::string("it was converted") : to_text(result.error());
  };
  const LinearModel lag = transfer_function({1}, {1, 1});
  EXPECT_EQ(said(with_sample_time(lag, 0, RateConversion::Tustin)),
            "a sample time of 0 s is not above 0 (write seconds)");
  EXPECT_EQ(said(with_sample_time(delayed(lag, 1), 0.1, RateConversion::Hold)),
            "delays have no matrices to convert (replace them by Pade approximations)");
  EXPECT_NE(said(with_sample_time(transfer_function({1}, {1, 1}, 0.1), 0.2, RateConversion::Tustin))
                .find("eigenvalue -1"),
            std::string::npos);
  EXPECT_NE(said(with_sample_time(transfer_function({1}, {1, 0}, 0.1), 0.2, RateConversion::Hold))
                .find("eigenvalue 0"),
            std::string::npos);
  const LinearModel two = linear_model(matrix({{-1}}), matrix({{1, 2}}), matrix({{1}}), matrix({{0, 0}}));
  EXPECT_NE(said(with_sample_time(two, 0.1, RateConversion::Matched)).find("for one input and one output"),
            std::string::npos);
}

}  // namespace sim
