#pragma once
// What a run cost, and how its parameters were changed, as JSON. docs/run-file.md lists the members. `Json`
// is the type of the library, which stays out of headers; JsonMismatch and its exceptions say what cannot be.
#include <algorithm>

#include "sim_core/base/json_numbers.h"
#include "sim_core/simulate/statistics.h"

namespace sim {

// The steps of a run that are kept: as many as a plot shows.
inline constexpr std::size_t most_kept_steps = 2000;

// The place of a text among those that `to_text` gives.
template <class Kind, std::size_t count>
Kind kind_of(const std::string& text) {
  for (std::size_t k = 0; k < count; ++k)
    if (to_text(static_cast<Kind>(k)) == text) return static_cast<Kind>(k);
  throw JsonMismatch{"'" + text + "' is not known"};
}

template <class Json, class Kind, std::size_t count, class Number>
Json kinds_to_json(const std::array<Number, count>& values) {
  Json json = Json::object();
  for (std::size_t k = 0; k < count; ++k)
    if (values[k] != 0) json[std::string(to_text(static_cast<Kind>(k)))] = values[k];
  return json;
}

template <class Number, class Json>
Number number_of(const Json& json) {
  if constexpr (std::is_integral_v<Number>)
    return integer_from_json<Number>(json);
  else
    return number_from_json(json);
}

template <class Kind, class Json, class Number, std::size_t count>
void kinds_from_json(const Json& json, std::array<Number, count>& values) {
  for (const auto& [name, value] : json.items())
    values[static_cast<std::size_t>(kind_of<Kind, count>(name))] = number_of<Number>(value);
}

template <class Json>
Json profile_to_json(const RunProfile& profile) {
  Json json = {{"limited_by", kinds_to_json<Json, StepLimit>(profile.limited)},
               {"rejected_by",
                {{"error", profile.rejected_by_error},
                 {"projection", profile.rejected_by_projection},
                 {"evaluation", profile.rejected_by_evaluation}}},
               {"max_step", number_to_json<Json>(profile.max_step)},
               {"relative_tolerance", number_to_json<Json>(profile.relative_tolerance)},
               {"operations", number_to_json<Json>(profile.operations)},
               {"states", Json::array()},
               {"blocks", Json::array()}};
  for (const StateCost& s : profile.states)
    json["states"].push_back({s.name, s.block, to_number(s.id), s.limited, s.rejected});
  for (const BlockCost& b : profile.blocks)
    json["blocks"].push_back({b.path, to_number(b.id), b.crossings, number_to_json<Json>(b.operations)});
  if (!profile.timed) return json;
  json["seconds"] = kinds_to_json<Json, Phase>(profile.seconds);
  json["stiffness"] = Json::array();
  for (const StiffnessSample& s : profile.stiffness)
    json["stiffness"].push_back({number_to_json<Json>(s.t), number_to_json<Json>(s.step),
                                 number_to_json<Json>(s.rate), number_to_json<Json>(s.scale), s.steps,
                                 s.state_name, s.block, to_number(s.id)});
  return json;
}

template <class Json>
RunProfile profile_from_json(const Json& json) {
  RunProfile profile;
  kinds_from_json<StepLimit>(json.at("limited_by"), profile.limited);
  const Json& rejected = json.at("rejected_by");
  profile.rejected_by_error = integer_from_json<std::uint64_t>(rejected.at("error"));
  profile.rejected_by_projection = integer_from_json<std::uint64_t>(rejected.at("projection"));
  profile.rejected_by_evaluation = integer_from_json<std::uint64_t>(rejected.at("evaluation"));
  profile.max_step = number_from_json(json.at("max_step"));
  profile.relative_tolerance = number_from_json(json.at("relative_tolerance"));
  profile.operations = number_from_json(json.at("operations"));
  for (const Json& s : json.at("states"))
    profile.states.push_back({s.at(0).template get<std::string>(), s.at(1).template get<std::string>(),
                              Id{integer_from_json<std::uint64_t>(s.at(2))},
                              integer_from_json<std::uint64_t>(s.at(3)),
                              integer_from_json<std::uint64_t>(s.at(4))});
  for (const Json& b : json.at("blocks"))
    profile.blocks.push_back({b.at(0).template get<std::string>(),
                              Id{integer_from_json<std::uint64_t>(b.at(1))},
                              integer_from_json<std::uint64_t>(b.at(2)), number_from_json(b.at(3))});
  profile.timed = json.contains("seconds");
  if (!profile.timed) return profile;
  kinds_from_json<Phase>(json.at("seconds"), profile.seconds);
  for (const Json& s : json.at("stiffness")) {
    StiffnessSample sample;
    sample.t = number_from_json(s.at(0));
    sample.step = number_from_json(s.at(1));
    sample.rate = number_from_json(s.at(2));
    sample.scale = number_from_json(s.at(3));
    sample.steps = integer_from_json<std::uint64_t>(s.at(4));
    sample.state_name = s.at(5).template get<std::string>();
    sample.block = s.at(6).template get<std::string>();
    sample.id = Id{integer_from_json<std::uint64_t>(s.at(7))};
    profile.stiffness.push_back(std::move(sample));
  }
  return profile;
}

template <class Json>
Json steps_to_json(const std::vector<StepRecord>& steps) {
  Json json = Json::array();
  for (const StepRecord& s : steps)
    json.push_back({number_to_json<Json>(s.t), number_to_json<Json>(s.shortest),
                    number_to_json<Json>(s.longest), s.steps, s.order, to_text(s.limit), s.rejected_by_error,
                    s.rejected_by_projection, s.rejected_by_evaluation});
  return json;
}

template <class Json>
std::vector<StepRecord> steps_from_json(const Json& json) {
  if (json.size() > most_kept_steps) throw JsonMismatch{"it has too many steps"};
  std::vector<StepRecord> steps;
  for (const Json& s : json) {
    StepRecord step;
    step.t = number_from_json(s.at(0));
    step.shortest = number_from_json(s.at(1));
    step.longest = number_from_json(s.at(2));
    step.steps = integer_from_json<std::uint32_t>(s.at(3));
    step.order = integer_from_json<std::uint8_t>(s.at(4));
    step.limit = kind_of<StepLimit, step_limit_count>(s.at(5).template get<std::string>());
    step.rejected_by_error = integer_from_json<std::uint16_t>(s.at(6));
    step.rejected_by_projection = integer_from_json<std::uint16_t>(s.at(7));
    step.rejected_by_evaluation = integer_from_json<std::uint16_t>(s.at(8));
    steps.push_back(step);
  }
  const auto backward = [](const StepRecord& a, const StepRecord& b) { return !(a.t <= b.t); };
  if (std::adjacent_find(steps.begin(), steps.end(), backward) != steps.end())
    throw JsonMismatch{"its steps are not in order"};
  return steps;
}

template <class Json>
Json changes_to_json(const std::vector<ParameterChange>& changes) {
  Json json = Json::array();
  for (const ParameterChange& c : changes)
    json.push_back({{"time", number_to_json<Json>(c.time)},
                    {"block", c.block},
                    {"parameter", c.parameter},
                    {"before", c.before},
                    {"after", c.after}});
  return json;
}

template <class Json>
std::vector<ParameterChange> changes_from_json(const Json& json) {
  std::vector<ParameterChange> changes;
  for (const Json& c : json)
    changes.push_back({number_from_json(c.at("time")), c.at("block").template get<std::string>(),
                       c.at("parameter").template get<std::string>(),
                       c.at("before").template get<std::string>(),
                       c.at("after").template get<std::string>()});
  return changes;
}

}  // namespace sim
