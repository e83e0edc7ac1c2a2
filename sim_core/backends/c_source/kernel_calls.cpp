#include "sim_core/backends/c_source/kernel_calls.h"

#include <algorithm>

#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/loop_text.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::c_source {

using interpreter::Run;
using interpreter::Tape;
using ir::Op;

namespace {

template <class T>
std::size_t index_of(std::vector<T>& list, const T& what) {
  const auto found = std::find(list.begin(), list.end(), what);
  if (found == list.end()) list.push_back(what);
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), what) - list.begin());
}

}  // namespace

void KernelCalls::write(const Run& run) {
  switch (run.op) {
    case Op::Solve:
      return solve(run);
    case Op::LinearSolve:
      return linear_solve(run);
    case Op::Constrained:
      return constrained(run);
    case Op::History:
    case Op::HistorySlope:
      return history(run);
    default:
      return call(run);
  }
}

// What the loop reads is copied together: the equations see it, and whether it has changed.
void KernelCalls::solve(const Run& run) {
  const interpreter::SolveRun& solve = request_.tape.solves[static_cast<std::size_t>(run.first)];
  const ir::LoopSite& site = request_.program.graph.loop_site(solve.site);
  const std::string loop = std::to_string(site.loop), reads = "read_" + loop;
  std::int32_t count = 0;
  for (const Tape::Piece& piece : solve.frontier) count += piece.count;
  line_("double " + reads + "[" + std::to_string(std::max(1, count)) + "] = {0.0};");
  std::int32_t at = 0;
  Places inner = request_.outside;
  for (const Tape::Piece& piece : solve.frontier) {
    if (piece.from >= request_.map.scratch_at()) inner.add(piece.from, {piece.count, "in", true, at});
    for (std::int32_t i = 0; i < piece.count; ++i)
      line_(reads + "[" + std::to_string(at++) + "] = " + request_.places.element(piece.from + i) + ";");
  }
  if (const auto [found, added] = shared_.loop_functions.try_emplace(site.loop); added)
    found->second = loop_text({request_.program, request_.map, solve, std::move(inner), {}}, shared_);
  shared_.loop_size = std::max(shared_.loop_size, site.count);
  shared_.loop_reads = std::max(shared_.loop_reads, count);
  const std::string guess = in_one_piece(solve.guess, site.count);
  const bool moves = !request_.needed;
  line_("solve_loop_" + loop + "(self, " + (moves ? "$value(t), x, " : "0.0, NULL, ") + reads + ", " + guess +
        ", " + request_.places.pointer(run.out) + ");");
  shared_.loop_reads_of[site.loop] = count;
  shared_.loop_modes[site.loop] = site.branches.modes;
}

void KernelCalls::history(const Run& run) {
  const ir::Node& node = request_.program.graph.node(run.node);
  const auto& delays = request_.program.delays;
  const auto signal = std::find_if(delays.begin(), delays.end(), [&](const DelayInfo& delay) {
    return node.slot >= delay.first && node.slot < delay.first + delay.count;
  });
  const bool slope = run.op == Op::HistorySlope;
  shared_.reads_slopes = shared_.reads_slopes || slope;
  const std::int32_t times = shape_of(node.a).size();
  line_("read_history(self, " + std::to_string(signal - delays.begin()) + ", " +
        std::to_string(node.slot - signal->first) + ", " + std::to_string(run.count) + ", " +
        in_one_piece(run.from[0], times) + ", " + std::to_string(times) + (slope ? ", 1, " : ", 0, ") +
        request_.places.pointer(run.out) + ");");
}

void KernelCalls::linear_solve(const Run& run) {
  const Shape s = shape_of(run.node);
  shared_.linear_size = std::max(shared_.linear_size, s.rows);
  line_("solve_linear(self, " + std::to_string(s.rows) + ", " + std::to_string(s.cols) + ", " +
        operands(run) + ", " + request_.places.pointer(run.out) + ");");
}

