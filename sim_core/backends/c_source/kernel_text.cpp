#include "sim_core/backends/c_source/kernel_text.h"

#include <algorithm>

#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/kernel_calls.h"
#include "sim_core/backends/interpreter/tape_reader.h"

namespace sim::c_source {

using interpreter::Run;
using interpreter::Tape;
using ir::Op;

namespace {

constexpr std::int32_t few = 3;        // elements that are written out instead of in a loop
constexpr std::int32_t on_stack = 64;  // longer vectors are in the model's scratch memory

std::string loop(const std::string& index, std::int32_t count) {
  return "for (int " + index + " = 0; " + index + " < " + std::to_string(count) + "; ++" + index + ") ";
}

// Names in comments are those of blocks.
std::string without_comments(std::string text) {
  for (auto at = text.find("/*"); at != text.npos; at = text.find("/*", at))
    text.erase(at, text.find("*/", at) + 2 - at);
  return text;
}

class Writer {
 public:
  Writer(KernelRequest&& request, Shared& shared)
      : request_(std::move(request)),
        tape_(request_.tape),
        graph_(request_.program.graph),
        shared_(shared),
        calls_(request_, shared, [this](const std::string& text) { line(text); }) {}

  std::string text() {
    if (!request_.needed) find_results();
    statements();
    if (!request_.needed) results();
    return function();
  }
  std::string inner_text(KernelRequest& request) {
    inner_ = true;
    statements();
    request.places = std::move(request_.places);
    return std::move(text_);
  }

 private:
  void statements() {
    find_outer();
    for (std::size_t k = 0; k < tape_.runs.size();) {
      if (!is_needed(k)) {
        ++k;
        continue;
      }
      const std::int32_t guard = tape_.runs[k].guard;
      std::size_t end = k;
      while (end < tape_.runs.size() && tape_.runs[end].guard == guard) ++end;
      group(k, end, guard);
      k = end;
    }
  }
  bool is_needed(std::size_t run) const { return !request_.needed || (*request_.needed)[run] != 0; }
  std::int32_t index(const Run& run, std::int32_t k) const {
    return tape_.indices[static_cast<std::size_t>(run.first + k)];
  }
  Shape shape(ir::NodeId id) const { return graph_.node(id).shape; }

  // The runs behind gates whose results are read outside of their `if`.
  void find_outer() {
    outer_.assign(tape_.runs.size(), 0);
    std::map<std::int32_t, std::size_t> owner;
    std::vector<std::size_t> groups(tape_.runs.size(), 0);
    for (std::size_t k = 0; k < tape_.runs.size(); ++k) {
      groups[k] = k > 0 && tape_.runs[k - 1].guard == tape_.runs[k].guard ? groups[k - 1] : k;
      interpreter::for_each_read(tape_.runs[k], tape_, graph_, [&](std::int32_t from, std::int32_t count) {
        for (auto at = first_at_or_after(owner, from); at != owner.end() && at->first < from + count; ++at)
          if (groups[at->second] != groups[k]) outer_[at->second] = 1;
      });
      owner[tape_.runs[k].out] = k;
    }
    for (const Tape::Piece& piece : tape_.results)
      for (auto at = first_at_or_after(owner, piece.from);
           at != owner.end() && at->first < piece.from + piece.count; ++at)
        outer_[at->second] = 1;
  }
  // The run that a place belongs to, or the next.
  static std::map<std::int32_t, std::size_t>::iterator first_at_or_after(
      std::map<std::int32_t, std::size_t>& owner, std::int32_t place) {
    auto found = owner.upper_bound(place);
    return found == owner.begin() ? found : std::prev(found);
  }

  void group(std::size_t first, std::size_t end, std::int32_t guard) {
    if (guard != 0) {
      for (std::size_t k = first; k < end; ++k)
        if (outer_[k]) declare(tape_.runs[k], true);
      line("if (" + condition(guard) + ") {");
      indent_ += 2;
    }
    for (std::size_t k = first; k < end; ++k) {
      if (!is_needed(k)) continue;
      const Run& run = tape_.runs[k];
      tell_block(graph_.origin(run.node));
      const bool declared = request_.needed || (guard != 0 && outer_[k]);
      if (!declared) declare(run, false);
      fill(run, declared);
      if (guard == 0 && run.count <= few) results_of(run);
    }
    if (guard == 0) return;
    indent_ -= 2;
    line("}");
    block_ = -1;
  }
  std::string condition(std::int32_t guard) const {
    std::string text;
    for (; guard != 0; guard = tape_.gates[static_cast<std::size_t>(guard)].parent) {
      const Tape::Gate& gate = tape_.gates[static_cast<std::size_t>(guard)];
      const std::string one = request_.places.element(gate.condition) + (gate.wanted ? " != 0.0" : " == 0.0");
      text = text.empty() ? one : one + " && " + text;
    }
    return text;
  }

