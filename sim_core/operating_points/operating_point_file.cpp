#include "sim_core/operating_points/operating_point_file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "sim_core/base/json_numbers.h"

namespace sim {

namespace {

using Json = nlohmann::ordered_json;
constexpr int format = 1;

// --- writing

Json number(double v) { return number_to_json<Json>(v); }
template <typename Numbers>
Json numbers(const Numbers& values) {
  return numbers_to_json<Json>(values);
}

template <typename Entry>
Json by_block(const std::vector<Entry>& entries, const std::vector<double>& values, const Program& program) {
  Json all = Json::array();
  for (const Entry& entry : entries) {
    const auto first = values.begin() + entry.first;
    all.push_back({{"block", program.blocks[static_cast<std::size_t>(entry.block)].path},
                   {"name", entry.name},
                   {"values", numbers(std::vector<double>(first, first + entry.shape.size()))}});
  }
  return all;
}

Json history(const SignalHistory::Content& content) {
  Json segments = Json::array();
  for (const auto& s : content.segments)
    segments.push_back({number(s.begin), number(s.end), s.piece, s.smooth});
  return {{"start", number(content.start)},
          {"end", number(content.end)},
          {"piece", content.piece},
          {"smooth", content.smooth},
          {"initial", numbers(content.initial)},
          {"right_limit", numbers(content.right_limit)},
          {"segments", segments},
          {"values", numbers(content.values)}};
}

Json histories(const Histories::Content& content) {
  Json signals = Json::array(), breakpoints = Json::array();
  for (std::size_t k = 0; k < content.recorded.size(); ++k) {
    signals.push_back(history(content.recorded[k]));
    signals.back()["pieces"] = content.pieces[k];
  }
  for (const auto& [t, b] : content.breakpoints)
    breakpoints.push_back({number(t), b.signal, b.element, b.order, b.piece});
  return {{"signals", signals},
          {"breakpoints", breakpoints},
          {"now", numbers(content.now)},
          {"delays", numbers(content.delays)},
          {"modes", numbers(content.modes)},
          {"discrete", numbers(content.discrete)},
          {"settled_at", number(content.settled_at)},
          {"started", content.started}};
}

// --- reading: nlohmann's exceptions end in read_operating_point()

template <typename Entry>
void read_by_block(const Json& json, const std::vector<Entry>& entries, const Program& program,
                   std::vector<double>& values) {
  if (json.size() != entries.size())
    throw JsonMismatch{"it has " + std::to_string(json.size()) + " entries where the model has " +
                       std::to_string(entries.size())};
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Entry& entry = entries[k];
    const std::string& path = program.blocks[static_cast<std::size_t>(entry.block)].path;
    const auto read = numbers_from_json(json[k].at("values"));
    if (json[k].at("block").get<std::string>() != path ||
        json[k].at("name").get<std::string>() != entry.name ||
        read.size() != static_cast<std::size_t>(entry.shape.size()))
      throw JsonMismatch{"it has " + json[k].at("block").get<std::string>() + " where the model has " + path};
    std::copy(read.begin(), read.end(), values.begin() + entry.first);
  }
}

SignalHistory::Content to_history(const Json& json) {
  SignalHistory::Content content;
  content.start = number_from_json(json.at("start"));
  content.end = number_from_json(json.at("end"));
  content.piece = integer_from_json<std::int64_t>(json.at("piece"));
  content.smooth = integer_from_json<std::int64_t>(json.at("smooth"));
  content.initial = numbers_from_json(json.at("initial"));
  content.right_limit = numbers_from_json(json.at("right_limit"));
  content.values = numbers_from_json(json.at("values"));
  for (const Json& s : json.at("segments"))
    content.segments.push_back({number_from_json(s.at(0)), number_from_json(s.at(1)),
                                integer_from_json<std::int64_t>(s.at(2)),
                                integer_from_json<std::int64_t>(s.at(3))});
  return content;
}

Histories::Content to_histories(const Json& json) {
  Histories::Content content;
  for (const Json& signal : json.at("signals")) {
    content.recorded.push_back(to_history(signal));
    content.pieces.push_back(integers_from_json<std::int64_t>(signal.at("pieces")));
  }
  for (const Json& b : json.at("breakpoints"))
    content.breakpoints.emplace(
        number_from_json(b.at(0)),
        Breakpoint{integer_from_json<int>(b.at(1)), integer_from_json<int>(b.at(2)),
                   integer_from_json<int>(b.at(3)), integer_from_json<std::int64_t>(b.at(4))});
  content.now = numbers_from_json(json.at("now"));
  content.delays = numbers_from_json(json.at("delays"));
  content.modes = numbers_from_json(json.at("modes"));
  content.discrete = numbers_from_json(json.at("discrete"));
  content.settled_at = number_from_json(json.at("settled_at"));
  content.started = json.at("started").get<bool>();
  return content;
}

std::map<std::string, double> to_inputs(const Json& json) {
  std::map<std::string, double> inputs;
  if (!json.contains("inputs")) return inputs;
  if (!json.at("inputs").is_object()) throw JsonMismatch{"its inputs have no names"};
  for (const auto& [name, value] : json.at("inputs").items()) {
    inputs[name] = number_from_json(value);
    if (!std::isfinite(inputs[name])) throw JsonMismatch{"its input " + name + " is not finite"};
  }
  return inputs;
}

ConsecutiveCrossings to_consecutive(const Json& json, std::size_t located) {
  ConsecutiveCrossings crossings;
  crossings.last = number_from_json(json.at("last"));
  crossings.count = integer_from_json<std::int64_t>(json.at("count"));
  for (const Json& function : json.at("functions")) {
    const int place = integer_from_json<int>(function);
    if (place < 0 || static_cast<std::size_t>(place) >= located)
      throw JsonMismatch{"it has crossings of functions that are not located"};
    crossings.functions.push_back(place);
  }
  if (std::isnan(crossings.last) || crossings.count < 0 || crossings.functions.empty())
    throw JsonMismatch{"its consecutive crossings do not belong together"};
  return crossings;
}

OperatingPoint to_point(const Json& json, const Program& program) {
  if (integer_from_json<int>(json.at("fluxion_operating_point")) != format)
    throw JsonMismatch{"its format is not the one this version knows"};
  OperatingPoint point;
  point.time = number_from_json(json.at("time"));
  point.next_step = number_from_json(json.at("next_step"));
  if (json.contains("solver")) point.solver = numbers_from_json(json.at("solver"));
  if (!std::isfinite(point.time)) throw JsonMismatch{"its time is not finite"};
  if (json.contains("largest")) point.largest = numbers_from_json(json.at("largest"));
  // A model without states has one that does not move.
  point.states.resize(static_cast<std::size_t>(std::max(1, program.state_count)));
  point.discrete.resize(static_cast<std::size_t>(program.discrete_count));
  read_by_block(json.at("states"), program.states, program, point.states);
  read_by_block(json.at("discrete"), program.discrete, program, point.discrete);
  point.modes = numbers_from_json(json.at("modes"));
  point.captured = numbers_from_json(json.at("captured"));
  point.loop_solutions = numbers_from_json(json.at("loop_solutions"));
  point.histories = to_histories(json.at("histories"));
  for (const Json& relaxed : json.at("relaxed"))
    point.relaxed.push_back(integer_from_json<int>(relaxed) != 0);
  if (json.contains("consecutive_crossings"))
    point.consecutive = to_consecutive(json.at("consecutive_crossings"), point.relaxed.size());
  point.inputs = to_inputs(json);
  return point;
}

}  // namespace

