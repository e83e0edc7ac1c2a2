#include <filesystem>

#include "sim_core/import/simulink/model_parts.h"
#include "sim_core/import/simulink/name_places.h"

namespace sim::importing::simulink {

// What other models may give values to when they refer to this one.
static void add_argument_names(SourceModel& model, const Record& record) {
  constexpr const char* key = "ParameterArgumentNames";
  std::string names = record.value(key);
  for (const char* section : {"ModelReferenceSettings", "GraphicalInterface"})
    if (const Record* settings = record.child(section); settings && names.empty())
      names = settings->value(key);
  if (!names.empty()) model.configuration[key] = names;
}

// Up to R2019b, where the file does not say it, a rectangle.
static std::string shape_of_sums(const SourceModel& model) {
  if (const auto sum = model.defaults.find("Sum"); sum != model.defaults.end())
    if (const auto shape = sum->second.find("IconShape"); shape != sum->second.end()) return shape->second;
  return model.version < 10.1 ? "rectangular" : "round";
}

SourceModel read_model(const ModelParts& parts) {
  SourceModel model;
  model.name = std::filesystem::path(parts.path).stem().string();
  model.format = parts.format;
  model.version = parts.version;
  model.library = parts.model.word == "Library";
  for (const Record& block : parts.defaults)
    for (const auto& [key, value] : block.values)
      if (key != "BlockType") model.defaults[block.value("BlockType")].emplace(key, value);
  model.configuration = configuration_of(parts.model, parts.settings);
  add_argument_names(model, parts.model);
  model.program_parameters = program_parameters_of(parts.stateflow);
  if (const Record* system = parts.model.child("System"))
    model.root = read_system(*system, {}, {programs_of(parts.stateflow), shape_of_sums(model)});
  if (parts.model.on("HideAutomaticNames")) hide_automatic_names(model.root);
  add_variables(model, parts);
  for (const std::string& name : parts.opaque) model.remarks.push_back(unread_variables(name));
  if (!model.library && !model.configuration.contains("StopTime"))
    model.remarks.push_back(
        warning({}, "the file holds no solver settings: they are in a data dictionary elsewhere",
                "look at Simulation > Configuration before the first run"));
  return model;
}

}  // namespace sim::importing::simulink
