#include "sim_core/backends/c_source/loop_text.h"

#include <algorithm>

#include "sim_core/backends/c_source/c_table.h"
#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/interpreter/rounding_bound.h"
#include "sim_core/backends/interpreter/tape_reader.h"

namespace sim::c_source {

using interpreter::Run;
using interpreter::Tape;
using ir::Op;
using ir::RoundingRule;

namespace {

// Both tapes, one behind the other.
Tape joined(const Tape& first, const Tape& second) {
  Tape all = first;
  for (Run run : second.runs) {
    if (run.op == Op::Call)
      run.first += static_cast<std::int32_t>(first.calls.size());
    else
      run.first += static_cast<std::int32_t>(first.indices.size());
    all.runs.push_back(run);
  }
  all.indices.insert(all.indices.end(), second.indices.begin(), second.indices.end());
  all.calls.insert(all.calls.end(), second.calls.begin(), second.calls.end());
  return all;
}

const char* kind_name(Op op) {
  if (op == Op::Select) return "CHOSEN";
  switch (ir::rules_of(op).rounding) {
    case RoundingRule::Exact:
      return "EXACT";
    case RoundingRule::Single:
      return "SINGLE";
    case RoundingRule::Jumps:
      return "JUMPS";
    case RoundingRule::Periodic:
      return "PERIODIC";
    case RoundingRule::Rounded:
      break;
  }
  return "ROUNDED";
}

class LoopWriter {
 public:
  LoopWriter(LoopRequest&& request, Shared& shared)
      : request_(std::move(request)),
        graph_(request_.program.graph),
        site_(graph_.loop_site(request_.solve.site)),
        shared_(shared) {
    request_.places.add(request_.solve.unknowns, {site_.count, "z", true, 0});
    if (site_.branches.count > 0)
      request_.places.add(request_.solve.branches.modes, {site_.branches.count, "b", true, 0});
  }

  std::string text() {
    const interpreter::SolveRun& solve = request_.solve;
    residual("residual", solve.residual, solve.residual_at, site_.count);
    slopes("slopes", joined(solve.residual, solve.derivatives), solve.directions_at, site_.entries);
    rounding("rounding", {&solve.residual}, solve.residual_at, site_.count);
    if (site_.branches.count > 0) pieces(solve.branches);
    return std::move(text_);
  }

 private:
  // The functions come first: what they have in common with the residual is computed with them.
  void pieces(const interpreter::SolveRun::Branches& run) {
    const int count = site_.branches.count;
    on_piece_ = true;
    const Tape all = joined(run.functions, run.residual);
    residual("functions", run.functions, run.functions_at, count);
    residual("piece_residual", all, run.residual_at, site_.count);
    slopes("piece_slopes", joined(all, run.derivatives), run.directions_at, site_.branches.entries);
    rounding("piece_rounding", {&run.functions, &run.residual}, run.residual_at, site_.count);
    rounding("function_rounding", {&run.functions}, run.functions_at, count);
  }

  std::string head(const char* what, const char* out) const {
    return "static void loop_" + std::to_string(site_.loop) + "_" + what +
           "(model *self, double t, const double *x, const double *in, const double *z, " +
           (on_piece_ ? "const double *b, " : "") + "double *" + out + ") {\n" +
           "  (void)self;\n  (void)t;\n  (void)x;\n  (void)in;\n  (void)z;\n" +
           (on_piece_ ? "  (void)b;\n" : "");
  }
  KernelRequest kernel(const Tape& tape) const {
    return {request_.program, request_.map, tape, request_.places, "", nullptr};
  }
  void line(const std::string& text) { text_ += "  " + text + "\n"; }

  struct Piece {
    std::int32_t from, count;
  };
  using Pieces = std::vector<Piece>;
  static Pieces pieces_at(std::span<const std::int32_t> places, int count) {
    Pieces pieces;
    for (const std::int32_t place : places) pieces.push_back({place, count});
    return pieces;
  }

  // Those of its runs that these numbers hang on.
  Tape needed_for(const Pieces& results, const Tape& tape) const {
    std::vector<char> read(static_cast<std::size_t>(request_.map.size()), 0);
    const auto mark = [&](std::int32_t from, std::int32_t count) {
      std::fill_n(read.begin() + from, count, char{1});
    };
    for (const Piece& piece : results) mark(piece.from, piece.count);
    Tape needed = tape;
    needed.runs.clear();
    for (std::size_t k = tape.runs.size(); k-- > 0;) {
      const Run& run = tape.runs[k];
      const auto first = read.begin() + run.out;
      if (std::none_of(first, first + run.count, [](char r) { return r != 0; })) continue;
      needed.runs.push_back(run);
      interpreter::for_each_read(run, tape, graph_, mark);
    }
    std::reverse(needed.runs.begin(), needed.runs.end());
    return needed;
  }

