// A sum of first-order processes whose time constants lie a factor of 4 apart: each alone has the density
// 2 tau / (1 + (2 pi f tau)^2), and their sum follows 1/f within 0.3 %. M. S. Keshner, "1/f noise", Proc.
// IEEE 70 (1982) 212-218.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim_core/blocks/sources/periods.h"
#include "sim_core/blocks/sources/random_draws.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

namespace {

constexpr double full_turn = 6.283185307179586, spacing = 4;
// The fastest process, in sample times, and its share: so what aliases make up for what is faster still, and
// the density is within 0.1 dB of 1/f up to half the Nyquist frequency, 1.5 dB above it there.
constexpr double fastest = 0.3, share_of_fastest = 0.5;
// How far below the lowest frequency the corner of the slowest process lies at least.
constexpr double margin = 8;

struct PinkProcesses {
  std::vector<double> kept, drawn, weight;  // x[k + 1] = kept x[k] + drawn n[k]; y is the sum of weight x
};

PinkProcesses pink_processes(double period, double lowest_frequency) {
  PinkProcesses all;
  const double share = 2 * std::log(spacing);
  for (double tau = fastest * period;; tau *= spacing) {
    const double kept = std::exp(-period / tau);
    all.kept.push_back(kept);
    all.drawn.push_back(std::sqrt(-std::expm1(-2 * period / tau)));
    all.weight.push_back(std::sqrt(all.weight.empty() ? share * share_of_fastest : share));
    if (full_turn * lowest_frequency * tau >= margin) return all;
  }
}

}  // namespace

void pink_noise(BlockTypeBuilder& b) {
  b.id("sources/pink_noise").label("Pink Noise").category("Sources");
  b.doc(
      std::string(
          "Random numbers whose density falls with the frequency: flicker noise, as of amplifiers, "
          "resistors and clocks.\n\n"
          "$S(f) = \\frac{\\mathrm{Power}}{f}, \\quad f_{\\mathrm{min}} \\leq f < \\frac{1}{4 T}$\n"
          "$y[k] = \\sqrt{2 \\ln 4 \\; \\mathrm{Power}} \\sum_i x_i[k]$\n"
          "$x_i[k+1] = a_i x_i[k] + \\sqrt{1 - a_i^2} \\, n_{i,k}, \\quad n_{i,k} \\sim N(0, 1)$\n\n"
          "T is the sample time, S the density, two-sided and per Hz, as of Band-Limited White Noise. The "
          "time constants of the $x_i$ lie a factor of 4 apart, from 0.3 T on; the first counts half. So S "
          "is met within 0.2 dB, and is 1.5 dB higher at half the sample rate. Below the lowest frequency it "
          "is flat: the lower that is, the longer the noise wanders. At the start the $x_i$ are random, so "
          "that the noise has no beginning. ") +
      random_repeats_itself);
  b.keywords({"PinkNoise", "flicker noise", "1/f noise", "one over f", "coloured noise", "phase noise"});
  b.icon(IconShape::Rectangle,
         "M.1,.45 L.15,.38 L.19,.44 L.24,.28 L.29,.35 L.33,.22 L.38,.3 L.43,.42 L.47,.38 L.52,.55 L.57,.5 "
         "L.61,.66 L.66,.6 L.7,.74 L.75,.68 L.8,.78 L.85,.64 L.9,.7");
  Param power = b.real("Power", "Power density at 1 Hz", "0.1").range(0, std::numeric_limits<double>::max());
  Param lowest = b.real("LowestFrequency", "Lowest frequency", "0.001")
                     .unit("Hz")
                     .scalar()
                     .range(1e-12, 1e12)
                     .not_tunable()
                     .doc("Down to which the density rises.");
  Out y = b.output("y");
  unit_parameter(b);
  const RandomDraws draws(b);
  DiscreteState x = b.discrete_state("x", draws.first);
  require_period(b, draws.sample_time);
  const auto processes = [=](const ParameterValue& period, const ParameterValue& frequency) {
    return pink_processes(is_period(period.number()) ? period.number() : 1, frequency.number());
  };
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    Shape common = scalar_shape;
    for (const Param p : {power, draws.seed}) {
      const Shape shape = as_column(v.of(p).shape);
      if (!common.is_scalar() && !shape.is_scalar() && common != shape)
        s.problem = "the power has " + to_text(common) + " elements and the seed " + to_text(shape);
      if (!shape.is_scalar()) common = shape;
    }
    s.outputs[0] = common;
    s.states[static_cast<std::size_t>(draws.count.index)] = scalar_shape;
    const auto each = processes(v.of(draws.sample_time), v.of(lowest)).kept.size();
    s.states[static_cast<std::size_t>(x.index)] = vector_shape(common.size() * static_cast<int>(each));
  });
  b.equations([=](Equations& e) {
    const PinkProcesses one = processes(e.value(draws.sample_time), e.value(lowest));
    const Shape shape = e.output_shape(y);
    const int each = static_cast<int>(one.kept.size()), elements = shape.size(), count = each * elements;
    std::vector<double> kept, drawn;
    for (int k = 0; k < count; ++k) {
      kept.push_back(one.kept[static_cast<std::size_t>(k % each)]);
      drawn.push_back(one.drawn[static_cast<std::size_t>(k % each)]);
    }
    const Shape all = vector_shape(count);
    e.initial(x, draws.draw_before(e, shape, Distribution::Normal, each));
    e.next(x, e.graph().constant(all, kept) * e(x) +
                  e.graph().constant(all, drawn) * draws.draw(e, shape, Distribution::Normal, each));
    ir::Value sum = e.constant(0);
    for (int process = 0; process < each; ++process) {
      std::vector<std::int32_t> of_it;
      for (int k = 0; k < elements; ++k) of_it.push_back(k * each + process);
      sum = sum + ir::gather(e(x), of_it, shape) * one.weight[static_cast<std::size_t>(process)];
    }
    const ir::Value density = e(power);
    e.output(y, sqrt(ir::slice(density, 0, as_column(density.shape()))) * sum);
  });
}

}  // namespace sim::blocks
