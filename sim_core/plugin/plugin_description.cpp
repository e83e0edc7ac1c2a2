#include "sim_core/plugin/plugin_description.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstring>
#include <set>

#include "sim_core/expr/evaluate.h"

namespace sim {

namespace {

bool is_utf8(const std::string& s) {
  for (std::size_t k = 0; k < s.size();) {
    const auto c = static_cast<unsigned char>(s[k]);
    const int more = c < 0x80                ? 0
                     : c >= 0xC2 && c < 0xE0 ? 1
                     : c >= 0xE0 && c < 0xF0 ? 2
                     : c >= 0xF0 && c < 0xF5 ? 3
                                             : -1;
    if (more < 0 || (c < 0x20 && c != '\n' && c != '\t')) return false;
    for (int i = 1; i <= more; ++i)
      if (k + static_cast<std::size_t>(i) >= s.size() ||
          (static_cast<unsigned char>(s[k + static_cast<std::size_t>(i)]) & 0xC0) != 0x80)
        return false;
    k += static_cast<std::size_t>(more) + 1;
  }
  return true;
}

bool is_id(const std::string& s) {
  const auto slash = s.find('/');
  if (slash == std::string::npos || slash == 0 || slash + 1 == s.size()) return false;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const auto c = static_cast<unsigned char>(s[k]);
    if (k != slash && !(std::islower(c) || std::isdigit(c) || c == '_')) return false;
  }
  return true;
}

bool is_name(const std::string& s) {
  if (s.empty() || std::isdigit(static_cast<unsigned char>(s[0]))) return false;
  for (const char c : s)
    if (const auto u = static_cast<unsigned char>(c); u >= 0x80 || !(std::isalnum(u) || c == '_'))
      return false;
  return true;
}

class BlockReader {
 public:
  BlockReader(const fluxion_block& said, const std::string& file) : said_(said) { block_.file = file; }

  // In this order: each part relies on those before.
  Result<PluginBlock> read(std::shared_ptr<const void> library) {
    block_.library = std::move(library);
    if (said_.struct_size < sizeof(fluxion_block))
      fail("its description has " + std::to_string(said_.struct_size) + " bytes where " +
           std::to_string(sizeof(fluxion_block)) + " are needed");
    using Part = void (BlockReader::*)();
    for (Part part :
         {&BlockReader::read_texts, &BlockReader::read_parameters, &BlockReader::read_ports,
          &BlockReader::read_states, &BlockReader::read_methods, &BlockReader::read_pattern,
          &BlockReader::read_crossings, &BlockReader::read_invariants, &BlockReader::read_discrete})
      if (problem_.empty()) (this->*part)();
    if (problem_.empty()) return std::move(block_);
    const std::string who = block_.id.empty() ? "a block" : "block '" + block_.id + "'";
    return error(block_.file, who + ": " + problem_, "correct the plug-in's description of the block");
  }

 private:
  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  std::string text(const char* said, const std::string& what, int limit, bool needed = true) {
    if (!said) {
      if (needed) fail("it has no " + what);
      return {};
    }
    const std::size_t length = strnlen(said, static_cast<std::size_t>(limit) + 1);
    std::string copy(said, length);
    if (length > static_cast<std::size_t>(limit))
      fail("its " + what + " is longer than " + std::to_string(limit) + " bytes");
    else if (!is_utf8(copy))
      fail("its " + what + " is not UTF-8 text");
    else if (needed && copy.empty())
      fail("it has no " + what);
    return problem_.empty() ? copy : std::string();
  }

  bool within(int value, int least, int most, const std::string& what) {
    if (value < least || value > most)
      fail("it claims " + std::to_string(value) + " " + what + ", where " + std::to_string(least) + " to " +
           std::to_string(most) + " are possible");
    return problem_.empty();
  }

  void read_texts() {
    using namespace plugin_limits;
    const std::string id = text(said_.id, "id", name);
    if (problem_.empty() && !is_id(id)) fail("its id is not of the form vendor/name in a-z, 0-9 and _");
    if (problem_.empty()) block_.id = id;
    block_.label = text(said_.label, "label", name);
    block_.category = text(said_.category, "category", name);
    block_.doc = text(said_.doc, "doc", plugin_limits::text);
    block_.icon = text(said_.icon, "icon", name, false);
    if (block_.icon.empty()) block_.icon = block_.label;
    const std::string keywords = text(said_.keywords, "keywords", plugin_limits::text, false);
    for (std::size_t from = 0; from < keywords.size();) {
      const std::size_t to = std::min(keywords.find(',', from), keywords.size());
      const std::size_t begin = keywords.find_first_not_of(' ', from);
      if (begin < to) block_.keywords.push_back(keywords.substr(begin, to - begin));
      from = to + 1;
    }
  }

