#pragma once
// The comfortable form of fluxion_plugin.h, C++20: a block is a struct with static members, and what it
// defines is what it provides.
//
//   struct Decay {
//     static constexpr auto id = "acme/decay", label = "Decay", category = "Acme", doc = "dx/dt = -k x.";
//     static constexpr auto parameters = std::array{fluxion::parameter("k", "Rate", "1"),
//                                                   fluxion::parameter("x0", "Initial value", "1")};
//     static constexpr auto output_ports = std::array{fluxion::port("x")};
//     static constexpr int state_count = 1, initial_state_parameter = 1;
//     static fluxion::Status outputs(const fluxion::Arguments& a, double* y);
//     static fluxion::Status derivatives(const fluxion::Arguments& a, double* dx);
//   };
//   FLUXION_PLUGIN("Acme", "1.0", Decay)
//
// Optional members, named as in fluxion_block: keywords, icon, input_ports, state_name, pattern with or
// without jacobian, projection, check_parameters (returns a std::string: what is wrong, or nothing), a type
// Data with start (returns a std::unique_ptr<Data>; methods read it with fluxion::data<Data>(a)), and
// crossing_count with zero_crossings, with or without crossing_directions (an array of rising, falling and
// either), and invariant_count with invariants, with or without invariant_gradient; discrete_count with
// initial_discrete and update, with or without periods and offsets (arrays of doubles) and crossings_read. An
// exception that leaves a method ends the run.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "plugins/sdk/fluxion_plugin.h"

namespace fluxion {

using Arguments = fluxion_arguments;
using Status = std::int32_t;
inline constexpr std::int32_t rising = FLUXION_RISING, falling = FLUXION_FALLING, either = FLUXION_EITHER;
inline constexpr Status ok = FLUXION_OK, recoverable = FLUXION_RECOVERABLE, fatal = FLUXION_FATAL;

// `width`: how many elements; 0: any number.
constexpr fluxion_parameter parameter(const char* name, const char* label, const char* default_text,
                                      const char* doc = nullptr, int width = 1, const char* unit = nullptr) {
  return {sizeof(fluxion_parameter), name, label, unit, doc, default_text, width};
}
constexpr fluxion_port port(const char* name, int width = 1, const char* doc = nullptr) {
  return {sizeof(fluxion_port), name, doc, width};
}

// What start made.
template <class Data>
const Data& data(const Arguments& a) {
  return *static_cast<const Data*>(a.data);
}

// An entry of the Jacobian [A B; C D] that can be non-zero.
struct Entry {
  int row, column;
};

// Compressed columns, computed by the compiler; an entry outside of the matrix, or given twice, does not
// compile.
template <int Rows, int Columns, std::size_t N>
struct Pattern {
  static constexpr int rows = Rows, columns = Columns;
  std::array<std::int32_t, Columns + 1> starts{};
  std::array<std::int32_t, N> row_indices{};
};
template <int Rows, int Columns, std::size_t N>
consteval Pattern<Rows, Columns, N> pattern(const Entry (&entries)[N]) {
  std::array<Entry, N> sorted{};
  std::copy_n(entries, N, sorted.begin());
  std::sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
    return a.column != b.column ? a.column < b.column : a.row < b.row;
  });
  Pattern<Rows, Columns, N> p;
  for (std::size_t k = 0; k < N; ++k) {
    const Entry e = sorted[k];
    if (e.row < 0 || e.row >= Rows || e.column < 0 || e.column >= Columns)
      throw "an entry outside of the matrix";
    if (k > 0 && sorted[k - 1].row == e.row && sorted[k - 1].column == e.column) throw "an entry given twice";
    p.row_indices[k] = e.row;
    for (std::size_t j = static_cast<std::size_t>(e.column); j < Columns; ++j) ++p.starts[j + 1];
  }
  return p;
}

