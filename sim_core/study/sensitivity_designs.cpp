#include "sim_core/study/sensitivity_designs.h"

#include <numeric>

#include "sim_core/study/sobol.h"
#include "sim_core/study/study_random.h"

namespace sim {

bool is_sensitivity_design(Sampling sampling) {
  return sampling == Sampling::OneAtATime || sampling == Sampling::Morris ||
         sampling == Sampling::SobolIndices;
}

std::uint64_t design_block(Sampling sampling, std::size_t variations) {
  switch (sampling) {
    case Sampling::OneAtATime:
      return 1 + 2 * variations;
    case Sampling::Morris:
      return 1 + variations;
    case Sampling::SobolIndices:
      return 2 + variations;
    default:
      return 1;
  }
}

// The ends of the range; where a distribution has none, 5 and 95 percent.
static double end_of(const Variation& v, bool high) {
  using enum DistributionKind;
  const bool bounded = !v.values.empty() || v.kind == Uniform || v.kind == Loguniform || v.kind == Triangular;
  return bounded ? (high ? 1 : 0) : (high ? 0.95 : 0.05);
}

static std::vector<double> one_at_a_time(const Study& study, std::uint64_t step) {
  std::vector<double> place(study.variations.size(), 0.5);
  if (step > 0) {
    const std::uint64_t moved = (step - 1) / 2;
    place[moved] = end_of(study.variations[moved], step % 2 == 0);
  }
  return place;
}

std::vector<std::size_t> morris_order(const Study& study, std::uint64_t trajectory) {
  std::vector<std::size_t> order(study.variations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = order.size(); k-- > 1;)  // Fisher and Yates
    std::swap(
        order[k],
        order[study_bits(study.seed, trajectory, static_cast<std::uint32_t>(k), StudyStream::MorrisOrder) %
              (k + 1)]);
  return order;
}

static std::vector<double> morris(const Study& study, std::uint64_t trajectory, std::uint64_t step) {
  constexpr std::uint64_t levels = 4, moved = levels / 2;
  std::vector<std::uint64_t> level(study.variations.size());
  for (std::size_t j = 0; j < level.size(); ++j)
    level[j] =
        study_bits(study.seed, trajectory, static_cast<std::uint32_t>(j), StudyStream::MorrisStart) % levels;
  const std::vector<std::size_t> order = morris_order(study, trajectory);
  for (std::uint64_t k = 0; k < step; ++k) level[order[k]] = (level[order[k]] + moved) % levels;
  std::vector<double> place;
  for (const std::uint64_t l : level) place.push_back((static_cast<double>(l) + 0.5) / levels);
  return place;
}

// Columns of A are the first n dimensions of a shifted Sobol sequence, those of B the next ones; where it has
// too few, both are random.
static double matrix_element(const Study& study, std::uint64_t row, std::size_t column) {
  const auto place = static_cast<std::uint32_t>(column);
  if (2 * study.variations.size() > sobol_dimensions)
    return unit_of(study_bits(study.seed, row, place, StudyStream::Draw));
  const auto shift = static_cast<std::uint32_t>(study_bits(study.seed, 0, place, StudyStream::Shift));
  return (static_cast<double>(sobol(static_cast<std::uint32_t>(row), column) ^ shift) + 0.5) * 0x1p-32;
}

static std::vector<double> sobol_indices(const Study& study, std::uint64_t row, std::uint64_t step) {
  const std::size_t n = study.variations.size();
  std::vector<double> place(n);
  for (std::size_t j = 0; j < n; ++j)
    place[j] = matrix_element(study, row, step == 1 || step == j + 2 ? n + j : j);
  return place;
}

std::vector<double> design_place(const Study& study, std::uint64_t sample) {
  const std::uint64_t size = design_block(study.sampling, study.variations.size());
  const std::uint64_t block = sample / size, step = sample % size;
  if (study.sampling == Sampling::OneAtATime) return one_at_a_time(study, step);
  return study.sampling == Sampling::Morris ? morris(study, block, step) : sobol_indices(study, block, step);
}

}  // namespace sim