  // Element k of an array whose elements may be larger than they are known here.
  template <class T>
  const T* element(const T* first, std::int32_t k, const std::string& what) {
    if (!first || first->struct_size < sizeof(T) || first->struct_size > 65536 ||
        first->struct_size % alignof(T) != 0) {
      fail("its " + what + " have no valid size");
      return nullptr;
    }
    const auto* at = reinterpret_cast<const T*>(reinterpret_cast<const char*>(first) +
                                                static_cast<std::size_t>(k) * first->struct_size);
    if (at->struct_size != first->struct_size) fail("its " + what + " differ in size");
    return problem_.empty() ? at : nullptr;
  }

  void check_default(const ParameterSpec& spec, int width) {
    const auto value = expr::evaluate(spec.default_text, expr::ValueScope());
    if (!value)
      fail("the default of its parameter '" + spec.name + "' has no value: " + value.error().message);
    else if (value->is_string() || value->is_complex() || value->is_empty() ||
             (width > 0 && value->shape().size() != width))
      fail("the default of its parameter '" + spec.name + "' is " + expr::describe(*value) +
           ", which does not fit it");
  }

  void read_parameters() {
    if (!within(said_.parameter_count, 0, plugin_limits::parameters, "parameters")) return;
    std::set<std::string> names;
    for (std::int32_t k = 0; k < said_.parameter_count; ++k) {
      const auto* said = element(said_.parameters, k, "parameters");
      if (!said || !within(said->width, 0, plugin_limits::elements, "elements of a parameter")) return;
      ParameterSpec spec;
      spec.name = text(said->name, "parameter's name", plugin_limits::name);
      if (problem_.empty() && !is_name(spec.name)) fail("'" + spec.name + "' is no name for a parameter");
      if (problem_.empty() && !names.insert(spec.name).second)
        fail("two parameters are called '" + spec.name + "'");
      spec.label = text(said->label, "parameter's label", plugin_limits::name);
      spec.unit = text(said->unit, "parameter's unit", plugin_limits::name, false);
      spec.doc = text(said->doc, "parameter's doc", plugin_limits::text, false);
      spec.default_text = text(said->default_text, "parameter's default", plugin_limits::text);
      if (problem_.empty()) check_default(spec, said->width);
      spec.scalar_only = said->width == 1;
      spec.tunable = !said_.start;
      block_.parameters.push_back(std::move(spec));
      block_.parameter_widths.push_back(said->width);
    }
  }

  int read_port_list(std::int32_t count, const fluxion_port* first, const std::string& what,
                     std::vector<PluginPort>& into) {
    int elements = 0;
    if (!within(count, 0, plugin_limits::ports, what)) return 0;
    for (std::int32_t k = 0; k < count; ++k) {
      const auto* said = element(first, k, what);
      if (!said || !within(said->width, 1, plugin_limits::elements - elements, "elements of " + what))
        return 0;
      elements += said->width;
      into.push_back({{text(said->name, "name for one of the " + what, plugin_limits::name),
                       text(said->doc, "port's doc", plugin_limits::text, false)},
                      said->width});
    }
    return elements;
  }

  void read_ports() {
    block_.input_elements = read_port_list(said_.input_count, said_.input_ports, "inputs", block_.inputs);
    block_.output_elements =
        read_port_list(said_.output_count, said_.output_ports, "outputs", block_.outputs);
  }

  void read_states() {
    if (!within(said_.state_count, 0, plugin_limits::elements, "states") || said_.state_count == 0) return;
    block_.state_count = said_.state_count;
    const std::string name = text(said_.state_name, "state's name", plugin_limits::name, false);
    if (!name.empty()) block_.state_name = name;
    const int parameter = said_.initial_state_parameter;
    if (parameter < 0 || parameter >= said_.parameter_count)
      return fail("its initial state is parameter " + std::to_string(parameter) + ", which it does not have");
    block_.initial_state_parameter = parameter;
    const int width = block_.parameter_widths[static_cast<std::size_t>(parameter)];
    if (width > 1 && width != said_.state_count)
      fail("its initial state has " + std::to_string(width) + " elements and it has " +
           std::to_string(said_.state_count) + " states");
  }

  void read_methods() {
    if (!block_.outputs.empty() && !said_.outputs) fail("it has outputs, and no method that computes them");
    if (block_.state_count > 0 && !said_.derivatives)
      fail("it has states, and no method that gives derivatives");
    if (said_.jacobian && !said_.pattern) fail("it has a Jacobian without a pattern");
    if (said_.projection && block_.state_count == 0) fail("it has a projection and no states");
    if (!said_.start != !said_.terminate) fail("it has only one of start and terminate");
    block_.methods = said_;
  }

