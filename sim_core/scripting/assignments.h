#pragma once
// Values by names, as people write them on the command line and in scripts: "mu" is a variable of the model,
// "Plant/Gain.k" a parameter of a block or of its mask. Each function returns the edit to `apply`; the path
// of a diagnostic is the name that was given.
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

// "NAME=VALUE" split at the first '='; nothing without one.
std::optional<std::pair<std::string, std::string>> split_assignment(const std::string& text);

// The block of this path; an unknown one offers near ones. `name` is what messages stand at.
Result<Id> block_of_path(const Diagram& diagram, const std::string& path, const std::string& name);

// A text that cannot be read as an expression is refused by all of these; whether its names have values is
// seen when the model is compiled.

// A variable that the model has gets another expression; an unknown name offers near ones.
Result<Edit> assign_variable(const Diagram& diagram, const std::string& name, const std::string& expression);

// The same; a variable that is not there is added. Fails on a text that is no name.
Result<Edit> define_variable(Diagram& diagram, const std::string& name, const std::string& expression);

// A parameter of a block or of its mask. Of a block whose type is unknown, any name is taken.
Result<Edit> assign_parameter(const Diagram& diagram, const BlockLibrary& library, const std::string& path,
                              const std::string& parameter, const std::string& text);

// What is behind the last point of `name` is a parameter; without a point it is a variable.
Result<Edit> assign(const Diagram& diagram, const BlockLibrary& library, const std::string& name,
                    const std::string& text);

// A setting by its conventional name.
Result<Edit> assign_setting(const std::string& key, const std::string& value);

// An input of the model, a top-level Inport: an expression of t, or the name of a table. A table that is
// named here may be read wherever it is, which `diagram.access` then allows. Errors: nothing has changed.
Diagnostics give_input(Diagram& diagram, const std::string& name, const std::string& text);

// What one run has otherwise than the model.
struct Assignment {
  enum class Kind { Value, Setting, Input } kind = Kind::Value;
  std::string name, text;
  bool operator==(const Assignment&) const = default;
};
// All of them, for a diagram that is a copy. Errors: some may be done.
Diagnostics make_assignments(Diagram& diagram, const BlockLibrary& library,
                             std::span<const Assignment> assignments);

}  // namespace sim
