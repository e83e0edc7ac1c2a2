#pragma once
// The members of the file format, by kind of element, in the order they are written. The reader takes all
// others for unknown ones; a test holds the schema to these lists.
#include <iterator>
#include <span>
#include <string_view>

namespace sim::file_members {

inline constexpr std::string_view top[] = {"fluxion",     "settings",      "variables",    "blocks", "lines",
                                           "annotations", "import_report", "optimization", "trim",   "study"};
// The last four stay among the members that a diagram keeps as they came (sim_core/import/kept_report.h,
// sim_core/optimization/kept_problem.h, sim_core/study/trim_specification.h and kept_study.h read them
// there).
inline constexpr std::span<const std::string_view> top_fields(top, std::size(top) - 4);
inline constexpr std::span<const std::string_view> top_kept = std::span(top).subspan(top_fields.size());
inline constexpr std::string_view variable[] = {"id", "name", "value", "unit", "description"};
inline constexpr std::string_view block[] = {"id",
                                             "parent",
                                             "type",
                                             "name",
                                             "at",
                                             "size",
                                             "rotation",
                                             "flipped",
                                             "commented",
                                             "color",
                                             "priority",
                                             "parameters",
                                             "mask",
                                             "mask_initialization",
                                             "mask_description",
                                             "mask_icon",
                                             "mask_port_names",
                                             "link",
                                             "signals",
                                             "signal_properties",
                                             "analysis_points",
                                             "name_place",
                                             "name_lines"};
// The last four stay among the members that a block keeps as they came (signal_properties.h,
// analysis_points.h, name_place.h and name_lines.h read them there).
inline constexpr std::span<const std::string_view> block_fields(block, std::size(block) - 4);
inline constexpr std::string_view mask_parameter[] = {
    "name",        "label", "value", "evaluate", "editor",  "choices", "unit",
    "description", "group", "min",   "max",      "visible", "enabled"};
inline constexpr std::string_view mask_icon[] = {"kind", "content", "x", "y"};
inline constexpr std::string_view link[] = {"file", "block", "broken"};
inline constexpr std::string_view line[] = {"id", "parent", "from", "from_at", "to", "to_at", "via"};
inline constexpr std::string_view annotation[] = {"id", "parent", "at", "size", "text"};

}  // namespace sim::file_members
