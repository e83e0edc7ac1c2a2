#pragma once
// What the inputs of a model, its top-level Inports, are given: an expression of the time, or a table.
#include <map>
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

struct ModelInput {
  Id block = no_id;
  std::string name;
  std::string given;  // the expression, or the name of the file; empty: zero
};

// The Inports ("ports/inport") or Outports at the top level, by their numbers. Those that are commented out
// are none.
std::vector<Id> top_level_ports(const Diagram& diagram, const std::string& type);

// By the numbers of their ports.
std::vector<ModelInput> model_inputs(const Diagram& diagram);

// Whether this names a table: it ends in .csv, .tsv, .txt or .mat. Anything else is an expression.
bool names_table(const std::string& text);

// The parameters of an Inport that is given this; the columns of a table are chosen by the name of the port.
std::map<std::string, std::string> model_input_parameters(const std::string& text);

}  // namespace sim
