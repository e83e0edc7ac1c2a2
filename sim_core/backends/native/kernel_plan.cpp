#include "sim_core/backends/native/kernel_plan.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "sim_core/backends/interpreter/tape_reader.h"
#include "sim_core/backends/native/operation_writer.h"
#include "sim_core/backends/native/step_order.h"

namespace sim::native {

using interpreter::has_effects;
using interpreter::MemoryMap;
using interpreter::ReadPiece;
using interpreter::Run;
using interpreter::Tape;
using ir::Op;

namespace {

// Up to these sizes, vectors are taken apart into numbers.
constexpr std::int32_t few_elements = 4;     // of element-wise operations
constexpr std::int32_t few_moves = 64;       // numbers that only change their place
constexpr std::int32_t few_operations = 64;  // of sums and products

class Planner {
 public:
  Planner(const Tape& tape, const MemoryMap& map, const ir::Graph& graph, Level level)
      : tape_(tape), map_(map), graph_(graph), level_(level) {
    const auto places = static_cast<std::size_t>(map.size());
    same_.resize(places);
    std::iota(same_.begin(), same_.end(), 0);
    plan_.kept.assign(places, 0);
  }

  Plan make() {
    for (run_ = 0; run_ < static_cast<std::int32_t>(tape_.runs.size()); ++run_)
      add_run(tape_.runs[static_cast<std::size_t>(run_)]);
    run_ = -1;
    guard_ = 0;
    std::int32_t out = 0;
    for (const Tape::Piece& piece : tape_.results) out = add_results(piece, out);
    sort();
    fuse();
    keep();
    return std::move(plan_);
  }

 private:
  Step& add(Step::Kind kind, Op op, std::int32_t out, std::int32_t count) {
    Step step;
    step.kind = kind;
    step.op = op;
    step.run = run_;
    step.out = out;
    step.count = count;
    step.guard = guard_;
    step.first = static_cast<std::int32_t>(plan_.operands.size());
    plan_.steps.push_back(step);
    return plan_.steps.back();
  }
  void operand(Step& step, std::int32_t place) {
    plan_.operands.push_back(same_[static_cast<std::size_t>(place)]);
    ++step.operands;
  }
  void copy(std::int32_t from, std::int32_t to) {
    same_[static_cast<std::size_t>(to)] = same_[static_cast<std::size_t>(from)];
    operand(add(Step::Kind::Copy, Op::Gather, to, 1), from);
  }
  std::int32_t index(const Run& run, std::int32_t k) const {
    return tape_.indices[static_cast<std::size_t>(run.first + k)];
  }
  Shape shape(ir::NodeId id) const { return graph_.node(id).shape; }

  void add_run(const Run& run) {
    guard_ = run.guard;
    if (run.scattered)
      add_numbers(run);
    else if (ir::is_elementwise(run.op))
      add_vector(run);
    else if (!taken_apart(run))
      add(Step::Kind::Run, run.op, run.out, run.count);
  }

  void add_numbers(const Run& run) {
    const int arity = ir::arity_of(run.op);
    for (std::int32_t i = 0; i < run.count; ++i) {
      Step& step = add(Step::Kind::Number, run.op, run.out + i, 1);
      for (int k = 0; k < arity; ++k) operand(step, index(run, arity * i + k));
    }
  }

  void add_vector(const Run& run) {
    if (run.count > few_elements) {
      const bool instructions = OperationWriter::has(run.op, level_);
      add(instructions ? Step::Kind::Vector : Step::Kind::Run, run.op, run.out, run.count);
      return;
    }
    for (std::int32_t i = 0; i < run.count; ++i) {
      Step& step = add(Step::Kind::Number, run.op, run.out + i, 1);
      for (int k = 0; k < ir::arity_of(run.op); ++k) operand(step, run.from[k] + i * run.step[k]);
    }
  }

