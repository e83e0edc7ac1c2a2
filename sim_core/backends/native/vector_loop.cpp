#include "sim_core/backends/native/vector_loop.h"

#include <algorithm>

namespace sim::native {

using asmjit::x86::Mem;
using interpreter::Run;

static constexpr auto index_register = asmjit::x86::rax;

int VectorLoops::find(std::int32_t place, bool repeated) const {
  for (int r = 0; r < OperationWriter::registers; ++r)
    if (held_[r].place == place && held_[r].repeated == repeated) return r;
  return -1;
}

// -1: there is none.
int VectorLoops::take(std::int32_t place, bool repeated) {
  const int r = find(-1, false);
  if (r >= 0) held_[r] = {place, repeated};
  return r;
}

bool VectorLoops::read_later(std::span<const Step> steps, std::size_t from, std::int32_t place) const {
  return std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(from), steps.end(), [&](const Step& step) {
    const Run& r = run(step);
    for (int k = 0; k < ir::arity_of(r.op); ++k)
      if (r.step[k] && r.from[k] == place) return true;
    return false;
  });
}

// Whether its result must be in memory: something reads it there, or a later loop of the same steps does.
bool VectorLoops::stays(const Step& step, std::span<const Step> steps) const {
  const auto first = kept_.begin() + step.out;
  return std::find(first, first + step.count, char{1}) != first + step.count ||
         read_later(all_, steps.size(), step.out);
}

// Numbers that all elements read are in registers before the loop.
bool VectorLoops::repeat_numbers(std::span<const Step> steps, bool writing) {
  std::fill(std::begin(held_), std::end(held_), Held{});
  for (const Step& step : steps) {
    const Run& r = run(step);
    for (int k = 0; k < ir::arity_of(r.op); ++k) {
      if (r.step[k] || find(r.from[k], true) >= 0) continue;
      const int reg = take(r.from[k], true);
      if (reg < 0) return false;
      if (writing) operations_.broadcast(operations_.widest(), reg, address_(r.from[k]));
    }
  }
  return true;
}

bool VectorLoops::body(std::span<const Step> steps, Width width, const Element& at, bool writing) {
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Step& step = steps[s];
    const Run& r = run(step);
    const int arity = ir::arity_of(r.op);
    int from[3] = {-1, -1, -1};
    for (int k = 0; k < arity; ++k) {
      from[k] = find(r.from[k], r.step[k] == 0);
      if (from[k] >= 0) continue;
      from[k] = take(r.from[k], false);
      if (from[k] < 0) return false;
      if (writing) operations_.load(width, from[k], at(address_(r.from[k])));
    }
    // Its own register, before those of the operands are free: it may be none of them.
    const int result = take(step.out, false);
    if (result < 0) return false;
    if (writing) {
      operations_.write(r.op, width, result, from[0], Source::of(from[1]), Source::of(from[2]));
      if (stays(step, steps)) operations_.store(width, at(address_(step.out)), result);
      if (step.result >= 0) operations_.store(width, at(result_(step.result)), result);
    }
    for (Held& held : held_)
      if (held.place >= 0 && !held.repeated && !read_later(steps, s + 1, held.place)) held = {};
  }
  return true;
}

// How many of the steps one loop can take.
std::size_t VectorLoops::fitting(std::span<const Step> steps) {
  std::size_t count = steps.size();
  while (count > 1) {
    const auto some = steps.first(count);
    if (repeat_numbers(some, false) && body(some, Width::One, {}, false)) break;
    --count;
  }
  return count;
}

template <class Body>
void VectorLoops::over_elements(std::int32_t count, Body body) {
  const Width wide = operations_.widest();
  const auto lanes = static_cast<std::int32_t>(wide);
  const std::int32_t in_loop = count / lanes * lanes;
  if (in_loop > 2 * lanes) {
    out_.xor_(asmjit::x86::eax, asmjit::x86::eax);
    const asmjit::Label again = out_.newLabel();
    out_.bind(again);
    body(wide, 0, true);
    out_.add(index_register, lanes * 8);
    out_.cmp(index_register, in_loop * 8);
    out_.jb(again);
  } else {
    for (std::int32_t i = 0; i < in_loop; i += lanes) body(wide, i, false);
  }
  for (std::int32_t i = in_loop; i < count; ++i) body(Width::One, i, false);
  operations_.leave_wide();
}

static Mem element_at(Mem memory, std::int32_t element, bool indexed) {
  memory.addOffset(std::int64_t{element} * 8);
  if (indexed) memory.setIndex(index_register);
  return memory;
}

void VectorLoops::write(std::span<const Step> steps) {
  while (!steps.empty()) {
    const std::size_t count = fitting(steps);
    const auto now = steps.first(count);
    all_ = steps;
    repeat_numbers(now, true);
    over_elements(now.front().count, [&](Width width, std::int32_t element, bool indexed) {
      body(
          now, width, [&](const Mem& first) { return element_at(first, element, indexed); }, true);
    });
    steps = steps.subspan(count);
  }
}

void VectorLoops::copy(const Mem& from, const Mem& to, std::int32_t count) {
  over_elements(count, [&](Width width, std::int32_t element, bool indexed) {
    operations_.load(width, 0, element_at(from, element, indexed));
    operations_.store(width, element_at(to, element, indexed), 0);
  });
}

}  // namespace sim::native
