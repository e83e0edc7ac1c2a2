#include "sim_core/linear_analysis/linear_files.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sim_core/base/json_numbers.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/linear_analysis/poles.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/output_file.h"

namespace sim {

namespace {

using Json = nlohmann::ordered_json;

std::string with_unit(const std::string& name, const std::vector<std::string>& units, std::size_t k) {
  return k < units.size() && !units[k].empty() ? name + " [" + units[k] + "]" : name;
}

std::string listed(const std::vector<std::string>& names, const std::vector<std::string>& units,
                   std::size_t most = 20) {
  std::vector<std::string> all;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) all.push_back(with_unit(names[k], units, k));
  if (names.size() > most) all.push_back("... " + std::to_string(names.size() - most) + " more");
  return all.empty() ? "none" : join(all, ", ");
}

std::string counted(int count, const std::string& thing) {
  return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

std::string matrix_text(const char* name, const LinearMatrix& m) {
  constexpr int most = 12;
  if (m.rows == 0 || m.columns == 0) return {};
  std::string out = std::string(name) + "\n";
  if (m.rows > most || m.columns > most)
    return out + "  " + std::to_string(m.rows) + " x " + std::to_string(m.columns) +
           ", too large to show: write it to a file\n";
  std::vector<std::vector<std::string>> cells(static_cast<std::size_t>(m.rows));
  std::size_t width = 0;
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.columns; ++j) {
      cells[static_cast<std::size_t>(i)].push_back(told(m(i, j)));
      width = std::max(width, cells[static_cast<std::size_t>(i)].back().size());
    }
  for (const auto& row : cells) {
    out += " ";
    for (const std::string& cell : row) out += std::string(width + 2 - cell.size(), ' ') + cell;
    out += '\n';
  }
  return out;
}

std::string complex_text(std::complex<double> s) {
  if (s.imag() == 0) return told(s.real());
  return told(s.real()) + (s.imag() < 0 ? " - " : " + ") + told(std::abs(s.imag())) + "i";
}

std::string modes_text(const LinearModel& model) {
  constexpr int most_states = 300;
  constexpr std::size_t most = 20;
  if (model.state_count() == 0 || model.state_count() > most_states) return {};
  std::string out = "Poles\n";
  const std::vector<Mode> all = modes(model);
  for (std::size_t k = 0; k < std::min(all.size(), most); ++k)
    out += "  " + complex_text(all[k].pole) + "  natural frequency " + told(all[k].frequency) +
           " rad/s, damping " + told(all[k].damping) + '\n';
  if (all.size() > most) out += "  ... and " + std::to_string(all.size() - most) + " more\n";
  return out;
}

Json matrix_json(const LinearMatrix& m) {
  Json rows = Json::array();
  for (int i = 0; i < m.rows; ++i) {
    std::vector<double> row;
    for (int j = 0; j < m.columns; ++j) row.push_back(m(i, j));
    rows.push_back(numbers_to_json<Json>(row));
  }
  return rows;
}

Json names_json(const std::vector<std::string>& names, const std::vector<std::string>& units,
                const std::vector<double>& values) {
  Json all = Json::array();
  for (std::size_t k = 0; k < names.size(); ++k) {
    Json one = {{"name", names[k]}};
    if (k < units.size() && !units[k].empty()) one["unit"] = units[k];
    if (k < values.size()) one["value"] = number_to_json<Json>(values[k]);
    all.push_back(std::move(one));
  }
  return all;
}

// The parts that only delays have.
LinearMatrix b_delays(const LinearModel& m) {
  return block_of(m, 0, m.state_count() + m.input_count(), m.state_count(), m.delay_count());
}
LinearMatrix c_delays(const LinearModel& m) {
  return block_of(m, m.state_count() + m.output_count(), 0, m.delay_count(), m.state_count());
}
LinearMatrix d_delays(const LinearModel& m, bool from, bool into) {
  return block_of(m, m.state_count() + (into ? m.output_count() : 0),
                  m.state_count() + (from ? m.input_count() : 0), into ? m.delay_count() : m.output_count(),
                  from ? m.delay_count() : m.input_count());
}

Json model_json(const LinearModel& m) {
  Json json = {{"time", number_to_json<Json>(m.time)},
               {"sample_time", number_to_json<Json>(m.sample_time)},
               {"states", names_json(m.states, m.state_units, m.x)},
               {"inputs", names_json(m.inputs, m.input_units, m.u)},
               {"outputs", names_json(m.outputs, m.output_units, m.y)},
               {"rates", numbers_to_json<Json>(m.dx)},
               {"A", matrix_json(a_of(m))},
               {"B", matrix_json(b_of(m))},
               {"C", matrix_json(c_of(m))},
               {"D", matrix_json(d_of(m))}};
  if (m.delay_count() > 0)
    json["delays"] = {{"times", numbers_to_json<Json>(m.delays)},
                      {"blocks", m.delay_names},
                      {"B", matrix_json(b_delays(m))},
                      {"C", matrix_json(c_delays(m))},
                      {"D_from_delays", matrix_json(d_delays(m, true, false))},
                      {"D_into_delays", matrix_json(d_delays(m, false, true))},
                      {"D_between_delays", matrix_json(d_delays(m, true, true))}};
  Json cuts = Json::array();
  for (const CutPath& cut : m.cuts)
    cuts.push_back({{"block", cut.path}, {"reason", cut.reason}, {"way", cut.way}});
  json["cut_by"] = std::move(cuts);
  Json notes = Json::array();
  for (const Diagnostic& note : m.notes) notes.push_back(to_text(note));
  json["notes"] = std::move(notes);
  return json;
}

}  // namespace

