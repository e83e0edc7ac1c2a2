#include <limits>

#include "sim_core/blocks/sources/periods.h"
#include "sim_core/blocks/sources/random_draws.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void random_number(BlockTypeBuilder& b) {
  b.id("sources/random_number").label("Random Number").category("Sources");
  b.doc(std::string("Normally distributed random numbers, a new one at each sample.\n\n"
                    "$y[k] = \\mathrm{Mean} + \\sqrt{\\mathrm{Variance}} \\, n_k, \\quad n_k \\sim "
                    "N(0, 1)$\n\n") +
        random_repeats_itself);
  b.keywords({"RAND_m", "random_source", "Gaussian", "normal", "noise", "NormalNoise"});
  b.icon(IconShape::Rectangle,
         "M.1,.5 L.2,.3 L.28,.6 L.36,.2 L.45,.7 L.55,.4 L.63,.8 L.72,.35 L.8,.55 L.9,.45");
  Param mean = b.real("Mean", "Mean", "0");
  Param variance = b.real("Variance", "Variance", "1").range(0, std::numeric_limits<double>::max());
  Out y = b.output("y");
  unit_parameter(b);
  const RandomDraws draws(b);
  b.equations([=](Equations& e) {
    e.output(y, e(mean) + sqrt(e(variance)) * draws.draw(e, e.output_shape(y), Distribution::Normal));
  });
}

void uniform_random_number(BlockTypeBuilder& b) {
  b.id("sources/uniform_random_number").label("Uniform Random Number").category("Sources");
  b.doc(std::string("Uniformly distributed random numbers, a new one at each sample.\n\n"
                    "$y[k] = \\mathrm{Minimum} + (\\mathrm{Maximum} - \\mathrm{Minimum}) \\, r_k, "
                    "\\quad 0 < r_k < 1$\n\n") +
        random_repeats_itself);
  b.keywords({"RAND_m", "random_source", "uniform", "noise", "rand", "UniformNoise"});
  b.icon(IconShape::Rectangle,
         "M.1,.3 L.2,.3 L.2,.7 L.35,.7 L.35,.4 L.5,.4 L.5,.8 L.65,.8 L.65,.25 L.8,.25 L.8,.55 L.9,.55");
  Param minimum = b.real("Minimum", "Minimum", "-1");
  Param maximum = b.real("Maximum", "Maximum", "1");
  Out y = b.output("y");
  unit_parameter(b);
  const RandomDraws draws(b);
  b.equations([=](Equations& e) {
    e.output(
        y, e(minimum) + (e(maximum) - e(minimum)) * draws.draw(e, e.output_shape(y), Distribution::Uniform));
  });
}

void white_noise(BlockTypeBuilder& b) {
  b.id("sources/white_noise").label("Band-Limited White Noise").category("Sources");
  b.doc(std::string(
            "Random numbers that stand for white noise in continuous systems.\n\n"
            "$y[k] = \\sqrt{\\frac{\\mathrm{Cov}}{T}} \\, n_k, \\quad n_k \\sim N(0, 1)$\n\n"
            "T is the sample time. Cov is the height of the spectral density, two-sided and per Hz, which "
            "does not depend on T: a shorter one gives larger numbers with the same effect on what is "
            "slower. Take about a hundredth of the fastest time constant of the system. ") +
        random_repeats_itself);
  b.keywords({"White Noise", "WhiteNoiseSource", "BandLimitedWhiteNoise", "Gaussian", "noise power",
              "process noise", "measurement noise", "noise"});
  b.icon(IconShape::Rectangle,
         "M.1,.55 L.14,.3 L.2,.7 L.25,.2 L.3,.6 L.35,.4 L.4,.85 L.46,.3 L.5,.6 L.56,.15 L.6,.7 L.66,.35 "
         "L.7,.8 L.76,.45 L.8,.6 L.85,.25 L.9,.5");
  Param power = b.real("Cov", "Noise power", "0.1").range(0, std::numeric_limits<double>::max());
  Out y = b.output("y");
  unit_parameter(b);
  const RandomDraws draws(b, "23341");
  require_period(b, draws.sample_time);
  b.equations([=](Equations& e) {
    const double period = e.value(draws.sample_time).number();
    e.output(y, sqrt(e(power) / e.constant(period)) * draws.draw(e, e.output_shape(y), Distribution::Normal));
  });
}

}  // namespace sim::blocks