  void residual(const char* what, const Tape& tape, std::int32_t at, int count) {
    const Tape needed = needed_for({{at, count}}, tape);
    KernelRequest request = kernel(needed);
    text_ += head(what, "r") + statements_of(request, shared_);
    for (int i = 0; i < count; ++i)
      line("r[" + std::to_string(i) + "] = " + request.places.element(at + i) + ";");
    text_ += "}\n\n";
  }
  void slopes(const char* what, const Tape& tape, std::span<const std::int32_t> directions_at,
              std::span<const ir::LoopSite::Entry> entries) {
    const Tape needed = needed_for(pieces_at(directions_at, site_.count), tape);
    KernelRequest request = kernel(needed);
    text_ += head(what, "jacobian") + statements_of(request, shared_);
    for (const std::int32_t place : directions_at) not_all_used(request.places, place);
    line("for (int k = 0; k < " + std::to_string(site_.count * site_.count) + "; ++k) jacobian[k] = 0.0;");
    for (const ir::LoopSite::Entry& entry : entries)
      line("jacobian[" + std::to_string(entry.row + entry.column * site_.count) + "] = " +
           request.places.element(directions_at[static_cast<std::size_t>(entry.direction)] + entry.row) +
           ";");
    text_ += "}\n\n";
  }
  // A direction may have more elements than the Jacobian has entries.
  void not_all_used(const Places& places, std::int32_t first) {
    for (int i = 0; i < site_.count; ++i) line("(void)" + places.element(first + i) + ";");
  }

  // What is only moved has the errors of what it comes from, whatever its value.
  static bool reads_values(Op op) { return op != Op::Gather && op != Op::Concat && op != Op::Transpose; }

  void rounding(const char* what, std::initializer_list<const Tape*> tapes, std::int32_t at, int count) {
    Tape all;
    for (const Tape* tape : tapes) all = joined(all, *tape);
    const Tape with_errors = needed_for({{at, count}}, all);
    Pieces operands;
    for (const Run& run : with_errors.runs)
      if (reads_values(run.op))
        interpreter::for_each_read(run, all, graph_, [&](std::int32_t from, std::int32_t many) {
          operands.push_back({from, many});
        });
    const Tape with_values = needed_for(operands, all);
    KernelRequest request = kernel(with_values);
    text_ += head(what, "bound") + statements_of(request, shared_);
    places_ = std::move(request.places);
    errors_.clear();
    for (const Run& run : with_errors.runs) errors(run, all);
    for (int i = 0; i < count; ++i) line("bound[" + std::to_string(i) + "] = " + error(at + i) + ";");
    text_ += "}\n\n";
  }
  std::string error(std::int32_t place) const {
    const auto found = errors_.find(place);
    return found == errors_.end() ? "0.0" : found->second;
  }
  std::string value(std::int32_t place) const { return places_.element(place); }

  void errors(const Run& run, const Tape& tape) {
    const std::string name = "error_" + number_of_place(request_.map, run.out);
    line("double " + name + "[" + std::to_string(run.count) + "];");
    for (std::int32_t i = 0; i < run.count; ++i)
      line(name + "[" + std::to_string(i) + "] = " + error_text(run, tape, i) + ";");
    for (std::int32_t i = 0; i < run.count; ++i) errors_[run.out + i] = name + "[" + std::to_string(i) + "]";
  }
  std::string error_text(const Run& run, const Tape& tape, std::int32_t i) {
    const auto index = [&](std::int32_t k) { return tape.indices[static_cast<std::size_t>(run.first + k)]; };
    const Shape shape = graph_.node(run.node).shape;
    if (ir::is_elementwise(run.op)) return element_wise(run, tape, i);
    switch (run.op) {
      case Op::Gather:
        return error(index(i));
      case Op::Concat:
        for (std::int32_t done = 0, k = 0;; done += index(k + 1), k += 2)
          if (i < done + index(k + 1)) return error(index(k) + i - done);
      case Op::Transpose:
        return error(run.from[0] + i / shape.rows + i % shape.rows * shape.cols);
      case Op::Total:
        return total(run);
      default:
        return product(run, shape, i);
    }
  }
  std::string element_wise(const Run& run, const Tape& tape, std::int32_t i) {
    shared_.loop_operations.insert(run.op);
    const int arity = ir::arity_of(run.op);
    std::string operands, bounds;
    for (int k = 0; k < arity; ++k) {
      const std::int32_t at = run.scattered
                                  ? tape.indices[static_cast<std::size_t>(run.first + arity * i + k)]
                                  : run.from[k] + i * run.step[k];
      operands += (k ? ", " : "") + value(at);
      bounds += (k ? ", " : "") + error(at);
    }
    return "error_of(operation_" + std::string(ir::name_of(run.op)) + ", " + kind_name(run.op) + ", " +
           std::to_string(arity) + ", (const double[]){" + operands + "}, (const double[]){" + bounds + "})";
  }
  std::string total(const Run& run) const {
    const int count = graph_.node(graph_.node(run.node).a).shape.size();
    std::string sizes, bounds;
    for (int k = 0; k < count; ++k) {
      sizes += (k ? " + " : "") + ("fabs(" + value(run.from[0] + k) + ")");
      bounds += (k ? " + " : "") + error(run.from[0] + k);
    }
    return "(" + bounds + ") + " + number(count) + " * DBL_EPSILON * (" + sizes + ")";
  }
  std::string product(const Run& run, const Shape& shape, std::int32_t i) const {
    const int inner = graph_.node(graph_.node(run.node).a).shape.cols;
    const std::int32_t row = i % shape.rows, column = i / shape.rows;
    std::string sizes, bounds;
    for (int k = 0; k < inner; ++k) {
      const std::int32_t a = run.from[0] + row + k * shape.rows, b = run.from[1] + k + column * inner;
      sizes += (k ? " + " : "") + ("fabs(" + value(a) + " * " + value(b) + ")");
      bounds += (k ? " + (" : "(") +
                ("fabs(" + value(a) + ") * " + error(b) + " + " + error(a) + " * fabs(" + value(b) + "))");
    }
    return "(" + bounds + ") + " + number(inner) + " * DBL_EPSILON * (" + sizes + ")";
  }

