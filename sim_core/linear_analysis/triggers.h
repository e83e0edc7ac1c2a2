#pragma once
// Instants that a run decides on: where a signal crosses a value, and where a block has an event. A model is
// linearized there.
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

struct Trigger {
  enum class Direction { Either, Rising, Falling };
  std::optional<PortRef> signal;  // crosses `value`; none: the events of `block`
  double value = 0;
  Direction direction = Direction::Either;
  std::string block;  // a path
  std::string text;   // as it was written
};

// "y = 3", "y rising 3", "y falling 3", "event Plant/Stop". Signals as for find_signal. Errors: it is none of
// these, or names nothing of the model.
Result<Trigger> read_trigger(const Diagram& diagram, const std::string& text);

// The first instants of a run with the settings of the model, at most `most`, ascending, in s. Crossings are
// located as those of blocks are: a Hit Crossing block is added to a copy of the model. Instants of events
// are 1e-9 of the run behind them, where the modes have changed. Errors: the model does not compile, the run
// fails before there is one, or there is none.
Result<std::vector<double>> trigger_times(const Diagram& diagram, const BlockLibrary& library,
                                          const Trigger& trigger, std::size_t most);

}  // namespace sim
