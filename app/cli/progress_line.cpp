#include "app/cli/progress_line.h"

#include <unistd.h>

#include <cinttypes>
#include <cmath>
#include <cstdio>

namespace fluxion {

static constexpr const char* eraseLine = "\r\x1b[K";

ProgressLine::ProgressLine(double start, double stop)
    : m_start(start), m_stop(stop), m_terminal(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const sim::RunProgress& progress) {
  if (!m_terminal) return;
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_began).count();
  const double rate = wall > 0 ? (progress.time - m_start) / wall : 0;
  std::fputs(eraseLine, stderr);
  if (std::isfinite(m_stop) && m_stop > m_start)
    std::fprintf(stderr, "%3.0f %%  ", 100 * (progress.time - m_start) / (m_stop - m_start));
  std::fprintf(stderr, "t = %.6g s  %" PRIu64 " steps  %" PRIu64 " rejected  %.3g x real time", progress.time,
               progress.steps, progress.rejected, rate);
  std::fflush(stderr);
  m_shown = true;
}

void ProgressLine::clear() {
  if (m_shown) std::fputs(eraseLine, stderr);
  m_shown = false;
}

}  // namespace fluxion
