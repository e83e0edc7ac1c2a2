#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim_core/base/json_numbers.h"
#include "sim_core/base/text.h"
#include "sim_core/study/study.h"

namespace sim {

using OrderedJson = nlohmann::ordered_json;

namespace {

// Members by name; what is not known is refused with near names.
class Reader {
 public:
  Reader(std::string file, Diagnostics& problems) : file_(std::move(file)), problems_(problems) {}

  void fail(const std::string& place, std::string message, std::string remedy) {
    problems_.push_back(
        error(place.empty() ? file_ : file_ + ": " + place, std::move(message), std::move(remedy)));
  }
  void fail_member(const std::string& place, const std::string& name, const std::vector<std::string>& known) {
    const std::string near = did_you_mean(name, known);
    fail(place, "there is no member '" + name + "'", near.empty() ? "there are " + join(known, ", ") : near);
  }
  bool is_object(const OrderedJson& json, const std::string& place, const std::vector<std::string>& known) {
    if (!json.is_object()) {
      fail(place, "this is no object", "write {...}");
      return false;
    }
    for (const auto& [name, value] : json.items())
      if (std::ranges::find(known, name) == known.end()) fail_member(place, name, known);
    return true;
  }
  std::string text(const OrderedJson& json, const std::string& place) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_number()) return to_text(json.get<double>());
    fail(place, "this is neither a text nor a number", "write an expression, such as \"2*pi\"");
    return {};
  }
  std::uint64_t whole(const OrderedJson& json, const std::string& place) {
    if (json.is_number_unsigned()) return json.get<std::uint64_t>();
    fail(place, "this is no whole number from 0 on", "write one, such as 1000");
    return 0;
  }
  std::vector<double> numbers(const OrderedJson& json, const std::string& place) {
    std::vector<double> all;
    const OrderedJson list = json.is_array() ? json : OrderedJson::array({json});
    for (const OrderedJson& value : list) {
      if (!value.is_number()) {
        fail(place, "this is no number", "write numbers, such as [0.8, 1.2]");
        return {};
      }
      all.push_back(value.get<double>());
    }
    return all;
  }
  void variation(const OrderedJson& json, const std::string& place, Study& study) {
    std::vector<std::string> known{"name", "values"};
    known.insert(known.end(), std::begin(distribution_names), std::end(distribution_names));
    if (!is_object(json, place, known)) return;
    Variation v;
    int said = 0;
    for (const auto& [name, value] : json.items()) {
      const auto kind = std::ranges::find(distribution_names, name);
      if (name == "name") {
        v.name = text(value, place + ".name");
      } else if (name == "values") {
        ++said;
        if (!value.is_array()) fail(place + ".values", "this is no list", "write [1, 2, 3]");
        for (const OrderedJson& one : value) v.values.push_back(text(one, place + ".values"));
      } else if (kind != std::end(distribution_names)) {
        ++said;
        v.kind = static_cast<DistributionKind>(kind - std::begin(distribution_names));
        v.numbers = numbers(value, std::string(place).append(".").append(name));
      }
    }
    if (said > 1) fail(place, "it has values more than once", "give it a list, or one distribution");
    study.variations.push_back(std::move(v));
  }
  void read(const OrderedJson& json, Study& study);

 private:
  std::string file_;
  Diagnostics& problems_;
};

