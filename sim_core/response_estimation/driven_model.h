#pragma once
// An instrumented model (linear_analysis/instrumented_model.h) whose points are driven and measured: behind
// each point that adds an input stands a sum with an excitation, and each signal that is read leads to a
// correlator or, of a sampled response, a sampler, at the top level.
#include <string>
#include <vector>

#include "sim_core/linear_analysis/instrumented_model.h"

namespace sim {

struct DrivenModel {
  Diagram diagram;
  // An element of an input or output of the response.
  struct Element {
    std::string name;
    std::size_t port = 0;  // of sources or meters
    int element = 0;
  };
  struct Source {
    Id block = no_id;
    Shape shape;
    PortRef signal;  // what is added to
  };
  struct Meter {
    Id block = no_id;
    PortRef signal;
    Shape shape;
  };
  // A point that cuts its signal: its block, which holds it.
  struct Cut {
    Id block = no_id;
    Shape shape;
  };
  std::vector<Element> inputs, outputs;
  std::vector<Source> sources;
  std::vector<Meter> meters;
  std::vector<Cut> cuts;

  // What an input is added to.
  PortRef input_signal(const Element& input) const { return sources[input.port].signal; }
  // Outputs of blocks that have to be computed.
  std::vector<PortRef> looked_at() const;
};

// `sample_time` in s: excitations are held over it, and outputs are sampled; 0: neither.
DrivenModel driven_model(const InstrumentedModel& model, double sample_time);

}  // namespace sim
