#pragma once
// When a block computes its outputs.
#include <string>

#include "sim_core/base/text.h"

namespace sim {

struct SampleTime {
  enum class Kind {
    Constant,    // never: parameters do not change while it runs
    Continuous,  // always
    MajorStep,   // at every major step, fixed in between
    Discrete,    // at offset + k period
    Triggered,   // when the subsystem around it is executed
    Inherited    // as its inputs say
  };
  Kind kind = Kind::Continuous;
  double period = 0, offset = 0;  // s; of Discrete

  bool operator==(const SampleTime&) const = default;
};

inline std::string to_text(const SampleTime& sample_time) {
  switch (sample_time.kind) {
    case SampleTime::Kind::Constant:
      return "constant";
    case SampleTime::Kind::Continuous:
      return "continuous";
    case SampleTime::Kind::MajorStep:
      return "fixed in minor step";
    case SampleTime::Kind::Triggered:
      return "triggered";
    case SampleTime::Kind::Inherited:
      return "inherited";
    case SampleTime::Kind::Discrete:
      break;
  }
  const std::string period = to_text(sample_time.period) + " s";
  return sample_time.offset == 0 ? period : period + ", offset " + to_text(sample_time.offset) + " s";
}

}  // namespace sim
