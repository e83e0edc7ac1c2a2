#include "sim_core/blocks/discrete/root_sections.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace sim::blocks {

namespace {

using Root = std::complex<double>;

struct Roots {
  std::vector<Root> pairs;  // one of each, above the real axis
  std::vector<double> real;
};

std::optional<Roots> sorted_roots(const ParameterValue& value) {
  Roots roots;
  std::vector<Root> below;
  for (std::size_t k = 0; k < value.numbers.size(); ++k) {
    const Root root(value.numbers[k], value.imaginary.empty() ? 0 : value.imaginary[k]);
    if (root.imag() == 0)
      roots.real.push_back(root.real());
    else
      (root.imag() > 0 ? roots.pairs : below).push_back(root);
  }
  if (roots.pairs.size() != below.size()) return {};
  constexpr double round_off = 1e-10;  // of roots that were computed
  for (const Root& root : roots.pairs) {
    const auto other = std::find_if(below.begin(), below.end(), [&](const Root& r) {
      return std::abs(r - std::conj(root)) <= round_off * std::abs(root);
    });
    if (other == below.end()) return {};
    below.erase(other);
  }
  return roots;
}

// (direct s^2 + linear s + constant) / ((s - pole)^2 - spread)
void give_zeros(RootSection& section, double direct, double linear, double constant) {
  section.direct = direct;
  section.second = linear + 2 * section.pole * direct;
  section.first =
      constant + section.pole * section.second - direct * (section.pole * section.pole - section.spread);
}

}  // namespace

std::optional<std::vector<RootSection>> root_sections(const ParameterValue& zero_values,
                                                      const ParameterValue& pole_values) {
  auto zeros = sorted_roots(zero_values), poles = sorted_roots(pole_values);
  if (!zeros || !poles || pole_values.numbers.empty() ||
      zero_values.numbers.size() > pole_values.numbers.size())
    return {};
  std::vector<RootSection> sections;
  auto add_pair = [&](double mean, double spread) {
    RootSection section{2, mean, spread, 0, 0, 0};
    give_zeros(section, 0, 0, 1);
    sections.push_back(section);
  };
  for (const Root& pole : poles->pairs) add_pair(pole.real(), -pole.imag() * pole.imag());
  while (sections.size() < zeros->pairs.size()) {  // a pair of zeros needs two poles
    const double a = poles->real.back(), b = poles->real[poles->real.size() - 2];
    poles->real.resize(poles->real.size() - 2);
    add_pair(0.5 * (a + b), 0.25 * (a - b) * (a - b));
  }
  for (std::size_t k = 0; k < zeros->pairs.size(); ++k)
    give_zeros(sections[sections.size() - 1 - k], 1, -2 * zeros->pairs[k].real(), std::norm(zeros->pairs[k]));
  const std::size_t without_zeros = sections.size() - zeros->pairs.size();
  for (double pole : poles->real) sections.push_back({1, pole, 0, 0, 1, 0});
  // Real zeros from the end, so that what has none comes first.
  for (std::size_t k = 0; k < poles->real.size() && !zeros->real.empty(); ++k) {
    RootSection& section = sections[sections.size() - 1 - k];
    section.direct = 1, section.first = section.pole - zeros->real.back();
    zeros->real.pop_back();
  }
  for (std::size_t k = 0; k < without_zeros && !zeros->real.empty(); ++k) {
    const double a = zeros->real.back();
    zeros->real.pop_back();
    if (zeros->real.empty()) {
      give_zeros(sections[k], 0, 1, -a);
    } else {
      const double b = zeros->real.back();
      zeros->real.pop_back();
      give_zeros(sections[k], 1, -a - b, a * b);
    }
  }
  return sections;
}

RootChain root_chain(const std::vector<RootSection>& sections, ir::Value u, ir::Value x) {
  const Shape column = vector_shape(u.shape().count());
  ir::Value signal = ir::slice(u, 0, column);
  std::vector<ir::Value> next;
  auto state = [&](std::size_t k) { return ir::slice(x, static_cast<int>(k) * column.rows, column); };
  for (const RootSection& section : sections) {
    const ir::Value a = state(next.size());
    ir::Value sum = a * section.first;
    if (section.poles == 1) {
      next.push_back(a * section.pole + signal);
    } else {
      const ir::Value b = state(next.size() + 1);
      next.push_back(a * section.pole + b);
      next.push_back(a * section.spread + b * section.pole + signal);
      if (section.second != 0) sum = sum + b * section.second;
    }
    signal = section.direct == 0 ? sum : signal * section.direct + sum;
  }
  return {signal, ir::concat(next, {column.rows, static_cast<int>(next.size())})};
}

RootParameters root_parameters(BlockTypeBuilder& b, const char* zeros, const char* poles) {
  const RootParameters roots{
      b.real("Zeros", "Zeros", zeros).may_be_complex().not_tunable().list().doc("[] where there is none."),
      b.real("Poles", "Poles", poles).may_be_complex().not_tunable().list(),
      b.real("Gain", "Gain", "1").scalar()};
  b.require(
      [=](const ParameterValues& v) {
        auto vector = [&](Param p) { return v.of(p).numbers.empty() || v.of(p).shape.is_vector(); };
        return vector(roots.zeros) && vector(roots.poles) &&
               root_sections(v.of(roots.zeros), v.of(roots.poles)).has_value();
      },
      "the zeros and poles do not make a proper transfer function",
      "give vectors, at least as many poles as zeros, and complex ones in conjugate pairs");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.inputs[0];
    s.states[0] = {s.inputs[0].size(), std::max(1, static_cast<int>(v.of(roots.poles).numbers.size()))};
  });
  return roots;
}

}  // namespace sim::blocks
