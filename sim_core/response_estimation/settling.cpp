#include "sim_core/response_estimation/settling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/told_number.h"

namespace sim {

Settling settling_of(const Phasors& course, std::complex<double> mean) {
  Settling out;
  for (const auto& each : course) out.spread = std::max(out.spread, std::abs(each - mean));
  const std::size_t n = course.size();
  if (n < 3) return out;
  const double first = std::abs(course[1] - course[0]), last = std::abs(course[n - 1] - course[n - 2]);
  out.ratio = last == 0 ? 0 : std::pow(last / first, 1.0 / static_cast<double>(n - 2));
  out.rest = out.ratio < 1 ? last * out.ratio / (1 - out.ratio) : std::numeric_limits<double>::infinity();
  return out;
}

std::string unsettled_text(const std::string& output, const Settling& settling, double size, int periods) {
  const std::string after = " after " + std::to_string(periods) + " periods: ";
  if (settling.ratio > 1.05)
    return output + " grows from period to period" + after +
           "the model may be unstable there, or not be at rest";
  const double away =
      std::isfinite(settling.rest) ? std::max(settling.spread, settling.rest) : settling.spread;
  return output + " is still " + told(100 * away / size) + " % of the response away from where it settles" +
         after + "let it settle longer, unless something else moves it";
}

}  // namespace sim
