#include "sim_core/expr/script_jumps.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim_core/expr/subtree.h"

namespace sim::expr {

static constexpr std::string_view jump_words[] = {"break", "continue", "return"};

static Ast number_ast(double value) { return Ast({}, {Node{Number{value, false}, 1}}); }
static Ast name_ast(const std::string& name) { return Ast({}, {Node{Name{name}, 1}}); }

static Statement assignment_of(std::string name, Ast value, int line) {
  return {Assignment{std::move(name), {}, std::move(value)}, line};
}

Statement jump_statement(Jump jump, int line) {
  return assignment_of(std::string(jump_words[static_cast<std::size_t>(jump)]), number_ast(1), line);
}

static std::optional<Jump> jump_of(const Statement& s) {
  const auto* a = std::get_if<Assignment>(&s.content);
  for (std::size_t k = 0; a && k < std::size(jump_words); ++k)
    if (a->name == jump_words[k]) return static_cast<Jump>(k);
  return std::nullopt;
}

namespace {

// Which jumps leave a statement.
struct LeavingJumps {
  bool breaks = false, continues = false, returns = false;
  bool any() const { return breaks || continues || returns; }
  void add(const LeavingJumps& other) {
    breaks |= other.breaks, continues |= other.continues, returns |= other.returns;
  }
};

LeavingJumps leaves(const Statements& body);
LeavingJumps leaves(const Statement& s) {
  LeavingJumps all;
  if (const auto jump = jump_of(s))
    all = {*jump == Jump::Break, *jump == Jump::Continue, *jump == Jump::Return};
  if (const auto* c = std::get_if<Choice>(&s.content))
    for (const ScriptBranch& branch : c->branches) all.add(leaves(branch.body));
  if (const auto* l = std::get_if<Loop>(&s.content)) all.returns = leaves(l->body).returns;
  if (const auto* w = std::get_if<WhileLoop>(&s.content)) all.returns = leaves(w->body).returns;
  return all;
}
LeavingJumps leaves(const Statements& body) {
  LeavingJumps all;
  for (const Statement& s : body) all.add(leaves(s));
  return all;
}

// Whether nothing behind it is reached.
bool always_leaves(const Statements& body);
bool always_leaves(const Statement& s) {
  const auto* c = std::get_if<Choice>(&s.content);
  return jump_of(s) || std::holds_alternative<ErrorCall>(s.content) ||
         (c && !c->branches.back().condition &&
          std::all_of(c->branches.begin(), c->branches.end(),
                      [](const ScriptBranch& b) { return always_leaves(b.body); }));
}
bool always_leaves(const Statements& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement& s) { return always_leaves(s); });
}

// The names of 0 and 1 that say whether a loop, or a function, goes on; no variable of a script has a space.
struct JumpLevel {
  std::string pass, loop;
};

class JumpLowering {
 public:
  Statements function(Statements body) {
    if (!leaves(body).any() && !has_loops_with_jumps(body)) return body;
    levels_ = {{"function goes on", "function goes on"}};
    Statements out{assignment_of(levels_[0].pass, number_ast(1), 1)};
    append(out, list(std::move(body)));
    return out;
  }

 private:
  static bool has_loops_with_jumps(const Statements& body) {
    return std::any_of(body.begin(), body.end(), [](const Statement& s) {
      if (const auto* l = std::get_if<Loop>(&s.content))
        return leaves(l->body).any() || has_loops_with_jumps(l->body);
      if (const auto* w = std::get_if<WhileLoop>(&s.content))
        return leaves(w->body).any() || has_loops_with_jumps(w->body);
      const auto* c = std::get_if<Choice>(&s.content);
      return c && std::any_of(c->branches.begin(), c->branches.end(),
                              [](const ScriptBranch& b) { return has_loops_with_jumps(b.body); });
    });
  }

  static void append(Statements& to, Statements from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  }

  static Statement where(const std::string& flag, Statements body, int line) {
    Choice choice;
    choice.branches.push_back({name_ast(flag), std::move(body), line});
    return {std::move(choice), line};
  }

  Statements list(Statements in) {
    Statements out;
    for (std::size_t k = 0; k < in.size(); ++k) {
      const int line = in[k].line;
      if (const auto jump = jump_of(in[k])) {
        leave(*jump, line, out);
        break;  // nothing behind it is reached
      }
      const bool left = leaves(in[k]).any();
      Statements rest;
      if (left) {
        rest.assign(std::make_move_iterator(in.begin() + static_cast<std::ptrdiff_t>(k) + 1),
                    std::make_move_iterator(in.end()));
        in.erase(in.begin() + static_cast<std::ptrdiff_t>(k) + 1, in.end());
      }
      if (auto* choice = std::get_if<Choice>(&in[k].content)) {
        if (left) take_over(*choice, rest, line);
        for (ScriptBranch& branch : choice->branches) branch.body = list(std::move(branch.body));
        out.push_back(std::move(in[k]));
      } else {
        append(out, loop(std::move(in[k])));
      }
      if (!rest.empty()) out.push_back(where(levels_.back().pass, list(std::move(rest)), line));
    }
    return out;
  }

  void leave(Jump jump, int line, Statements& out) const {
    const auto end = [&](const std::string& flag) {
      out.push_back(assignment_of(flag, number_ast(0), line));
    };
    const std::size_t outermost = jump == Jump::Return ? 0 : levels_.size() - 1;
    for (std::size_t k = outermost; k < levels_.size(); ++k) {
      end(levels_[k].pass);
      if (jump != Jump::Continue && levels_[k].loop != levels_[k].pass) end(levels_[k].loop);
    }
  }

