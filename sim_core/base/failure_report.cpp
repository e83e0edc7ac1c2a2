#include "sim_core/base/failure_report.h"

#include <exception>
#include <new>

#include "sim_core/base/work.h"

namespace sim {

Diagnostic failure_report(const std::string& doing) {
  constexpr const char* report =
      "save the model under another name and report this, with the model if you can";
  try {
    throw;
  } catch (const WorkStopped&) {
    return error({}, "stopped");
  } catch (const OverBudget& asked) {
    return error(asked.path(), asked.what(), OverBudget::remedy());
  } catch (const std::bad_alloc&) {
    return error(
        {}, "there is not enough memory to " + doing,
        "close other programs, or ask for less: smaller arrays, shorter delays, fewer rows and columns");
  } catch (const std::exception& failure) {
    return error({}, "an internal error made it impossible to " + doing + ": " + failure.what(), report);
  } catch (...) {
    return error({}, "an internal error made it impossible to " + doing, report);
  }
}

}  // namespace sim