  LoopRequest request_;
  const ir::Graph& graph_;
  const ir::LoopSite& site_;
  Shared& shared_;
  Places places_;
  std::map<std::int32_t, std::string> errors_;  // by place
  bool on_piece_ = false;                       // with modes as unknowns
  std::string text_;
};

}  // namespace

std::string loop_text(LoopRequest request, Shared& shared) {
  return LoopWriter(std::move(request), shared).text();
}

// Its solver: the equations, and which modes they have as unknowns.
static std::string solver_text(int loop, const LoopInfo& info, int reads, const std::vector<int>& modes,
                               const FollowedBranches& followed, bool others) {
  const std::string k = std::to_string(loop);
  std::string text = "static void solve_loop_" + k +
                     "(model *self, double t, const double *x, const double *in, const double *guess, "
                     "double *out) {\n";
  if (!modes.empty())
    text += "  static const int modes[] = " + table(modes, whole_text) + ", chosen[] = " +
            table(modes, [&](int mode) { return whole(followed.modes[static_cast<std::size_t>(mode)]); }) +
            ";\n";
  text += "  loop_equations q;\n";
  const auto set = [&](const char* what) {
    text += "  q." + std::string(what) + " = loop_" + k + "_" + what + ";\n";
  };
  for (const char* what : {"residual", "slopes", "rounding"}) set(what);
  if (others) text += "  q.count = " + std::to_string(modes.size()) + ";\n";
  if (!modes.empty()) {
    for (const char* what :
         {"piece_residual", "piece_slopes", "piece_rounding", "functions", "function_rounding"})
      set(what);
    text += "  q.modes = modes;\n  q.chosen = chosen;\n";
  }
  return text + "  q.t = t;\n  q.x = x;\n  q.in = in;\n  solve_loop(self, " + k + ", " +
         std::to_string(info.count) + ", " + std::to_string(reads) + ", " + number(info.tolerance) +
         ", &q, guess, self->loop_solutions + " + std::to_string(info.first) + ", out);\n}\n\n";
}

void add_loops(Filling& filling, const Program& program, const FollowedBranches& followed, Shared& shared) {
  if (shared.loop_functions.empty()) return;
  std::string operations, functions;
  for (const Op op : shared.loop_operations) {
    const std::string operands[] = {"v[0]", "v[1]", "v[2]"};
    operations += "static double operation_" + std::string(ir::name_of(op)) + "(const double *v) { return " +
                  operation_text(op, {operands, 3}, shared.helpers) + "; }\n";
  }
  std::size_t most = 0;
  for (const auto& [loop, modes] : shared.loop_modes) most = std::max(most, modes.size());
  std::string solvers;
  for (const auto& [loop, text] : shared.loop_functions) {
    const LoopInfo& info = program.loops[static_cast<std::size_t>(loop)];
    if (info.count == 1 && !filling.features.contains("single")) filling.features.insert("loop_scalar");
    functions += text;
    solvers +=
        solver_text(loop, info, shared.loop_reads_of[loop], shared.loop_modes[loop], followed, most > 0);
  }
  if (most > 0) filling.features.insert("loop_pieces");
  filling.values["loop_modes"] = std::to_string(most);
  filling.features.insert("loops");
  filling.features.insert("linear");
  filling.features.insert("can_fail");
  filling.features.insert("compares");
  filling.values["loop_operations"] = operations;
  filling.values["loop_functions"] = functions;
  filling.values["loop_solvers"] = solvers;
  filling.values["loop_size"] = std::to_string(shared.loop_size);
  filling.values["loop_reads"] = std::to_string(shared.loop_reads);
  filling.values["loop_count"] = std::to_string(program.loops.size());
  filling.values["unknown_count"] = std::to_string(program.unknown_count);
  const bool line = program.loop_method == GlobalMethod::LineSearch,
             region = program.loop_method == GlobalMethod::TrustRegion;
  filling.values["first_method"] = line ? "1" : "0";
  filling.values["last_method"] = region ? "0" : "1";
}

}  // namespace sim::c_source
