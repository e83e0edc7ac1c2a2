#pragma once
// A model as Python holds it: a diagram, the library for all of them, and the edits that take changes back.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/model_run/tunable_model.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion::python {

// Every block type that is known, loaded with the module; lives as long as the process.
const sim::BlockLibrary& library();
void loadLibrary(const std::string& pluginFolder, sim::Diagnostics& warnings);

struct PythonModel {
  sim::Diagram diagram;
  std::string path;  // of its file; empty: it has none
  sim::Diagnostics warnings;
  std::vector<sim::Edit> undo, redo;
  std::function<void()> changed;                           // called behind each change; may be empty
  std::shared_ptr<const sim::TunableModel> compiled = {};  // what runs are retuned from; null: none was yet

  // The only way to change the diagram.
  void apply(const sim::Edit& edit);
  bool takeBack(std::vector<sim::Edit>& from, std::vector<sim::Edit>& to);
  // A copy with what one run has otherwise; raises ModelError.
  sim::Diagram with(const std::vector<sim::Assignment>& assignments) const;
};

}  // namespace fluxion::python
