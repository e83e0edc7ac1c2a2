#pragma once
// Checks what a plug-in says about a block and copies it. Nothing of it is used before that: text is of
// limited length and UTF-8, counts and indices are within limits, methods that are needed are there. What
// cannot be checked is whether pointers lead to what they should: a plug-in is code, and runs with the
// program's rights.
#include <cstdint>
#include <memory>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/plugin/plugin_block.h"

namespace sim {

namespace plugin_limits {
inline constexpr int blocks = 1000;     // of a plug-in
inline constexpr int parameters = 100;  // of a block
inline constexpr int ports = 100;       // inputs or outputs
inline constexpr int invariants = 1000, rates = 1000;
inline constexpr int elements =
    1'000'000;  // of all inputs, of all outputs, states, of one parameter, crossings
inline constexpr int name = 200, text = 20'000;                  // bytes
inline constexpr std::uintmax_t file = std::uintmax_t{1} << 30;  // bytes
}  // namespace plugin_limits

Result<PluginBlock> describe_plugin_block(const fluxion_block& said, const std::string& file,
                                          std::shared_ptr<const void> library);

}  // namespace sim