  void tell_block(int block) {
    if (block == block_) return;
    block_ = block;
    const auto& blocks = request_.program.blocks;
    line(comment(block >= 0 ? blocks[static_cast<std::size_t>(block)].path : "all blocks"));
  }
  std::string name_of(const Run& run) const {
    const int block = graph_.origin(run.node);
    std::string path =
        block < 0 ? std::string("shared") : request_.program.blocks[static_cast<std::size_t>(block)].path;
    if (const auto slash = path.rfind('/'); slash != path.npos && slash + 1 < path.size())
      path.erase(0, slash + 1);
    return identifier(path) + "_" + number_of_place(request_.map, run.out);
  }

  // Variables of numbers that nothing sets but one expression are declared with it.
  void declare(const Run& run, bool set_later) {
    const std::string name = name_of(run);
    const bool vector = run.count > 1 || !(ir::is_elementwise(run.op) || run.op < Op::History);
    if (run.count > on_stack && !inner_) {
      request_.places.add(run.out, {run.count, request_.work, true, work_});
      work_ += run.count;
      return;
    }
    request_.places.add(run.out, {run.count, name, vector, 0});
    if (vector)
      line("double " + name + "[" + std::to_string(run.count) + "]" + (set_later ? " = {0.0};" : ";"));
    else if (set_later)
      line("double " + name + " = 0.0;");
  }
  std::string element(std::int32_t place) const { return request_.places.element(place); }
  void set(const Run& run, bool declared, const std::string& value) {
    line((declared ? "" : "const double ") + element(run.out) + " = " + value + ";");
  }

  void fill(const Run& run, bool declared) {
    if (ir::is_elementwise(run.op)) return element_wise(run, declared);
    switch (run.op) {
      case Op::Gather:
        if (run.count == 1) return set(run, declared, element(index(run, 0)));
        for (std::int32_t i = 0; i < run.count;) {
          std::int32_t side_by_side = 1;
          while (i + side_by_side < run.count && index(run, i + side_by_side) == index(run, i) + side_by_side)
            ++side_by_side;
          copy(index(run, i), side_by_side, run.out + i);
          i += side_by_side;
        }
        return;
      case Op::Concat:
        if (run.count == 1) return set(run, declared, element(index(run, 0)));
        for (std::int32_t done = 0, k = 0; done < run.count; done += index(run, k + 1), k += 2)
          copy(index(run, k), index(run, k + 1), run.out + done);
        return;
      case Op::Total:
        start_sum(run, declared);
        line(loop("i", shape(graph_.node(run.node).a).size()) + element(run.out) +
             " += " + request_.places.element(run.from[0], "i") + ";");
        return;
      case Op::Transpose:
        return transpose(run, declared);
      case Op::MatMul:
        return multiply(run, declared);
      default:
        return calls_.write(run);
    }
  }

