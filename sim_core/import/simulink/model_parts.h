#pragma once
// What the two forms of a Simulink model have in common once their text is records.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim_core/import/simulink/record.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

struct ModelParts {
  std::string path;  // of the file
  std::string format;
  double version = 0;
  Record model;                  // the section Model or Library
  std::vector<Record> defaults;  // sections Block with a BlockType and its parameters
  std::vector<Record> stateflow;
  std::vector<Record> settings;     // of the configuration
  std::string workspace;            // the MAT file of the model's own variables, as bytes
  std::vector<std::string> opaque;  // parts that hold variables nobody can read
};

// Charts of MATLAB Functions: path of the block in the model, with white space collapsed -> its program.
using Programs = std::map<std::string, std::string>;
Programs programs_of(const std::vector<Record>& stateflow);
// Variables of the model, or of a mask, that these programs read by name.
std::set<std::string> program_parameters_of(const std::vector<Record>& stateflow);

// The sections of the configuration, merged.
std::map<std::string, std::string> configuration_of(const Record& model, const std::vector<Record>& settings);

// What plain assignments "name = expression" of a script define; of what is more, the first words.
struct Assignments {
  std::vector<SourceVariable> variables;
  std::vector<std::string> calls;  // statements that are one name: scripts
  std::vector<std::string> others;
};
Assignments assignments_in(const std::string& script, const std::string& origin);
// Of the model's callbacks, and of scripts beside the file that they call; then of its workspace.
Diagnostic unread_variables(const std::string& part);
void add_variables(SourceModel& model, const ModelParts& parts);

// What systems need to know of the rest of their file.
struct RestOfFile {
  Programs programs;
  std::string shape_of_sums;  // of those that say nothing: "round" or "rectangular"
};
// A system with all that is inside. `path` is where it stands in the model, "" or "Plant/".
SourceSystem read_system(const Record& system, const std::string& path, const RestOfFile& rest);

// The library blocks that are in files beside the model, with what is inside; the same of other models that
// blocks refer to. Subsystems of libraries stay linked to them (SourceBlock::shows, SourceModel::libraries).
void resolve_links(SourceModel& model, const std::string& path);

// Of variants the active choice, as far as the values of variables say it: a variant subsystem becomes one
// that leads its ports to that choice, with the others commented out.
void choose_variants(SourceModel& model);

SourceModel read_model(const ModelParts& parts);

}  // namespace sim::importing::simulink
