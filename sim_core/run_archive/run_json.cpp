#include "sim_core/run_archive/run_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "sim_core/reports/statistics_json.h"
#include "sim_core/run_archive/profile_json.h"

namespace sim {

namespace {

using Json = nlohmann::ordered_json;
constexpr int max_columns = 1'000'000;

Json number(double v) { return number_to_json<Json>(v); }

// --- reading: nlohmann's exceptions and these end in read()

double to_number(const Json& json) { return number_from_json(json); }

RunEnd to_end(const std::string& text) {
  for (RunEnd end : {RunEnd::Finished, RunEnd::Stopped, RunEnd::Failed})
    if (to_text(end) == text) return end;
  throw JsonMismatch{"'" + text + "' is no way for a run to end"};
}

constexpr std::string_view severities[] = {"note", "warning", "error"};

Severity to_severity(const std::string& text) {
  for (int k = 0; k < 3; ++k)
    if (severities[k] == text) return static_cast<Severity>(k);
  throw JsonMismatch{"'" + text + "' is no severity"};
}

Json to_json(const RunSignal& signal) {
  return {{"name", signal.name},
          {"elements", signal.elements},
          {"block", signal.block},
          {"port", signal.port},
          {"block_id", to_number(signal.id)},
          {"first", signal.first},
          {"unit", signal.unit},
          {"held", signal.held},
          {"viewers", signal.viewers}};
}

RunSignal to_signal(const Json& json) {
  RunSignal signal;
  signal.name = json.at("name").get<std::string>();
  signal.elements = json.at("elements").get<std::vector<std::string>>();
  signal.block = json.at("block").get<std::string>();
  signal.port = integer_from_json<int>(json.at("port"));
  signal.id = Id{integer_from_json<std::uint64_t>(json.at("block_id"))};
  signal.first = integer_from_json<int>(json.at("first"));
  signal.unit = json.at("unit").get<std::string>();
  signal.held = json.at("held").get<bool>();
  signal.viewers = json.at("viewers").get<std::vector<std::string>>();
  if (signal.first < 0 || signal.first > max_columns || signal.elements.size() > max_columns)
    throw JsonMismatch{"the signal '" + signal.name + "' has columns that cannot be"};
  return signal;
}

Json energy_to_json(const EnergyRecord& energy) {
  Json json{{"balanced", energy.balanced},
            {"supplied", number(energy.supplied)},
            {"dissipated", number(energy.dissipated)},
            {"lost_in_events", number(energy.lost_in_events)},
            {"heat", number(energy.heat)},
            {"largest_imbalance", number(energy.largest_imbalance)}};
  json["stored"] = Json::array();
  for (const auto& [domain, stored] : energy.stored)
    json["stored"].push_back({name_of(domain), number(stored.at_start), number(stored.now)});
  return json;
}

Json to_json(const RunStatistics& s) {
  Json json;
  json["solver"] = s.solver;
  json["backend"] = s.backend;
  json["start_time"] = number(s.start_time);
  json["end_time"] = number(s.end_time);
  json["compile_seconds"] = number(s.compile_seconds);
  json["run_seconds"] = number(s.run_seconds);
  json["counts"] = {{"steps", s.steps},
                    {"rejected", s.rejected},
                    {"rhs_evaluations", s.rhs_evaluations},
                    {"jacobians", s.jacobians},
                    {"jacobian_rhs_evaluations", s.jacobian_rhs_evaluations},
                    {"oldest_jacobian", s.oldest_jacobian},
                    {"factorisations", s.factorizations},
                    {"newton_iterations", s.newton_iterations},
                    {"loop_solves", s.loop_solves},
                    {"loop_iterations", s.loop_iterations},
                    {"native_kernels", s.native_kernels},
                    {"projections", s.projections},
                    {"zero_crossings", s.zero_crossings},
                    {"sample_hits", s.sample_hits}};
  json["solver_choices"] = s.solver_choices;
  json["largest_projection"] = number(s.largest_projection);
  json["largest_residual"] = number(s.largest_residual);
  json["energy_lost"] = number(s.energy_lost);
  if (!s.energy.stored.empty()) json["energy"] = energy_to_json(s.energy);
  json["invariants"] = Json::array();
  for (const InvariantRecord& r : s.invariants)
    json["invariants"].push_back({{"name", r.name},
                                  {"projected", r.projected},
                                  {"largest_residual", number(r.largest_residual)},
                                  {"largest_projection", number(r.largest_projection)},
                                  {"projections", r.projections},
                                  {"failures", r.failures}});
  json["events"] = Json::array();
  for (const EventRecord& e : s.events)
    json["events"].push_back(
        {number(e.time), e.block, e.rising, e.kind == EventKind::TimeEvent, number(e.period)});
  json["jumps"] = Json::array();
  for (const JumpRecord& j : s.jumps)
    json["jumps"].push_back({number(j.time), j.block, number(j.energy_loss), number(j.impulse), j.element});
  json["parameter_changes"] = changes_to_json<Json>(s.changes);
  json["profile"] = profile_to_json<Json>(s.profile);
  return json;
}

void read_counts(const Json& json, RunStatistics& s) {
  const auto read = [&](const char* name, std::uint64_t& into) {
    into = integer_from_json<std::uint64_t>(json.at(name));
  };
  read("steps", s.steps);
  read("rejected", s.rejected);
  read("rhs_evaluations", s.rhs_evaluations);
  read("jacobians", s.jacobians);
  read("jacobian_rhs_evaluations", s.jacobian_rhs_evaluations);
  read("oldest_jacobian", s.oldest_jacobian);
  read("factorisations", s.factorizations);  // as files have it since their first version
  read("newton_iterations", s.newton_iterations);
  read("loop_solves", s.loop_solves);
  read("loop_iterations", s.loop_iterations);
  read("projections", s.projections);
  read("zero_crossings", s.zero_crossings);
  // Later than version 2.
  if (json.contains("sample_hits")) read("sample_hits", s.sample_hits);
  if (json.contains("native_kernels")) read("native_kernels", s.native_kernels);
}

// A sample hit has a period; files of earlier versions have none.
EventRecord to_event(const Json& json) {
  EventRecord event{to_number(json.at(0)), json.at(1).get<std::string>(), json.at(2).get<bool>()};
  if (json.size() > 4) event.period = to_number(json.at(4));
  event.kind = event.period > 0         ? EventKind::SampleHit
               : json.at(3).get<bool>() ? EventKind::TimeEvent
                                        : EventKind::Crossing;
  return event;
}

// Files of earlier versions have the number of one of the first six.
std::optional<Domain> to_domain(const Json& json) {
  constexpr int numbered = 6;
  for (int k = 0; k < domain_count; ++k) {
    const auto domain = static_cast<Domain>(k);
    if (json.is_number_integer() ? k < numbered && json.get<int>() == k : json == name_of(domain))
      return domain;
  }
  return std::nullopt;
}

EnergyRecord to_energy(const Json& json) {
  EnergyRecord energy;
  for (const Json& s : json.at("stored"))
    if (const auto domain = to_domain(s.at(0)))
      energy.stored[*domain] = {to_number(s.at(1)), to_number(s.at(2))};
  energy.balanced = json.at("balanced").get<bool>();
  energy.supplied = to_number(json.at("supplied"));
  energy.dissipated = to_number(json.at("dissipated"));
  energy.lost_in_events = to_number(json.at("lost_in_events"));
  energy.heat = to_number(json.at("heat"));
  energy.largest_imbalance = to_number(json.at("largest_imbalance"));
  return energy;
}

RunStatistics to_statistics(const Json& json) {
  RunStatistics s;
  s.solver = json.at("solver").get<std::string>();
  s.start_time = to_number(json.at("start_time"));
  s.end_time = to_number(json.at("end_time"));
  s.compile_seconds = to_number(json.at("compile_seconds"));
  s.run_seconds = to_number(json.at("run_seconds"));
  read_counts(json.at("counts"), s);
  s.solver_choices = json.at("solver_choices").get<std::vector<std::string>>();
  s.largest_projection = to_number(json.at("largest_projection"));
  s.largest_residual = to_number(json.at("largest_residual"));
  s.energy_lost = to_number(json.at("energy_lost"));
  if (json.contains("energy")) s.energy = to_energy(json.at("energy"));  // later than version 2
  for (const Json& r : json.at("invariants"))
    s.invariants.push_back({r.at("name").get<std::string>(), r.at("projected").get<bool>(),
                            to_number(r.at("largest_residual")), to_number(r.at("largest_projection")),
                            integer_from_json<std::uint64_t>(r.at("projections")),
                            integer_from_json<std::uint64_t>(r.at("failures"))});
  for (const Json& e : json.at("events")) s.events.push_back(to_event(e));
  s.recorded_hits = static_cast<std::uint64_t>(std::count_if(
      s.events.begin(), s.events.end(), [](const EventRecord& e) { return e.kind == EventKind::SampleHit; }));
  for (const Json& j : json.at("jumps"))
    s.jumps.push_back({to_number(j.at(0)), j.at(1).get<std::string>(), to_number(j.at(2)), to_number(j.at(3)),
                       j.at(4).get<std::string>()});
  // Since version 2.
  if (json.contains("backend")) s.backend = json.at("backend").get<std::string>();
  if (json.contains("parameter_changes")) s.changes = changes_from_json(json.at("parameter_changes"));
  if (json.contains("profile")) s.profile = profile_from_json(json.at("profile"));
  return s;
}

RunHeader to_header(const Json& json) {
  RunHeader header;
  RunSummary& s = header.summary;
  s.id = json.at("id").get<std::string>();
  s.name = json.at("name").get<std::string>();
  s.created = integer_from_json<std::int64_t>(json.at("created"));
  s.pinned = json.at("pinned").get<bool>();
  s.notes = json.at("notes").get<std::string>();
  // Since version 2.
  if (json.contains("tags")) s.tags = json.at("tags").get<std::vector<std::string>>();
  if (json.contains("color")) s.color = std::clamp(integer_from_json<int>(json.at("color")), -1, 255);
  if (json.contains("under_scopes")) s.under_scopes = json.at("under_scopes").get<bool>();
  s.model_name = json.at("model_name").get<std::string>();
  s.model_path = json.at("model_path").get<std::string>();
  s.solver = json.at("solver").get<std::string>();
  s.end = to_end(json.at("end").get<std::string>());
  s.start_time = to_number(json.at("start_time"));
  s.end_time = to_number(json.at("end_time"));
  s.run_seconds = to_number(json.at("run_seconds"));
  s.steps = integer_from_json<std::uint64_t>(json.at("steps"));
  s.rows = integer_from_json<std::uint64_t>(json.at("rows"));
  for (const Json& signal : json.at("signals")) s.recorded.push_back(to_signal(signal));
  header.checksums = integers_from_json<std::uint32_t>(json.at("checksums"));
  if (header.checksums.size() != static_cast<std::size_t>(s.column_count()) + 1)
    throw JsonMismatch{"its signals and its columns do not fit together"};
  return header;
}

RunDetails to_details(const Json& json) {
  RunDetails details;
  details.model = json.at("model").get<std::string>();
  details.statistics = to_statistics(json.at("statistics"));
  for (const Json& m : json.at("messages"))
    details.messages.push_back({to_severity(m.at("severity").get<std::string>()),
                                m.at("block").get<std::string>(), m.at("message").get<std::string>(),
                                m.at("remedy").get<std::string>(),
                                Id{integer_from_json<std::uint64_t>(m.at("block_id"))}});
  if (json.contains("steps")) details.steps = steps_from_json(json.at("steps"));
  return details;
}

template <class Value>
Result<Value> read(std::string_view text, Value (*convert)(const Json&)) {
  const std::string remedy = "the run has to be made again";
  try {
    return convert(Json::parse(text));
  } catch (const JsonMismatch& mismatch) {
    return error({}, "this is not a run: " + mismatch.what, remedy);
  } catch (const Json::exception&) {
    return error({}, "this is not a run, or it is damaged", remedy);
  }
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string write_run_header(const RunHeader& header) {
  const RunSummary& s = header.summary;
  Json json = {{"id", s.id},
               {"name", s.name},
               {"created", s.created},
               {"pinned", s.pinned},
               {"notes", s.notes},
               {"model_name", s.model_name},
               {"model_path", s.model_path},
               {"solver", s.solver},
               {"end", to_text(s.end)},
               {"start_time", number(s.start_time)},
               {"end_time", number(s.end_time)},
               {"run_seconds", number(s.run_seconds)},
               {"steps", s.steps},
               {"rows", s.rows},
               {"signals", Json::array()},
               {"checksums", header.checksums}};
  if (!s.tags.empty()) json["tags"] = s.tags;
  if (s.color >= 0) json["color"] = s.color;
  if (s.under_scopes) json["under_scopes"] = *s.under_scopes;
  for (const RunSignal& signal : s.recorded) json["signals"].push_back(to_json(signal));
  return dump(json);
}

std::string write_run_details(const RunDetails& details) {
  Json json = {{"model", details.model}, {"statistics", to_json(details.statistics)}};
  json["messages"] = Json::array();
  for (const Diagnostic& m : details.messages)
    json["messages"].push_back({{"severity", severities[static_cast<int>(m.severity)]},
                                {"block", m.path},
                                {"block_id", to_number(m.element)},
                                {"message", m.message},
                                {"remedy", m.remedy}});
  if (!details.steps.empty()) json["steps"] = steps_to_json<Json>(details.steps);
  return dump(json);
}

Result<RunHeader> read_run_header(std::string_view text) { return read<RunHeader>(text, to_header); }
Result<RunDetails> read_run_details(std::string_view text) { return read<RunDetails>(text, to_details); }

}  // namespace sim