  // What is behind goes into the one branch that reaches it. Where there are several, it stays behind.
  static void take_over(Choice& choice, Statements& rest, int line) {
    if (rest.empty()) return;
    auto& branches = choice.branches;
    if (branches.back().condition) branches.push_back({std::nullopt, {}, line});
    const auto goes_on = [](const ScriptBranch& b) { return !always_leaves(b.body); };
    const auto first = std::find_if(branches.begin(), branches.end(), goes_on);
    if (first == branches.end()) return rest.clear();
    if (std::count_if(first, branches.end(), goes_on) == 1) {
      append(first->body, std::exchange(rest, {}));
    } else if (first != branches.begin()) {
      // if a, return, elseif b, ...  becomes  if a, return, else, if b, ...
      Choice others;
      others.branches.assign(std::make_move_iterator(first), std::make_move_iterator(branches.end()));
      branches.erase(first, branches.end());
      Statements behind;
      behind.push_back({std::move(others), line});
      append(behind, std::exchange(rest, {}));
      branches.push_back({std::nullopt, std::move(behind), line});
    }
  }

  Statements loop(Statement s) {
    Statements out;
    auto* counted = std::get_if<Loop>(&s.content);
    auto* conditional = std::get_if<WhileLoop>(&s.content);
    if (!counted && !conditional) return out.push_back(std::move(s)), out;
    Statements& body = counted ? counted->body : conditional->body;
    const LeavingJumps left = leaves(body);
    const int line = s.line;
    const std::string number_text = std::to_string(++loops_);
    levels_.push_back({"pass " + number_text, "loop " + number_text});
    const JumpLevel level = levels_.back();
    Statements inside;
    const std::string phase = "phase " + number_text;
    std::vector<Statements> parts;
    if (conditional && left.breaks && !left.continues) parts = parts_between_breaks(body);
    if (left.any()) inside.push_back(assignment_of(level.pass, number_ast(1), line));
    if (parts.size() > 1) {
      out.push_back(assignment_of(phase, number_ast(0), line));
      inside.push_back(one_part_a_pass(phase, std::move(parts), line));
      conditional->condition = only_at(phase, conditional->condition);
    } else {
      append(inside, list(std::move(body)));
    }
    levels_.pop_back();
    const bool ends = left.breaks || left.returns;
    if (ends) out.push_back(assignment_of(level.loop, number_ast(1), line));
    if (counted && ends) {  // its counter stays where the loop was left
      const std::string count = "count " + number_text;
      inside.insert(inside.begin(), assignment_of(counted->name, name_ast(count), line));
      counted->name = count;
      counted->body = {};
      counted->body.push_back(where(level.loop, std::move(inside), line));
    } else if (counted) {
      counted->body = std::move(inside);
    } else {
      if (ends) conditional->condition = also(conditional->condition, level.loop);
      conditional->body = std::move(inside);
    }
    out.push_back(std::move(s));
    return out;
  }

  // The body of a loop up to each `if` at its top that may leave it, and the rest: at least one.
  static std::vector<Statements> parts_between_breaks(const Statements& body) {
    std::vector<Statements> parts(1);
    for (std::size_t k = 0; k < body.size(); ++k) {
      parts.back().push_back(body[k]);
      if (leaves(body[k]).any() && k + 1 < body.size()) parts.emplace_back();
    }
    return parts;
  }

  // Each part is a pass of its own: so a counter behind `break` stays a known number, as it does in every
  // pass of a loop whose condition depends on signals.
  Statement one_part_a_pass(const std::string& phase, std::vector<Statements> parts, int line) {
    Choice choice;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const bool last = k + 1 == parts.size();
      std::optional<Ast> condition;
      if (!last) condition = is_at(phase, static_cast<double>(k));
      Statements body = list(std::move(parts[k]));
      body.push_back(assignment_of(phase, number_ast(last ? 0 : static_cast<double>(k) + 1), line));
      choice.branches.push_back({std::move(condition), std::move(body), line});
    }
    return {std::move(choice), line};
  }

  static std::vector<Node> compared(const std::string& phase, BinaryOperator how, double value) {
    return {Node{Name{phase}, 1}, Node{Number{value, false}, 1}, Node{Binary{how, 0, 1}, 1}};
  }
  static Ast is_at(const std::string& phase, double value) {
    return Ast({}, compared(phase, BinaryOperator::Equal, value));
  }

  // phase > 0 || condition, of each of several that are joined by &&.
  static Ast only_at(const std::string& phase, const Ast& condition) {
    std::vector<Node> nodes = compared(phase, BinaryOperator::Greater, 0);
    std::optional<NodeId> all;
    for (const Ast& part : conjuncts(condition)) {
      const NodeId at = append_tree(nodes, part);
      nodes.push_back({Binary{BinaryOperator::ShortCircuitOr, 2, at}, 1});
      const NodeId either = static_cast<NodeId>(nodes.size()) - 1;
      if (all) nodes.push_back({Binary{BinaryOperator::ShortCircuitAnd, *all, either}, 1});
      all = static_cast<NodeId>(nodes.size()) - 1;
    }
    return Ast(condition.text(), std::move(nodes));
  }

  // flag && condition
  static Ast also(const Ast& condition, const std::string& flag) {
    std::vector<Node> nodes = condition.nodes();
    const NodeId root = condition.root();
    nodes.push_back({Name{flag}, 1});
    nodes.push_back({Binary{BinaryOperator::ShortCircuitAnd, root + 1, root}, 1});
    return Ast(condition.text(), std::move(nodes));
  }

  std::vector<JumpLevel> levels_;  // from the function inwards
  int loops_ = 0;
};

}  // namespace

Statements without_jumps(Statements body) { return JumpLowering().function(std::move(body)); }

}  // namespace sim::expr