void Reader::read(const OrderedJson& json, Study& study) {
  if (!is_object(json, {},
                 {"fluxion_study", "model", "variations", "correlations", "sampling", "samples", "seed",
                  "settings", "results"}))
    return;
  if (!json.contains("fluxion_study") || json["fluxion_study"] != 1)
    fail({}, "this is no study of version 1",
         "begin with {\"fluxion_study\": 1, \"model\": \"NAME.flx\", ...}");
  if (json.contains("model")) study.model = text(json["model"], "model");
  if (json.contains("samples")) study.samples = whole(json["samples"], "samples");
  if (json.contains("seed")) study.seed = whole(json["seed"], "seed");
  if (json.contains("sampling")) {
    const std::string name = text(json["sampling"], "sampling");
    const auto found = std::ranges::find(sampling_names, name);
    if (found == std::end(sampling_names))
      fail("sampling", "there is no sampling '" + name + "'",
           "write one of " +
               join(std::vector<std::string>(std::begin(sampling_names), std::end(sampling_names)), ", "));
    else
      study.sampling = static_cast<Sampling>(found - std::begin(sampling_names));
  }
  const auto each = [&](const char* member, auto&& take) {
    if (!json.contains(member)) return;
    if (!json[member].is_array()) return fail(member, "this is no list", "write [{...}, {...}]");
    for (std::size_t k = 0; k < json[member].size(); ++k)
      take(json[member][k], member + ("[" + std::to_string(k) + "]"));
  };
  each("variations", [&](const OrderedJson& one, const std::string& place) { variation(one, place, study); });
  each("correlations", [&](const OrderedJson& one, const std::string& place) {
    if (!is_object(one, place, {"between", "value"})) return;
    const bool pair = one.contains("between") && one["between"].is_array() && one["between"].size() == 2;
    if (!pair || !one.contains("value") || !one["value"].is_number())
      return fail(place, "this is no correlation",
                  "write {\"between\": [\"mass\", \"speed\"], \"value\": 0.8}");
    study.correlations.push_back(
        {text(one["between"][0], place), text(one["between"][1], place), one["value"].get<double>()});
  });
  each("results", [&](const OrderedJson& one, const std::string& place) {
    if (!is_object(one, place, {"name", "value"})) return;
    StudyResult result;
    if (one.contains("name")) result.name = text(one["name"], place + ".name");
    if (one.contains("value")) result.expression = text(one["value"], place + ".value");
    study.results.push_back(std::move(result));
  });
  if (json.contains("settings")) {
    if (!json["settings"].is_object())
      return fail("settings", "this is no object", "write {\"StopTime\": 5}");
    for (const auto& [name, value] : json["settings"].items())
      study.settings.emplace_back(name, text(value, "settings." + name));
  }
}

}  // namespace

Result<Study> read_draft(std::string_view text, const std::string& name) {
  OrderedJson json;
  try {
    json = OrderedJson::parse(text);
  } catch (const OrderedJson::exception& failure) {
    return error(name, "this is no JSON: " + json_failure_text(failure.what()).substr(0, 200),
                 "look at that place");
  }
  Study study;
  Diagnostics problems;
  Reader(name, problems).read(json, study);
  if (!problems.empty()) return problems;
  return study;
}

Result<Study> read_study(std::string_view text, const std::string& name) {
  auto study = read_draft(text, name);
  if (!study) return study;
  Diagnostics problems = check_study(*study);
  for (Diagnostic& d : problems) d.path = name + ": " + d.path;
  if (!problems.empty()) return problems;
  return study;
}

std::string write_study(const Study& study) {
  OrderedJson json = {{"fluxion_study", 1}, {"model", study.model}};
  json["variations"] = OrderedJson::array();
  for (const Variation& v : study.variations) {
    OrderedJson one = {{"name", v.name}};
    if (v.values.empty())
      one[std::string(distribution_names[static_cast<std::size_t>(v.kind)])] = v.numbers;
    else
      one["values"] = v.values;
    json["variations"].push_back(std::move(one));
  }
  for (const Correlation& each : study.correlations)
    json["correlations"].push_back({{"between", {each.first, each.second}}, {"value", each.value}});
  json["sampling"] = std::string(sampling_names[static_cast<std::size_t>(study.sampling)]);
  json["samples"] = study.samples;
  json["seed"] = study.seed;
  json["settings"] = OrderedJson::object();
  for (const auto& [name, value] : study.settings) json["settings"][name] = value;
  json["results"] = OrderedJson::array();
  for (const StudyResult& result : study.results)
    json["results"].push_back({{"name", result.name}, {"value", result.expression}});
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace sim
