#include "sim_core/response_estimation/response_files.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "sim_core/base/json_numbers.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/output_file.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

std::string padded(const std::string& text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 1, ' ') + text;
}

std::string decibels_and_degrees(Complex h) {
  return padded(told(20 * std::log10(std::abs(h))), 12) +
         padded(told(std::arg(h) * 180 / std::numbers::pi), 12);
}

std::string table_text(const EstimatedResponse& response, int input, std::size_t output,
                       const FrequencyResponse* exact) {
  std::string out = "from " + response.inputs[static_cast<std::size_t>(input)] + " to " +
                    response.outputs[output] + ", amplitude " +
                    told(response.amplitudes[static_cast<std::size_t>(input)]) + '\n' + padded("rad/s", 13) +
                    padded("dB", 12) + padded("degrees", 12);
  if (exact) out += padded("linear: dB", 12) + padded("degrees", 12);
  out += padded("spread", 12) + '\n';
  for (const EstimatedPoint& point : response.points) {
    if (point.input != input) continue;
    out += padded(told(point.frequency), 13);
    if (!point.values.empty()) {
      out += decibels_and_degrees(point.values[output]);
      if (exact)
        out += decibels_and_degrees(
            (*exact)(point.frequency)[static_cast<std::size_t>(input) * response.outputs.size() + output]);
      out += padded(told(point.spread[output]), 12);
    }
    out += (point.message.empty() ? "" : "  " + point.message) + '\n';
  }
  return out;
}

nlohmann::ordered_json response_to_json(const EstimatedResponse& response) {
  using Json = nlohmann::ordered_json;
  Json points = Json::array();
  for (const EstimatedPoint& point : response.points) {
    Json one = {{"input", response.inputs[static_cast<std::size_t>(point.input)]},
                {"frequency", number_to_json<Json>(point.frequency)}};
    std::vector<double> real, imaginary;
    for (const Complex& h : point.values) real.push_back(h.real()), imaginary.push_back(h.imag());
    one["real"] = numbers_to_json<Json>(real);
    one["imaginary"] = numbers_to_json<Json>(imaginary);
    one["spread"] = numbers_to_json<Json>(point.spread);
    one["periods"] = point.periods;
    if (!point.message.empty()) one["message"] = point.message;
    points.push_back(std::move(one));
  }
  return {{"time", number_to_json<Json>(response.time)},
          {"sample_time", number_to_json<Json>(response.sample_time)},
          {"inputs", response.inputs},
          {"amplitudes", numbers_to_json<Json>(response.amplitudes)},
          {"outputs", response.outputs},
          {"finished", response.finished},
          {"points", std::move(points)}};
}

}  // namespace

std::string response_text(const EstimatedResponse& response, const LinearModel* exact) {
  std::string out = "estimated response at t = " + told_time(response.time);
  if (response.sample_time > 0) out += ", sample time " + told(response.sample_time) + " s";
  out += response.finished ? "\n" : ", stopped before its end\n";
  std::optional<FrequencyResponse> linear;
  if (exact && exact->inputs.size() == response.inputs.size() &&
      exact->outputs.size() == response.outputs.size())
    linear.emplace(*exact);
  for (int input = 0; input < static_cast<int>(response.inputs.size()); ++input)
    for (std::size_t output = 0; output < response.outputs.size(); ++output)
      out += table_text(response, input, output, linear ? &*linear : nullptr);
  return out;
}

std::string response_json(std::span<const EstimatedResponse> responses) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const EstimatedResponse& response : responses) all.push_back(response_to_json(response));
  const Json& json = responses.size() == 1 ? all[0] : all;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string response_csv(std::span<const EstimatedResponse> responses) {
  std::string out = "time,input,output,frequency,real,imaginary,spread,message\n";
  for (const EstimatedResponse& response : responses)
    for (const EstimatedPoint& point : response.points)
      for (std::size_t o = 0; o < response.outputs.size(); ++o) {
        out += to_text(response.time) + ',' +
               csv_field(response.inputs[static_cast<std::size_t>(point.input)]) + ',' +
               csv_field(response.outputs[o]) + ',' + to_text(point.frequency) + ',';
        if (point.values.empty())
          out += ",,,";
        else
          out += to_text(point.values[o].real()) + ',' + to_text(point.values[o].imag()) + ',' +
                 to_text(point.spread[o]) + ',';
        out += csv_field(point.message) + '\n';
      }
  return out;
}

Diagnostics write_response_mat(const std::string& path, std::span<const EstimatedResponse> responses) {
  OutputFile file(path);
  if (!file.problems().empty()) return file.problems();
  MatWriter writer(file.temporary_path());
  for (std::size_t k = 0; k < responses.size(); ++k) {
    const EstimatedResponse& response = responses[k];
    const std::string number = responses.size() > 1 ? std::to_string(k + 1) : std::string();
    const std::size_t rows = response.points.size(), columns = response.outputs.size();
    const std::vector<double> nothing(rows * columns, std::numeric_limits<double>::quiet_NaN());
    std::vector<double> input, frequency, real = nothing, imaginary = nothing, spread = nothing;
    for (std::size_t i = 0; i < rows; ++i) {
      const EstimatedPoint& point = response.points[i];
      input.push_back(point.input + 1);
      frequency.push_back(point.frequency);
      for (std::size_t o = 0; o < point.values.size(); ++o) {
        real[o * rows + i] = point.values[o].real();
        imaginary[o * rows + i] = point.values[o].imag();
        spread[o * rows + i] = point.spread[o];
      }
    }
    writer.add("input" + number, rows, 1, input);
    writer.add("frequency" + number, rows, 1, frequency);
    writer.add("real" + number, rows, columns, real);
    writer.add("imaginary" + number, rows, columns, imaginary);
    writer.add("spread" + number, rows, columns, spread);
  }
  if (!writer.finish()) file.fail("the file cannot be written", "check the folder and the free space");
  return file.commit();
}

}  // namespace sim
