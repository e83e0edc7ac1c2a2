#pragma once
// The statements of a script. Inside this folder only.
#include <map>
#include <set>
#include <string>

#include "sim_core/expr/script_reader.h"

namespace sim::expr {

class ScriptParser : public ScriptReader {
 public:
  using ScriptReader::ScriptReader;
  Script run();
  // Without what the script's own functions say of each other: structures, and calls as statements.
  Script read();

 private:
  void check_calls(const Script& script) const;
  void close_function();
  void check_first_values(Statements& body);
  ScriptFunction local_function();

  Statements statements(int depth);
  void statement(Statements& all, int depth);
  Statement jump();
  void refuse_keywords() const;
  bool only_shows() const;
  void skip_call();
  bool ends_run() const;
  ErrorCall error_call();
  Choice assertion();
  void assignment(Statements& all);
  ResultsAssignment results_assignment();
  Choice choice(int depth);
  Choice choice_of_cases(int depth);
  Loop loop(int depth);
  WhileLoop while_loop(int depth);
  void persistent(Statements& all);
  bool gives_plain_values(Choice& choice, Statements& all);
  void close(const std::string& what, int begun);

  int loops_ = 0, jumps_ = 0;                 // loops that are open; break, continue and return so far
  std::map<std::string, int> without_value_;  // persistent names, with their lines
  std::set<std::string> skipped_;             // what was called that only shows something
  std::vector<std::pair<std::string, Diagnostic>>
      calls_;  // whose results nobody takes; what to say otherwise
};

}  // namespace sim::expr
