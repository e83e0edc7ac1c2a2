// The class Model of the engine: opening, editing and saving diagrams. What Python adds is in
// fluxion/model.py.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <filesystem>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/numbers.h"
#include "app/python/python_model.h"
#include "plugins/known_blocks.h"
#include "sim_core/base/access_grants.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/reports/block_list.h"
#include "sim_core/scripting/changed_elements.h"
#include "sim_core/scripting/named_edits.h"
#include "sim_core/scripting/named_ports.h"

namespace py = pybind11;

namespace fluxion::python {

static std::unique_ptr<sim::BlockLibrary>& loaded() {
  static auto* library = new std::unique_ptr<sim::BlockLibrary>;  // outlives whoever is destroyed at the end
  return *library;
}

const sim::BlockLibrary& library() { return *loaded(); }

void loadLibrary(const std::string& pluginFolder, sim::Diagnostics& warnings) {
  if (!loaded()) loaded() = std::make_unique<sim::BlockLibrary>(sim::known_blocks(pluginFolder, warnings));
}

void PythonModel::apply(const sim::Edit& edit) {
  if (edit.empty()) return;
  constexpr std::size_t most = 1000;
  undo.push_back(sim::apply(diagram, edit));
  if (undo.size() > most) undo.erase(undo.begin());
  redo.clear();
  if (changed) changed();
}

bool PythonModel::takeBack(std::vector<sim::Edit>& from, std::vector<sim::Edit>& to) {
  if (from.empty()) return false;
  to.push_back(sim::apply(diagram, from.back()));
  from.pop_back();
  if (changed) changed();
  return true;
}

sim::Diagram PythonModel::with(const std::vector<sim::Assignment>& assignments) const {
  sim::Diagram copy = diagram;
  check(sim::make_assignments(copy, library(), assignments));
  return copy;
}

static PythonModel load(const std::string& path, bool trust, const std::vector<std::string>& read,
                        const std::vector<std::string>& write, bool exchange) {
  auto access = sim::access_of(std::filesystem::absolute(path).parent_path(), {trust, exchange, read, write});
  auto opened = [&] {
    const py::gil_scoped_release released;
    return sim::load_model(path, access);
  }();
  sim::LoadedDiagram model = valueOf(std::move(opened));
  return {std::move(model.diagram),
          std::filesystem::absolute(path).string(),
          std::move(model.warnings),
          {},
          {},
          {}};
}

static void save(PythonModel& model, const std::string& path) {
  check(sim::save_model(path, model.diagram));
  model.path = std::filesystem::absolute(path).string();
}

// The text of the file that would stand at its path.
static std::string textOf(const PythonModel& model) {
  sim::Diagram copy = model.diagram;
  if (!model.path.empty()) sim::make_links_relative(copy, model.path);
  return sim::write_diagram(copy);
}

static PythonModel fromText(const std::string& text, const std::string& path) {
  sim::LoadedDiagram model = valueOf(sim::read_diagram(text, path.empty() ? "model" : path));
  if (!path.empty()) {
    sim::make_links_absolute(model.diagram, path);
    model.diagram.access = std::make_shared<sim::FileAccess>(std::filesystem::absolute(path).parent_path());
  }
  return {std::move(model.diagram), path, std::move(model.warnings), {}, {}, {}};
}

static const sim::Block& blockOf(const PythonModel& model, sim::Id id) {
  const auto it = model.diagram.blocks.find(id);
  if (it == model.diagram.blocks.end())
    raise({sim::error({}, "this block is no longer in the model", "look it up by its path again")});
  return it->second;
}

static sim::Id idOf(const PythonModel& model, const std::string& path) {
  return valueOf(sim::block_of_path(model.diagram, path, path));
}

// (name, label, unit, kind, text, default) of each parameter, those of a mask first.
static py::list parametersOf(const PythonModel& model, std::uint64_t number) {
  const sim::Block& block = blockOf(model, sim::Id{number});
  py::list list;
  if (block.mask)
    for (const sim::MaskParameter& p : block.mask->parameters)
      list.append(py::make_tuple(p.name, p.label, p.unit, "mask", p.expression, ""));
  if (const sim::BlockType* type = library().find(block.type)) {
    for (const sim::ParameterSpec& p : type->parameters)
      list.append(py::make_tuple(p.name, p.label, p.unit, sim::name_of(p.kind), sim::parameter_text(block, p),
                                 p.default_text));
  } else {
    for (const auto& [name, text] : block.parameters)
      list.append(py::make_tuple(name, name, "", "text", text, ""));
  }
  return list;
}

static py::tuple portsOf(const PythonModel& model, std::uint64_t number) {
  blockOf(model, sim::Id{number});
  const sim::BlockInterface ports = sim::block_interface(model.diagram, library(), sim::Id{number});
  const auto names = [](const auto& list) {
    std::vector<std::string> all;
    for (const auto& port : list) all.push_back(port.name);
    return all;
  };
  return py::make_tuple(names(ports.inputs), names(ports.outputs), names(ports.conserving));
}

static std::vector<std::string> portNames(const PythonModel& model, const std::string& type) {
  std::vector<std::string> names;
  for (const sim::Id id : sim::top_level_ports(model.diagram, type))
    names.push_back(model.diagram.blocks.at(id).name);
  return names;
}

static sim::Diagnostics lint(const PythonModel& model) {
  sim::Diagram whole = model.diagram;
  whole.settings["BlockReduction"] = "off";  // blocks that drive nothing are checked too
  const py::gil_scoped_release released;
  const auto run = sim::ModelRun::prepare(whole, library());
  return run ? (*run)->warnings() : run.errors();
}

void bindModel(py::module_& module) {
  py::class_<PythonModel>(module, "Model")
      .def(py::init<>())
      .def_static("load", &load)
      .def_static("from_text", &fromText)
      .def("text", &textOf)
      .def("save", &save)
      .def("copy",
           [](const PythonModel& m) { return PythonModel{m.diagram, m.path, m.warnings, {}, {}, {}}; })
      .def_readwrite("changed", &PythonModel::changed)
      .def_readonly("path", &PythonModel::path)
      .def_readonly("warnings", &PythonModel::warnings)
      .def("lint", &lint)
      .def("paths",
           [](const PythonModel& m) {
             std::vector<std::string> paths;
             for (const auto& [id, block] : m.diagram.blocks) paths.push_back(sim::block_path(m.diagram, id));
             return paths;
           })
      .def("find",
           [](const PythonModel& m, const std::string& path) { return sim::to_number(idOf(m, path)); })
      .def("has", [](const PythonModel& m,
                     const std::string& path) { return sim::find_block(m.diagram, path).has_value(); })
      .def("block_path",
           [](const PythonModel& m, std::uint64_t id) {
             blockOf(m, sim::Id{id});
             return sim::block_path(m.diagram, sim::Id{id});
           })
      .def("block_type", [](const PythonModel& m, std::uint64_t id) { return blockOf(m, sim::Id{id}).type; })
      .def("parameters", &parametersOf)
      .def("ports", &portsOf)
      .def("set_parameter",
           [](PythonModel& m, std::uint64_t id, const std::string& name, const std::string& text) {
             blockOf(m, sim::Id{id});
             m.apply(valueOf(sim::assign_parameter(m.diagram, library(),
                                                   sim::block_path(m.diagram, sim::Id{id}), name, text)));
           })
      .def("variables",
           [](const PythonModel& m) {
             py::list list;
             for (const auto& [id, v] : m.diagram.variables)
               list.append(py::make_tuple(v.name, v.expression, v.unit, v.description));
             return list;
           })
      .def("define_variable",
           [](PythonModel& m, const std::string& name, const std::string& text) {
             m.apply(valueOf(sim::define_variable(m.diagram, name, text)));
           })
      .def("setting",
           [](const PythonModel& m, const std::string& name) {
             if (!sim::find_setting(name)) valueOf(sim::check_setting(name, ""));
             return sim::setting(m.diagram, name);
           })
      .def("set_setting", [](PythonModel& m, const std::string& name,
                             const std::string& text) { m.apply(valueOf(sim::assign_setting(name, text))); })
      .def("input_names", [](const PythonModel& m) { return portNames(m, "ports/inport"); })
      .def("output_names", [](const PythonModel& m) { return portNames(m, "ports/outport"); })
      .def("add",
           [](PythonModel& m, const std::string& type, const std::string& path, bool anyName) {
             const sim::Insertion added = valueOf(sim::add_block(m.diagram, library(), type, path, anyName));
             m.apply(added.edit);
             return sim::to_number(added.id);
           })
      .def("connect",
           [](PythonModel& m, const std::string& from, const std::string& to) {
             m.apply(valueOf(sim::connect_ports(m.diagram, library(), from, to)));
           })
      .def("disconnect",
           [](PythonModel& m, const std::string& connection) {
             m.apply(valueOf(sim::disconnect_ports(m.diagram, library(), connection)));
           })
      .def("remove", [](PythonModel& m,
                        const std::string& name) { m.apply(valueOf(sim::remove_named(m.diagram, name))); })
      .def("rename",
           [](PythonModel& m, std::uint64_t id, const std::string& name) {
             blockOf(m, sim::Id{id});
             m.apply(valueOf(sim::rename_block(m.diagram, sim::Id{id}, name)));
           })
      .def("log",
           [](PythonModel& m, const std::string& output, const std::string& name) {
             m.apply(valueOf(sim::log_signal(m.diagram, library(), output, name)));
           })
      .def("position",
           [](const PythonModel& m, std::uint64_t id) {
             const sim::Point at = blockOf(m, sim::Id{id}).position;
             return py::make_tuple(at.x, at.y);
           })
      .def("place",
           [](PythonModel& m, std::uint64_t id, double x, double y) {
             sim::Block block = blockOf(m, sim::Id{id});
             block.position = {x, y};
             sim::Edit edit{"Move " + block.name, {}};
             edit.set(sim::Id{id}, std::move(block));
             m.apply(edit);
           })
      .def("change",
           [](PythonModel& m, const std::string& changes) {
             const sim::Diagram changed = valueOf(sim::with_changes(m.diagram, changes));
             m.diagram.unknown = changed.unknown;
             if (const sim::Edit edit = sim::difference(m.diagram, changed); !edit.empty()) m.apply(edit);
           })
      .def("changes_since",
           [](const PythonModel& m, const PythonModel& before) {
             return sim::changed_elements(before.diagram, m.diagram);
           })
      .def("arrange", [](PythonModel& m) { m.apply(sim::arrange_diagram(m.diagram, library())); })
      .def("undo", [](PythonModel& m) { return m.takeBack(m.undo, m.redo); })
      .def("redo", [](PythonModel& m) { return m.takeBack(m.redo, m.undo); })
      .def("accepts", [](const PythonModel& m, const std::vector<sim::Assignment>& all) { m.with(all); })
      .def("same_as", [](const PythonModel& a, const PythonModel& b) { return a.diagram == b.diagram; });
  module.def("blocks_json", [](const std::string& type) {
    std::vector<const sim::BlockType*> types = library().all();
    if (!type.empty()) types = {valueOf(sim::find_type(library(), type))};
    return sim::blocks_json(types, library());
  });
  module.def("block_text", [](const std::string& type) {
    return type.empty() ? sim::block_list_text(library())
                        : sim::block_text(*valueOf(sim::find_type(library(), type)), library());
  });
  module.def("setting_names", [] {
    std::vector<std::string> names;
    for (const sim::SettingSpec& spec : sim::all_settings()) names.emplace_back(spec.name);
    return names;
  });
}

}  // namespace fluxion::python