  // Structure that is small.
  bool taken_apart(const Run& run) {
    const ir::Node& node = graph_.node(run.node);
    switch (run.op) {
      case Op::Gather:
        if (run.count > few_moves) return false;
        for (std::int32_t i = 0; i < run.count; ++i) copy(index(run, i), run.out + i);
        return true;
      case Op::Concat:
        if (run.count > few_moves) return false;
        for (std::int32_t done = 0, k = 0; done < run.count; done += index(run, k + 1), k += 2)
          for (std::int32_t i = 0; i < index(run, k + 1); ++i) copy(index(run, k) + i, run.out + done + i);
        return true;
      case Op::Transpose:
        if (run.count > few_moves) return false;
        for (int j = 0; j < node.shape.cols; ++j)
          for (int i = 0; i < node.shape.rows; ++i)
            copy(run.from[0] + j + i * node.shape.cols, run.out + i + j * node.shape.rows);
        return true;
      case Op::Total: {
        const int count = shape(node.a).size();
        if (count > few_operations) return false;
        Step& step = add(Step::Kind::Sum, run.op, run.out, 1);
        for (int i = 0; i < count; ++i) operand(step, run.from[0] + i);
        return true;
      }
      case Op::MatMul:
        if (run.count * shape(node.a).cols > few_operations) return false;
        add_products(run, node.shape, shape(node.a).cols);
        return true;
      default:
        return false;
    }
  }

  void add_products(const Run& run, Shape s, int inner) {
    for (int j = 0; j < s.cols; ++j)
      for (int i = 0; i < s.rows; ++i) {
        Step& step = add(Step::Kind::Products, run.op, run.out + i + j * s.rows, 1);
        for (int k = 0; k < inner; ++k) {
          operand(step, run.from[0] + i + k * s.rows);
          operand(step, run.from[1] + k + j * inner);
        }
      }
  }

  // Numbers one by one, from where they are computed; vectors and leaves in pieces.
  std::int32_t add_results(const Tape::Piece& piece, std::int32_t out) {
    for (std::int32_t at = piece.from, end = piece.from + piece.count; at < end;) {
      if (is_number(at)) {
        operand(add(Step::Kind::Result, Op::Gather, out++, 1), at++);
        continue;
      }
      std::int32_t last = at + 1;
      while (last < end && !is_number(last) && in_state(last) == in_state(at)) ++last;
      if (last - at <= few_elements) {
        while (at < last) operand(add(Step::Kind::Result, Op::Gather, out++, 1), at++);
        continue;
      }
      add(Step::Kind::Results, Op::Concat, out, last - at).from = at;
      out += last - at;
      at = last;
    }
    return out;
  }
  bool in_state(std::int32_t place) const { return place >= map_.state_at() && place < map_.parameter_at(); }
  // Whether a step computes it by itself; known when all runs are added.
  bool is_number(std::int32_t place) {
    if (numbers_.empty()) {
      numbers_.assign(same_.size(), 0);
      for (const Step& step : plan_.steps)
        if (step.kind <= Step::Kind::Copy) numbers_[static_cast<std::size_t>(step.out)] = 1;
    }
    return numbers_[static_cast<std::size_t>(place)] != 0;
  }

  // What a step reads in memory.
  void for_each_piece(const Step& step, const ReadPiece& read) const {
    if (step.kind == Step::Kind::Results) {
      read(step.from, step.count);
    } else if (step.kind == Step::Kind::Vector) {
      const Run& run = tape_.runs[static_cast<std::size_t>(step.run)];
      for (int k = 0; k < ir::arity_of(run.op); ++k) read(run.from[k], run.step[k] ? run.count : 1);
    } else if (step.kind == Step::Kind::Run) {
      for_each_read(tape_.runs[static_cast<std::size_t>(step.run)], tape_, graph_, read);
    }
  }

  void sort() {
    StepOrder order(plan_.steps, static_cast<std::int32_t>(same_.size()));
    std::int32_t last_effect = -1;
    for (std::int32_t s = 0; s < static_cast<std::int32_t>(plan_.steps.size()); ++s) {
      const Step& step = plan_.steps[static_cast<std::size_t>(s)];
      for (std::int32_t k = 0; k < step.operands; ++k)
        order.reads(s, plan_.operands[static_cast<std::size_t>(step.first + k)], 1);
      for_each_piece(step, [&](std::int32_t from, std::int32_t count) { order.reads(s, from, count); });
      if (step.kind == Step::Kind::Run && has_effects(step.op)) {
        if (last_effect >= 0) order.follows(s, last_effect);
        last_effect = s;
      }
    }
    plan_.steps = order.sorted();
  }

