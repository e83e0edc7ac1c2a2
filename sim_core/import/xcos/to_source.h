#pragma once
// The neutral tree of an Xcos diagram. Splits become branches, clocks become sample times where that is
// exact, contexts become variables of the model and of masks.
//
// A block has these parameters: "exprs(n)", the n-th text of its dialog; "value(n)", what it evaluates to;
// "unknown(n)", why it does not; "rpar", "ipar", "opar", "state", "dstate", the numbers that Xcos stored;
// "activation", its sample time, where events at known instants activate it; "called", where a function call
// is to activate it; "period" and "offset", of events that it makes; "needed", where events are needed as a
// signal; "event in n" and "event out n", the place of an event port of a super block among its inputs and
// outputs.
#include "sim_core/import/source_model.h"
#include "sim_core/import/xcos/xcos_model.h"

namespace sim::importing::xcos {

SourceModel to_source(const XcosFile& file, const std::string& name);

}  // namespace sim::importing::xcos
