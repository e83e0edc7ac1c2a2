#pragma once
// PID controllers of a diagram as a tuner sees them: which parts they have, in which form, and their gains.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

// In the order of the choice "Controller" of the blocks.
enum class PidKind { PID, PI, PD, P, I };
inline constexpr int pid_kind_count = 5;
std::string name_of(PidKind kind);
constexpr bool has_proportional(PidKind kind) { return kind != PidKind::I; }
constexpr bool has_integral(PidKind kind) { return kind != PidKind::PD && kind != PidKind::P; }
constexpr bool has_derivative(PidKind kind) { return kind == PidKind::PID || kind == PidKind::PD; }

// Of the parallel form: p + i/s + d N s/(s + N), whatever the form of the block.
struct PidGains {
  double p = 0, i = 0, d = 0;
  double n = 0;  // of the filter of the derivative, 1/s
  bool operator==(const PidGains&) const = default;
};

struct PidBlock {
  Id block = no_id;
  std::string path;
  PidKind kind = PidKind::PID;
  bool ideal = false;        // its form: all parts are multiplied by P
  bool two_degrees = false;  // inputs r and y instead of their difference
  bool filtered = true;      // a discrete derivative may be without a filter
  double sample_time = 0;    // s; 0: continuous
  // Where the integral of the filter is by Forward Euler, N T must stay below 2.
  bool forward_filter = false;
  PidGains gains;
};

// Whether a block is one of the PID controllers of the library.
bool is_pid(const Block& block);
// Of the whole model, by their paths.
std::vector<Id> pid_blocks(const Diagram& diagram);

// Errors: no such block, or parameters that have no single value.
Result<PidBlock> read_pid(const Diagram& diagram, const BlockLibrary& library, Id block);

// The parameters of the block in its own form, rounded to six digits. A parameter that is the name of a
// variable of the model gives the variable the value. Other parameters, such as limits and anti-windup, stay
// as they are. Empty where nothing changes.
Edit write_pid(const Diagram& diagram, const BlockLibrary& library, const PidBlock& pid, PidKind kind,
               const PidGains& gains);

// The names and values that a block of this form is given, such as {"P", 2.5}.
std::vector<std::pair<std::string, double>> pid_parameters(const PidBlock& pid, PidKind kind,
                                                           const PidGains& gains);

}  // namespace sim
