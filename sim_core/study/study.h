#pragma once
// A study: many runs of one model that differ in some values, and what each is asked for. A file
// NAME.flxstudy (JSON) beside its model; docs/studies.md describes it.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/study/correlations.h"

namespace sim {

enum class DistributionKind {
  Uniform,      // [a, b]
  Normal,       // mean, standard deviation
  Lognormal,    // mean and standard deviation of the logarithm
  Loguniform,   // [a, b], both above zero
  Triangular,   // a, mode, b
  Exponential,  // mean
};
inline constexpr std::string_view distribution_names[] = {"uniform",    "normal",     "lognormal",
                                                          "loguniform", "triangular", "exponential"};

// A variable of the model, a parameter "Block/path.parameter", or a setting, and the values it takes: those
// of a list, or a distribution's.
struct Variation {
  std::string name;
  std::vector<std::string> values;  // expressions; empty: it has a distribution
  DistributionKind kind = DistributionKind::Uniform;
  std::vector<double> numbers;  // of the distribution
  bool operator==(const Variation&) const = default;
};

// The last three are the designs of sensitivity_designs.h.
enum class Sampling { Grid, List, Random, LatinHypercube, Sobol, OneAtATime, Morris, SobolIndices };
inline constexpr std::string_view sampling_names[] = {"grid",  "list",          "random", "latin_hypercube",
                                                      "sobol", "one_at_a_time", "morris", "sobol_indices"};

// A number of each run: an expression over the recorded signals (result_expressions.h).
struct StudyResult {
  std::string name, expression;
  bool operator==(const StudyResult&) const = default;
};

struct Study {
  std::string model;  // the file, relative to that of the study
  std::vector<Variation> variations;
  Sampling sampling = Sampling::Grid;
  // Runs; of Morris trajectories, of SobolIndices rows of its matrices. With Grid, List and OneAtATime how
  // many there are follows from the variations.
  std::uint64_t samples = 0;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> settings;  // of all runs, by their conventional names
  std::vector<StudyResult> results;
  std::vector<Correlation> correlations = {};  // of the variations
  bool operator==(const Study&) const = default;
};

inline constexpr std::uint64_t most_samples = 10'000'000;
inline constexpr std::size_t most_variations = 1000, most_results = 1000;

// What is wrong with a study by itself; empty: nothing.
Diagnostics check_study(const Study& study);

// How many runs it has.
std::uint64_t run_count(const Study& study);

// The study of a text; errors stand at "name: variations[2]". It has passed check_study.
Result<Study> read_study(std::string_view text, const std::string& name);
// The same of one that need not be finished: it has not passed check_study.
Result<Study> read_draft(std::string_view text, const std::string& name);
// Indented JSON that read_study gives back.
std::string write_study(const Study& study);

}  // namespace sim
