#pragma once
// When blocks are activated. In Xcos, events travel along links of their own; here most of them are sample
// times. An event stream whose instants are offset + k period is known by these numbers; others remain
// signals that are not zero where there is an event (function calls).
#include <optional>
#include <string>

#include "sim_core/import/xcos/scope.h"

namespace sim::importing::xcos {

// Of the events that arrive at this port; nothing where they are not known to be periodic, or there are none.
std::optional<Periodic> periodic_activation(const Scope& scope, PortPlace event_input);

enum class Activation {
  Passive,     // has no event inputs
  SampleTime,  // the block has a sample time, and the events are known
  Anyhow,      // it looks at its input at every step, which includes the events
  Called,      // it is put in a function-call subsystem
  Reads        // the events are among the block's inputs
};
Activation activation_of(const Scope& scope, int block);

// The sample time of a block of Activation::SampleTime, in words of this program.
std::string sample_time_text(const Periodic& activation);

// Whether what arrives at this event input is needed as a signal.
bool needs_signal(const Scope& scope, PortPlace event_input, int depth = 0);
// Whether some input that this event output leads to needs it.
bool is_needed(const Scope& scope, PortPlace event_output, int depth = 0);
// Of the events of an output.
std::optional<Periodic> periodic_events(const Scope& scope, PortPlace event_output);

// A block that ends a run at a time of its own, or its contents do: that time; else empty.
std::string end_time_of(const XcosBlock& block);

}  // namespace sim::importing::xcos
