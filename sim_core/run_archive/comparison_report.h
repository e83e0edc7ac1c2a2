#pragma once
// A comparison in words: aligned lines for a terminal or the clipboard, or a page of HTML that needs nothing
// else.
#include <string>

#include "sim_core/run_archive/compare_runs.h"

namespace sim {

struct ReportTitle {
  std::string baseline, other;  // names of the runs, or of their files
};

// One signal: "speed[2]: out of tolerance: largest difference 0.3 at t = 2, first out at t = 1.5".
std::string verdict_text(const SignalVerdict& signal, const RunSummary& baseline);
// "2 of 5 signals are out of tolerance", ...
std::string conclusion(const RunComparison& comparison);

std::string comparison_text(const RunComparison& comparison, const RunSummary& baseline,
                            const ReportTitle& title);
std::string comparison_html(const RunComparison& comparison, const RunSummary& baseline,
                            const ReportTitle& title);

// "absolute 0.1, relative 0.01, time 1e-3 s"; "none".
std::string to_text(const Tolerance& tolerance);
// "0.1", or "abs=0.1,rel=0.01,time=1e-3" in any order; what is not said is 0.
Result<Tolerance> parse_tolerance(const std::string& text);

}  // namespace sim