  void read_pattern() {
    if (!said_.pattern) return;
    const fluxion_pattern& said = *said_.pattern;
    const int columns = block_.state_count + block_.input_elements;
    const int rows = block_.state_count + block_.output_elements;
    if (said.struct_size < sizeof(fluxion_pattern) || !said.columns) return fail("its pattern is incomplete");
    if (said.columns[0] != 0) return fail("the columns of its pattern do not begin at 0");
    for (int j = 0; j < columns; ++j) {
      const std::int32_t from = said.columns[j], to = said.columns[j + 1];
      if (to < from || to - from > rows)
        return fail("column " + std::to_string(j) + " of its pattern is from " + std::to_string(from) +
                    " to " + std::to_string(to) + ", with " + std::to_string(rows) + " rows");
      if (to > from && !said.rows) return fail("its pattern has no rows");
      for (std::int32_t k = from; k < to; ++k) {
        const std::int32_t row = said.rows[k];
        if (row < 0 || row >= rows)
          return fail("its pattern has row " + std::to_string(row) + " in column " + std::to_string(j) +
                      ", with " + std::to_string(rows) + " rows");
        if (k > from && row <= said.rows[k - 1])
          return fail("the rows of column " + std::to_string(j) + " of its pattern do not ascend");
      }
    }
    block_.has_pattern = true;
    block_.pattern_columns.assign(said.columns, said.columns + columns + 1);
    if (block_.pattern_columns.back() > 0)
      block_.pattern_rows.assign(said.rows, said.rows + block_.pattern_columns.back());
  }

  void read_crossings() {
    if (!said_.extension) return;
    const auto* said = static_cast<const fluxion_zero_crossings*>(said_.extension(FLUXION_ZERO_CROSSINGS));
    if (!said) return;
    constexpr std::size_t without_directions = offsetof(fluxion_zero_crossings, directions);
    if (said->struct_size < without_directions || !said->zero_crossings)
      return fail("its zero crossings are incomplete");
    if (!within(said->count, 1, plugin_limits::elements, "zero crossings")) return;
    std::memcpy(&block_.crossings, said, std::min<std::size_t>(said->struct_size, sizeof *said));
    read_directions();
  }

  void read_directions() {
    const auto count = static_cast<std::size_t>(block_.crossings.count);
    block_.crossing_directions.assign(count, CrossingDirection::Either);
    if (!block_.crossings.directions) return;
    for (std::size_t k = 0; k < count; ++k) {
      const std::int32_t said = block_.crossings.directions[k];
      if (said < FLUXION_FALLING || said > FLUXION_RISING)
        return fail("its zero crossing " + std::to_string(k) + " has the direction " + std::to_string(said) +
                    ", which is none of FLUXION_RISING, FLUXION_FALLING and FLUXION_EITHER");
      if (said != FLUXION_EITHER)
        block_.crossing_directions[k] =
            said == FLUXION_RISING ? CrossingDirection::Rising : CrossingDirection::Falling;
    }
  }

  void read_invariants() {
    if (!said_.extension) return;
    const auto* said = static_cast<const fluxion_invariants*>(said_.extension(FLUXION_INVARIANTS));
    if (!said) return;
    if (said->struct_size < sizeof(fluxion_invariants) || !said->invariants)
      return fail("its invariants are incomplete");
    if (block_.state_count == 0) return fail("it has invariants, but no states");
    if (!within(said->count, 1, plugin_limits::invariants, "invariants")) return;
    block_.invariants = *said;
  }

  void read_discrete() {
    if (!said_.extension) return;
    const auto* said = static_cast<const fluxion_discrete*>(said_.extension(FLUXION_DISCRETE));
    if (!said) return;
    if (said->struct_size < sizeof(fluxion_discrete) || !said->initial || !said->update)
      return fail("its discrete states are incomplete");
    if (!within(said->count, 1, plugin_limits::elements, "discrete states")) return;
    if (!within(said->rate_count, 0, plugin_limits::rates, "sample rates")) return;
    if (said->rate_count > 0 && (!said->periods || !said->offsets))
      return fail("its sample rates are incomplete");
    for (std::int32_t k = 0; k < said->rate_count; ++k) {
      const double period = said->periods[k], offset = said->offsets[k];
      if (!(period > 0 && period < most_period && offset >= 0 && offset < period))
        return fail("its sample rate " + std::to_string(k) +
                    " has no period, or an offset that is not within it");
      block_.periods.push_back(period);
      block_.offsets.push_back(offset);
    }
    block_.discrete = *said;
  }

  static constexpr double most_period = 1e15;  // s
  const fluxion_block& said_;
  PluginBlock block_;
  std::string problem_;
};

}  // namespace

Result<PluginBlock> describe_plugin_block(const fluxion_block& said, const std::string& file,
                                          std::shared_ptr<const void> library) {
  return BlockReader(said, file).read(std::move(library));
}

}  // namespace sim
