#pragma once
// A transfer function from its zeros and poles, as a chain of sections of first and second order: polynomials
// are never multiplied out, so that the roots stay where they are however many there are. In continuous and
// in discrete time.
#include <optional>
#include <vector>

#include "sim_core/block/builder.h"

namespace sim::blocks {

// x' = pole x + u (one pole), or x1' = pole x1 + x2, x2' = spread x1 + pole x2 + u (two, with that mean; half
// their distance squared is the spread). y = direct u + first x1 + second x2.
struct RootSection {
  int poles = 1;
  double pole = 0, spread = 0;
  double direct = 0, first = 1, second = 0;
};

// Nothing where complex roots do not come in conjugate pairs, or there are more zeros than poles, or no pole.
std::optional<std::vector<RootSection>> root_sections(const ParameterValue& zeros,
                                                      const ParameterValue& poles);

struct RootChain {
  ir::Value output;
  ir::Value next;  // the states' derivatives, or their next values; one column a state
};
RootChain root_chain(const std::vector<RootSection>& sections, ir::Value u, ir::Value x);

// The parameters Zeros, Poles and Gain, with the rule that they fit one another; and the dimensions of a
// block with one input, one output and one state, which has a row for each element of the input.
struct RootParameters {
  Param zeros, poles, gain;
};
RootParameters root_parameters(BlockTypeBuilder& b, const char* zeros, const char* poles);

}  // namespace sim::blocks