namespace detail {

// No exception may reach the host, which may have been built with another compiler.
template <class F>
Status guarded(F&& f) {
  try {
    return f();
  } catch (...) {
    return fatal;
  }
}

template <class B>
Status check_parameters(const Arguments* a, char* message, std::size_t size) {
  return guarded([&] {
    const std::string problem = B::check_parameters(*a);
    if (size > 0) message[problem.copy(message, size - 1)] = '\0';
    return problem.empty() ? ok : fatal;
  });
}

template <class B>
void fill_instance(fluxion_block& c) {
  c.start = [](const Arguments* a, void** made) {
    return guarded([&] {
      *made = B::start(*a).release();
      return ok;
    });
  };
  c.terminate = [](void* made) { delete static_cast<typename B::Data*>(made); };
}

template <class B>
constexpr fluxion_invariants invariants() {
  fluxion_invariants c{
      sizeof(fluxion_invariants), B::invariant_count,
      [](const Arguments* a, double* g) { return guarded([&] { return B::invariants(*a, g); }); }, nullptr};
  if constexpr (requires { B::invariant_gradient; })
    c.gradient = [](const Arguments* a, double* v) {
      return guarded([&] { return B::invariant_gradient(*a, v); });
    };
  return c;
}

template <class B>
constexpr fluxion_zero_crossings zero_crossings() {
  fluxion_zero_crossings c{
      sizeof(fluxion_zero_crossings), B::crossing_count,
      [](const Arguments* a, double* z) { return guarded([&] { return B::zero_crossings(*a, z); }); },
      nullptr};
  if constexpr (requires { B::crossing_directions; }) {
    static_assert(B::crossing_directions.size() == B::crossing_count);
    c.directions = B::crossing_directions.data();
  }
  return c;
}

template <class B>
constexpr fluxion_discrete discrete() {
  fluxion_discrete c{
      sizeof(fluxion_discrete),
      B::discrete_count,
      0,
      nullptr,
      nullptr,
      [](const Arguments* a, double* d) { return guarded([&] { return B::initial_discrete(*a, d); }); },
      [](const Arguments* a, double* next) { return guarded([&] { return B::update(*a, next); }); },
      0};
  if constexpr (requires { B::periods; }) {
    static_assert(B::periods.size() == B::offsets.size());
    c.rate_count = static_cast<std::int32_t>(B::periods.size());
    c.periods = B::periods.data(), c.offsets = B::offsets.data();
  }
  if constexpr (requires { B::crossings_read; }) c.crossings_read = B::crossings_read ? 1 : 0;
  return c;
}

template <class B>
const void* extension(const char* name) {
  if constexpr (requires { B::update; }) {
    static constexpr fluxion_discrete kept = discrete<B>();
    if (std::string_view(name) == FLUXION_DISCRETE) return &kept;
  }
  if constexpr (requires { B::zero_crossings; }) {
    static constexpr fluxion_zero_crossings crossings = zero_crossings<B>();
    if (std::string_view(name) == FLUXION_ZERO_CROSSINGS) return &crossings;
  }
  if constexpr (requires { B::invariants; }) {
    static constexpr fluxion_invariants kept = invariants<B>();
    if (std::string_view(name) == FLUXION_INVARIANTS) return &kept;
  }
  return nullptr;
}

template <class B>
void fill_data(fluxion_block& c) {
  c.id = B::id, c.label = B::label, c.category = B::category, c.doc = B::doc;
  if constexpr (requires { B::keywords; }) c.keywords = B::keywords;
  if constexpr (requires { B::icon; }) c.icon = B::icon;
  if constexpr (requires { B::parameters; })
    c.parameters = B::parameters.data(), c.parameter_count = static_cast<std::int32_t>(B::parameters.size());
  if constexpr (requires { B::input_ports; })
    c.input_ports = B::input_ports.data(), c.input_count = static_cast<std::int32_t>(B::input_ports.size());
  if constexpr (requires { B::output_ports; })
    c.output_ports = B::output_ports.data(),
    c.output_count = static_cast<std::int32_t>(B::output_ports.size());
  if constexpr (requires { B::state_count; })
    c.state_count = B::state_count, c.initial_state_parameter = B::initial_state_parameter;
  if constexpr (requires { B::state_name; }) c.state_name = B::state_name;
  if constexpr (requires { B::pattern; }) {
    static constexpr fluxion_pattern pattern{sizeof(fluxion_pattern), B::pattern.starts.data(),
                                             B::pattern.row_indices.data()};
    c.pattern = &pattern;
  }
}

// The size of what the block's pattern says it describes.
template <class B>
consteval bool pattern_fits() {
  int rows = 0, columns = 0;
  if constexpr (requires { B::state_count; }) rows = columns = B::state_count;
  if constexpr (requires { B::output_ports; })
    for (const fluxion_port& p : B::output_ports) rows += p.width;
  if constexpr (requires { B::input_ports; })
    for (const fluxion_port& p : B::input_ports) columns += p.width;
  if constexpr (requires { B::pattern; }) return B::pattern.rows == rows && B::pattern.columns == columns;
  return true;
}

template <class B>
fluxion_block describe() {
  static_assert(pattern_fits<B>(),
                "the pattern needs a row for each state and output element, and a column for "
                "each state and input element");
  fluxion_block c{};
  c.struct_size = sizeof c;
  fill_data<B>(c);
  if constexpr (requires { B::outputs; })
    c.outputs = [](const Arguments* a, double* y) { return guarded([&] { return B::outputs(*a, y); }); };
  if constexpr (requires { B::derivatives; })
    c.derivatives = [](const Arguments* a, double* dx) {
      return guarded([&] { return B::derivatives(*a, dx); });
    };
  if constexpr (requires { B::jacobian; })
    c.jacobian = [](const Arguments* a, double* v) { return guarded([&] { return B::jacobian(*a, v); }); };
  if constexpr (requires { B::projection; })
    c.projection = [](const Arguments* a, double* x, double* error, double tolerance) {
      return guarded([&] { return B::projection(*a, x, error, tolerance); });
    };
  if constexpr (requires { B::check_parameters; }) c.check_parameters = check_parameters<B>;
  if constexpr (requires { B::start; }) fill_instance<B>(c);
  c.extension = extension<B>;
  return c;
}

template <class B>
const fluxion_block* block() {
  static const fluxion_block described = describe<B>();
  return &described;
}

template <class... B>
const fluxion_descriptor* descriptor(const char* name, const char* version) {
  static const fluxion_descriptor described{
      sizeof(fluxion_descriptor),
      FLUXION_ABI_MAJOR,
      FLUXION_ABI_MINOR,
      name,
      version,
      sizeof...(B),
      [](std::int32_t index) {
        const fluxion_block* const all[] = {block<B>()...};
        return index >= 0 && index < static_cast<std::int32_t>(sizeof...(B)) ? all[index] : nullptr;
      }};
  return &described;
}

}  // namespace detail

}  // namespace fluxion

// The plug-in's name, its version, and its blocks.
#define FLUXION_PLUGIN(name, version, ...)                          \
  const fluxion_descriptor* fluxion_plugin(void) {                  \
    return fluxion::detail::descriptor<__VA_ARGS__>(name, version); \
  }
