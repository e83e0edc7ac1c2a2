#pragma once
// The parameters of a request, by name. The first that is wrong is remembered, and so is one that nobody
// asked for: a method reads all of its parameters and then looks at problem().
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/server/message.h"
#include "sim_core/diagram/json.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion::server {

class Parameters {
 public:
  // `json` outlives it: an object, or Null.
  explicit Parameters(const sim::Json& json) : m_json(json) {}

  bool given(const std::string& name) { return find(name) != nullptr; }
  std::optional<std::string> text(const std::string& name);
  // That of a file: neither empty, nor one that the system takes for a shorter one.
  std::optional<std::string> path(const std::string& name);
  // A whole number within these bounds. Without a value in place of none, it must be given.
  std::int64_t whole(const std::string& name, std::int64_t least, std::int64_t most,
                     std::optional<std::int64_t> otherwise = {});
  std::optional<double> number(const std::string& name);
  bool flag(const std::string& name, bool otherwise);
  std::vector<std::string> texts(const std::string& name);
  // {"NAME": "EXPR", ...}; a value may be a number.
  void assignments(const std::string& name, sim::Assignment::Kind kind,
                   std::vector<sim::Assignment>& assignments);
  // [{"VERB": "TEXT"}, ...]
  struct WrittenEdit {
    std::string verb, text;
  };
  std::vector<WrittenEdit> edits(const std::string& name);

  void fail(const std::string& name, const std::string& what);
  std::optional<Failure> problem();

 private:
  const sim::Json* find(const std::string& name);

  const sim::Json& m_json;
  std::vector<std::string> m_known;
  std::optional<Failure> m_problem;
};

}  // namespace fluxion::server
