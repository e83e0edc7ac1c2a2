#pragma once
// What the engine throws: that its work was stopped or takes more memory than it may (work.h); and what is
// never meant to be, memory that is not there and errors of its own. Where a thread or a call from the
// outside begins, it becomes an error that says what was being done, so that nothing ends the program and
// nobody loses work.
#include <string>

#include "sim_core/base/diagnostic.h"

namespace sim {

// Of the exception that is being handled. `doing`: "compile the model". Call it in a handler only.
Diagnostic failure_report(const std::string& doing);

}  // namespace sim