  void element_wise(const Run& run, bool declared) {
    const auto operation = [&](std::int32_t i, bool in_loop) {
      std::vector<std::string> operands;
      for (int k = 0; k < ir::arity_of(run.op); ++k)
        operands.push_back(run.scattered  ? element(index(run, k))
                           : !run.step[k] ? element(run.from[k])
                           : in_loop      ? request_.places.element(run.from[k], "i")
                                          : element(run.from[k] + i));
      return operation_text(run.op, operands, shared_.helpers);
    };
    if (run.count == 1) return set(run, declared, operation(0, false));
    if (run.count > few)
      return line(loop("i", run.count) + request_.places.element(run.out, "i") + " = " + operation(0, true) +
                  ";");
    for (std::int32_t i = 0; i < run.count; ++i)
      line(element(run.out + i) + " = " + operation(i, false) + ";");
  }
  void copy(std::int32_t from, std::int32_t count, std::int32_t to) {
    request_.places.for_each_piece(from, count, [&](std::int32_t place, std::int32_t many) {
      if (many > few)
        line(loop("i", many) + request_.places.element(to, "i") + " = " +
             request_.places.element(place, "i") + ";");
      else
        for (std::int32_t i = 0; i < many; ++i) line(element(to + i) + " = " + element(place + i) + ";");
      to += many;
    });
  }
  void start_sum(const Run& run, bool declared) {
    line((declared ? "" : "double ") + element(run.out) + " = 0.0;");
  }
  void transpose(const Run& run, bool declared) {
    const Shape s = shape(run.node);
    if (run.count == 1) return set(run, declared, element(run.from[0]));
    const std::string rows = std::to_string(s.rows), cols = std::to_string(s.cols);
    line(loop("j", s.cols) + loop("i", s.rows) + request_.places.element(run.out, "i + j * " + rows) + " = " +
         request_.places.element(run.from[0], "j + i * " + cols) + ";");
  }
  void multiply(const Run& run, bool declared) {
    const Shape s = shape(run.node);
    const int inner = shape(graph_.node(run.node).a).cols;
    const std::string rows = std::to_string(s.rows);
    const auto factors = [&](const std::string& i, const std::string& j) {
      return request_.places.element(run.from[0], i + (s.rows == 1 ? "k" : "k * " + rows)) + " * " +
             request_.places.element(run.from[1], "k" + j);
    };
    if (run.count == 1) {
      start_sum(run, declared);
      return line(loop("k", inner) + element(run.out) + " += " + factors("", "") + ";");
    }
    line(loop("j", s.cols) + loop("i", s.rows) + "{");
    line("  double sum = 0.0;");
    line("  " + loop("k", inner) + "sum += " + factors("i + ", " + j * " + std::to_string(inner)) + ";");
    line("  " + request_.places.element(run.out, "i + j * " + rows) + " = sum;");
    line("}");
  }

  void find_results() {
    std::int32_t out = 0;
    for (const Tape::Piece& piece : tape_.results)
      for (std::int32_t i = 0; i < piece.count; ++i) results_at_.emplace(piece.from + i, out++);
    written_.assign(static_cast<std::size_t>(out), 0);
  }
  // Numbers that are results go there at once, so that not all of them are in use until the end.
  void results_of(const Run& run) {
    for (std::int32_t place = run.out; place < run.out + run.count; ++place) {
      const auto [first, last] = results_at_.equal_range(place);
      for (auto at = first; at != last; ++at) {
        line("out[" + std::to_string(at->second) + "] = " + element(place) + ";");
        written_[static_cast<std::size_t>(at->second)] = 1;
      }
    }
  }
  void results() {
    std::int32_t out = 0;
    for (const Tape::Piece& piece : tape_.results)
      request_.places.for_each_piece(piece.from, piece.count, [&](std::int32_t place, std::int32_t many) {
        const auto first = written_.begin() + out;
        const bool none = std::none_of(first, first + many, [](char w) { return w != 0; });
        const std::string to = out > 0 ? std::to_string(out) + " + i" : std::string("i");
        if (many > few && none)
          line(loop("i", many) + "out[" + to + "] = " + request_.places.element(place, "i") + ";");
        else
          for (std::int32_t i = 0; i < many; ++i)
            if (first[i] == 0) line("out[" + std::to_string(out + i) + "] = " + element(place + i) + ";");
        out += many;
      });
  }

  std::string function() {
    shared_.work = std::max(shared_.work, work_);
    if (request_.needed) return "static void " + request_.name + "(model *self) {\n" + text_ + "}\n\n";
    std::string unused;
    const std::string code = without_comments(text_);
    for (const char* name : {"self", "t", "x"})
      if (!has_word(code, name)) unused += "  (void)" + std::string(name) + ";\n";
    return "static void " + request_.name +
           "(model *self, $time t, const double *restrict x, double *restrict out) {\n" + unused + text_ +
           "}\n\n";
  }
  void line(const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(indent_), ' ') + text + '\n';
  }

  KernelRequest request_;
  const Tape& tape_;
  const ir::Graph& graph_;
  Shared& shared_;
  KernelCalls calls_;
  std::vector<char> outer_;
  std::multimap<std::int32_t, std::int32_t> results_at_;  // by place: which result it is
  std::vector<char> written_;                             // by result
  bool inner_ = false;
  std::int32_t work_ = 0;
  std::string text_;
  int indent_ = 2, block_ = -2;
};

}  // namespace

std::string statements_of(KernelRequest& request, Shared& shared) {
  KernelRequest copy = request;
  return Writer(std::move(copy), shared).inner_text(request);
}

std::string kernel_text(KernelRequest request, Shared& shared) {
  request.outside = request.places;
  return Writer(std::move(request), shared).text();
}

}  // namespace sim::c_source
