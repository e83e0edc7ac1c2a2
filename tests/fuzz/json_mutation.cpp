#include "tests/fuzz/json_mutation.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace sim::fuzz {

using Json = nlohmann::ordered_json;

static void collect(Json& json, std::vector<Json*>& into) {
  into.push_back(&json);
  if (json.is_structured())
    for (Json& item : json) collect(item, into);
}

static Json random_value(Random& random, const Json& was) {
  const auto number = [&]() -> Json {
    const auto all = {Json(0),
                      Json(1),
                      Json(-1),
                      Json(2147483647),
                      Json(-2147483648LL),
                      Json(4294967296LL),
                      Json(1e300),
                      Json(-1e300),
                      Json(1e10),
                      Json(0.5),
                      Json(1e-320),
                      Json(9007199254740993LL),
                      Json(2.5e9),
                      Json(INT64_MAX - 2),
                      Json(INT64_MIN + 2),
                      Json(UINT64_MAX - 2),
                      Json(1e19),
                      Json(-1e19),
                      Json("inf"),
                      Json("-inf"),
                      Json("nan")};
    return random.any(all);
  };
  if (was.is_number_integer() && random.chance(50))
    // Around the largest to the other end, as unsigned numbers do.
    return Json(static_cast<std::int64_t>(was.get<std::uint64_t>() +
                                          static_cast<std::uint64_t>(random.between(-2, 2))));
  if (was.is_number() && random.chance(50)) return Json(was.get<double>() + random.between(-2, 2));
  if (was.is_number() && random.chance(80)) return number();
  const std::string long_text(300, 'x');
  const auto others = {Json(),
                       Json(true),
                       Json(false),
                       Json(""),
                       Json("nan"),
                       Json("a\nb\t<b>"),
                       Json(long_text),
                       Json::array(),
                       Json::object(),
                       Json::array({1, 2, 3}),
                       Json::array({Json::array({0, 1}), Json::array()})};
  return random.chance(40) ? number() : random.any(others);
}

static void change_structure(Json& chosen, const std::vector<Json*>& all, Random& random) {
  const bool erases = random.chance(50);
  if (chosen.is_array() && !chosen.empty()) {
    const std::size_t at = random.below(chosen.size());
    if (erases)
      chosen.erase(at);
    else if (chosen.size() < 1000)
      chosen.push_back(Json(chosen[at]));
  } else if (chosen.is_object() && !chosen.empty() && erases) {
    chosen.erase(std::next(chosen.begin(), static_cast<std::ptrdiff_t>(random.below(chosen.size()))));
  } else {
    Json other = *random.any(all);
    chosen = std::move(other);
  }
}

std::string mutated_json(const std::string& text, Random& random) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return text;
  for (int k = random.chance(80) ? 1 : 3; k > 0; --k) {
    std::vector<Json*> all;
    collect(json, all);
    if (random.chance(25)) {
      change_structure(*random.any(all), all, random);
      continue;
    }
    std::erase_if(all, [](const Json* value) { return value->is_structured(); });
    if (!all.empty()) {
      Json& chosen = *random.any(all);
      chosen = random_value(random, chosen);
    }
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sim::fuzz