std::string write_operating_point(const OperatingPoint& point, const Program& program) {
  Json json;
  json["fluxion_operating_point"] = format;
  json["time"] = point.time;
  json["next_step"] = number(point.next_step);
  json["solver"] = numbers(point.solver);
  json["states"] = by_block(program.states, point.states, program);
  if (!point.largest.empty()) json["largest"] = numbers(point.largest);
  json["discrete"] = by_block(program.discrete, point.discrete, program);
  json["modes"] = numbers(point.modes);
  json["captured"] = numbers(point.captured);
  json["loop_solutions"] = numbers(point.loop_solutions);
  json["relaxed"] = numbers(point.relaxed);
  if (!point.consecutive.functions.empty())
    json["consecutive_crossings"] = {{"last", number(point.consecutive.last)},
                                     {"count", point.consecutive.count},
                                     {"functions", point.consecutive.functions}};
  json["histories"] = histories(point.histories);
  for (const auto& [name, value] : point.inputs) json["inputs"][name] = number(value);
  return json.dump(1) + "\n";
}

// What `read` makes of the text, or why it is no operating point.
template <typename Value, typename Read>
static Result<Value> parsed(std::string_view text, Read read) {
  std::string problem;
  try {
    return read(Json::parse(text));
  } catch (const JsonMismatch& mismatch) {
    problem = mismatch.what;
  } catch (const Json::exception& e) {
    problem = "it cannot be read: " + json_failure_text(e.what());
  }
  return error({}, "this is no operating point of the model: " + problem,
               "use one that was saved by a run of this model, unchanged since");
}

Result<std::map<std::string, double>> read_point_inputs(std::string_view text) {
  return parsed<std::map<std::string, double>>(text, to_inputs);
}

Result<OperatingPoint> read_operating_point(std::string_view text, const Program& program) {
  return parsed<OperatingPoint>(text, [&](const Json& json) { return to_point(json, program); });
}

}  // namespace sim