void KernelCalls::constrained(const Run& run) {
  const std::size_t site = index_of(shared_.systems, request_.program.graph.node(run.node).slot);
  line_("solve_constrained(self, " + std::to_string(site) + ", " + operands(run) + ", " +
        request_.places.pointer(run.out) + ");");
}

// Both, each in one piece.
std::string KernelCalls::operands(const Run& run) {
  const ir::Node& n = request_.program.graph.node(run.node);
  return in_one_piece(run.from[0], shape_of(n.a).size()) + ", " +
         in_one_piece(run.from[1], shape_of(n.b).size());
}

// A slice of a vector that lies in several places is copied together.
std::string KernelCalls::in_one_piece(std::int32_t place, std::int32_t count) {
  int pieces = 0;
  request_.places.for_each_piece(place, count, [&](std::int32_t, std::int32_t) { ++pieces; });
  if (pieces < 2) return request_.places.pointer(place);
  const std::string name = "joined_" + std::to_string(joined_++);
  line_("double " + name + "[" + std::to_string(count) + "];");
  std::int32_t at = 0;
  request_.places.for_each_piece(place, count, [&](std::int32_t from, std::int32_t many) {
    for (std::int32_t i = 0; i < many; ++i)
      line_(name + "[" + std::to_string(at++) + "] = " + request_.places.element(from + i) + ";");
  });
  return name;
}

void KernelCalls::decide(const DecidesNetwork& network, const interpreter::CallRun& call, std::int32_t slot) {
  const std::size_t index = index_of(shared_.networks, &network);
  std::string arguments;
  const auto operands = request_.program.graph.call_site(slot).arguments;
  for (std::size_t k = 0; k < call.arguments.size(); ++k)
    arguments += (k ? ", " : "") + in_one_piece(call.arguments[k], shape_of(operands[k]).size());
  line_("decide_network(self, " + std::to_string(index) + ", (const double *const[]){" + arguments + "}, " +
        request_.places.pointer(call.outputs[0]) + ");");
}

void KernelCalls::call(const Run& run) {
  const interpreter::CallRun& call = request_.tape.calls[static_cast<std::size_t>(run.first)];
  const std::int32_t slot = request_.program.graph.node(run.node).slot;
  if (const auto* network = dynamic_cast<const DecidesNetwork*>(call.function.get()))
    return decide(*network, call, slot);
  const auto* written = dynamic_cast<const ir::WrittenInC*>(call.function.get());
  const std::string body = written ? written->c_body() : std::string();
  if (written)
    for (const std::string& definition : written->c_definitions())
      if (shared_.definitions.insert(definition).second) shared_.call_texts.push_back(definition);
  std::string arguments, parameters;
  const auto operands = request_.program.graph.call_site(slot).arguments;
  for (std::size_t k = 0; k < call.arguments.size(); ++k) {
    arguments += (k ? ", " : "") + in_one_piece(call.arguments[k], shape_of(operands[k]).size());
    parameters += (k ? ", " : "") + ("const double *in" + std::to_string(k));
  }
  for (std::size_t k = 0; k < call.outputs.size(); ++k) {
    arguments += ", " + request_.places.pointer(call.outputs[k]);
    parameters += ", double *out" + std::to_string(k);
  }
  line_(function_of(call.function->name(), parameters, body) + "(" + arguments + ");");
}

std::string KernelCalls::function_of(const std::string& what, const std::string& parameters,
                                     const std::string& body) {
  const auto [found, added] = shared_.calls.try_emplace(parameters + body, "");
  if (added) {
    found->second = "call_" + std::to_string(shared_.calls.size()) + "_" + identifier(what);
    std::string unused;
    for (int k = 0; parameters.find("in" + std::to_string(k)) != parameters.npos; ++k)
      if (const std::string name = "in" + std::to_string(k); !has_word(body, name))
        unused += "  (void)" + name + ";\n";
    std::string text = "static void " + found->second + "(" + parameters + ") {\n" + body + unused + "}\n\n";
    shared_.call_texts.push_back(std::move(text));
  }
  return found->second;
}

}  // namespace sim::c_source