  // Neighbors of one length become one loop, where none reads what another one writes but element by
  // element.
  void fuse() {
    plan_.fused.assign(plan_.steps.size(), 0);
    for (std::size_t first = 0; first < plan_.steps.size();) {
      std::size_t last = first + 1;
      if (plan_.steps[first].kind == Step::Kind::Vector) {
        while (last < plan_.steps.size() && joins(first, last)) ++last;
        plan_.fused[first] = static_cast<std::int32_t>(last - first);
      }
      first = last;
    }
  }
  bool joins(std::size_t first, std::size_t candidate) const {
    constexpr std::size_t most = 24;
    const Step &head = plan_.steps[first], &step = plan_.steps[candidate];
    if (step.kind != Step::Kind::Vector || step.count != head.count || step.guard != head.guard ||
        candidate - first >= most)
      return false;
    const Run& run = tape_.runs[static_cast<std::size_t>(step.run)];
    for (int k = 0; k < ir::arity_of(run.op); ++k)
      for (std::size_t s = first; s < candidate; ++s) {
        const Step& other = plan_.steps[s];
        const std::int32_t read = run.step[k] ? run.count : 1;
        const bool apart = run.from[k] + read <= other.out || other.out + other.count <= run.from[k];
        if (!apart && !(run.step[k] && run.from[k] == other.out)) return false;
      }
    return true;
  }

  // What is read in memory has to be there: by what the interpreter does, by loops, behind other places.
  void keep() {
    const bool solves = !tape_.solves.empty();
    if (solves) std::fill(plan_.kept.begin() + map_.scratch_at(), plan_.kept.end(), char{1});
    std::size_t loop = 0;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const Step& step = plan_.steps[s];
      if (plan_.fused[s] > 0) loop = s;
      if (step.kind == Step::Kind::Results) continue;
      for_each_piece(step, [&](std::int32_t from, std::int32_t count) {
        if (step.kind == Step::Kind::Vector && count > 1 && in_loop(loop, s, from)) return;
        std::fill_n(plan_.kept.begin() + from, count, char{1});
        if (step.kind == Step::Kind::Run && from < map_.parameter_at() && from + count > map_.state_at())
          plan_.interpreter_reads_state = true;
      });
      plan_.calls = plan_.calls || step.kind == Step::Kind::Run ||
                    (step.kind == Step::Kind::Number && !OperationWriter::has(step.op, level_));
    }
    for (const Step& step : plan_.steps)
      if (step.kind == Step::Kind::Vector || step.kind == Step::Kind::Run) keep_elements(step);
    place_results();
  }
  // A vector that nothing else reads in memory goes to the results from the loop that computes it.
  void place_results() {
    std::unordered_map<std::int32_t, Step*> vectors;
    for (Step& step : plan_.steps)
      if (step.kind == Step::Kind::Vector && step.guard == 0) vectors.emplace(step.out, &step);
    for (Step& step : plan_.steps) {
      if (step.kind != Step::Kind::Results) continue;
      const auto kept = plan_.kept.begin() + step.from;
      const auto source = vectors.find(step.from);
      if (source != vectors.end() && source->second->count == step.count && source->second->result < 0 &&
          std::find(kept, kept + step.count, char{1}) == kept + step.count) {
        source->second->result = step.out;
        step.count = 0;
      } else {
        std::fill_n(kept, step.count, char{1});
      }
    }
  }
  bool in_loop(std::size_t first, std::size_t step, std::int32_t from) const {
    return std::any_of(plan_.steps.begin() + static_cast<std::ptrdiff_t>(first),
                       plan_.steps.begin() + static_cast<std::ptrdiff_t>(step),
                       [&](const Step& other) { return other.out == from; });
  }
  // Of a vector, single numbers may be read.
  void keep_elements(const Step& step) {
    if (read_.empty()) {
      read_.assign(same_.size(), 0);
      for (const std::int32_t place : plan_.operands) read_[static_cast<std::size_t>(place)] = 1;
    }
    for (std::int32_t i = 0; i < step.count; ++i)
      if (read_[static_cast<std::size_t>(step.out + i)])
        plan_.kept[static_cast<std::size_t>(step.out + i)] = 1;
  }

  const Tape& tape_;
  const MemoryMap& map_;
  const ir::Graph& graph_;
  const Level level_;
  Plan plan_;
  std::vector<std::int32_t> same_;  // by place: where its number is computed
  std::vector<char> numbers_, read_;
  std::int32_t run_ = -1, guard_ = 0;  // of the steps that are being added
};

}  // namespace

long operations_of(const Tape& tape) {
  long operations = 0;
  for (const Run& run : tape.runs) operations += run.scattered ? run.count : 1;
  for (const Tape::Piece& piece : tape.results) operations += std::min(piece.count, 8);
  return operations;
}

Plan make_plan(const Tape& tape, const MemoryMap& map, const ir::Graph& graph, Level level) {
  return Planner(tape, map, graph, level).make();
}

}  // namespace sim::native