std::string linear_text(const LinearModel& m) {
  std::string out = "linear model at t = " + told_time(m.time) + ": " + counted(m.state_count(), "state") +
                    ", " + counted(m.input_count(), "input") + ", " + counted(m.output_count(), "output");
  if (m.sample_time > 0) out += ", sample time " + told(m.sample_time) + " s";
  out += "\n  states: " + listed(m.states, m.state_units) + "\n  inputs: " + listed(m.inputs, m.input_units) +
         "\n  outputs: " + listed(m.outputs, m.output_units) + '\n';
  out += matrix_text("A", a_of(m)) + matrix_text("B", b_of(m)) + matrix_text("C", c_of(m)) +
         matrix_text("D", d_of(m)) + modes_text(m);
  for (std::size_t k = 0; k < m.delays.size(); ++k)
    out +=
        "Delay of " + told(m.delays[k]) + " s: " + (k < m.delay_names.size() ? m.delay_names[k] : "") + '\n';
  for (const CutPath& cut : m.cuts)
    out += "Cut by " + cut.path + ": " + cut.reason + "\n  " + join(cut.way, " > ") + '\n';
  for (const Diagnostic& note : m.notes) out += to_text(note) + '\n';
  return out;
}

std::string linear_json(std::span<const LinearModel> models) {
  Json all = Json::array();
  for (const LinearModel& model : models) all.push_back(model_json(model));
  const Json& json = models.size() == 1 ? all[0] : all;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string linear_csv(std::span<const LinearModel> models) {
  std::string out;
  const bool several = models.size() > 1;
  for (const LinearModel& m : models) {
    std::vector<std::string> columns, rows;
    for (std::size_t k = 0; k < m.states.size(); ++k) {
      columns.push_back(with_unit(m.states[k], m.state_units, k));
      rows.push_back((m.sample_time > 0 ? "next " : "rate of ") + m.states[k]);
    }
    for (std::size_t k = 0; k < m.inputs.size(); ++k)
      columns.push_back(with_unit(m.inputs[k], m.input_units, k));
    for (std::size_t k = 0; k < m.outputs.size(); ++k)
      rows.push_back(with_unit(m.outputs[k], m.output_units, k));
    for (std::size_t k = 0; k < m.delays.size(); ++k) {
      columns.push_back("from delay " + std::to_string(k + 1));
      rows.push_back("into delay " + std::to_string(k + 1) + " of " + to_text(m.delays[k]) + " s");
    }
    if (several) out += "time,";
    out += "row";
    for (const std::string& name : columns) out += ',' + csv_field(name);
    out += '\n';
    const LinearMatrix whole = whole_matrix(m);
    for (int i = 0; i < whole.rows; ++i) {
      if (several) out += to_text(m.time) + ',';
      out += csv_field(rows[static_cast<std::size_t>(i)]);
      for (int j = 0; j < whole.columns; ++j) out += ',' + to_text(whole(i, j));
      out += '\n';
    }
  }
  return out;
}

Diagnostics write_linear_mat(const std::string& path, std::span<const LinearModel> models) {
  OutputFile file(path);
  if (!file.problems().empty()) return file.problems();
  MatWriter writer(file.temporary_path());
  for (std::size_t k = 0; k < models.size(); ++k) {
    const LinearModel& m = models[k];
    const std::string number = models.size() > 1 ? std::to_string(k + 1) : std::string();
    const auto add = [&](const std::string& name, const LinearMatrix& matrix) {
      writer.add(name + number, static_cast<std::size_t>(matrix.rows),
                 static_cast<std::size_t>(matrix.columns), matrix.values);
    };
    const auto add_list = [&](const std::string& name, const std::vector<double>& values) {
      writer.add(name + number, values.size(), 1, values);
    };
    add("A", a_of(m)), add("B", b_of(m)), add("C", c_of(m)), add("D", d_of(m));
    add_list("x", m.x), add_list("u", m.u), add_list("y", m.y);
    add_list("t", {m.time}), add_list("sample_time", {m.sample_time});
    if (m.delay_count() == 0) continue;
    add_list("delays", m.delays);
    add("B_delays", b_delays(m)), add("C_delays", c_delays(m));
    add("D_from_delays", d_delays(m, true, false)), add("D_into_delays", d_delays(m, false, true));
    add("D_between_delays", d_delays(m, true, true));
  }
  if (!writer.finish()) file.fail("the file cannot be written", "check the folder and the free space");
  return file.commit();
}

}  // namespace sim
