#include "sim_core/import/xml.h"

#include <algorithm>

#include "sim_core/import/limits.h"

namespace sim::importing {

static std::string line_of(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return "line " + std::to_string(1 + std::count(text.begin(), end, '\n'));
}

// Without recursion, whatever the nesting.
static bool nests_too_deep(const pugi::xml_document& document) {
  struct Walker : pugi::xml_tree_walker {
    bool for_each(pugi::xml_node&) override { return depth() <= max_import_depth; }
  } walker;
  return !const_cast<pugi::xml_document&>(document).traverse(walker);
}

Result<std::shared_ptr<const pugi::xml_document>> parse_xml(const std::string& place, std::string_view text) {
  if (const std::size_t at = text.find("<!DOCTYPE"); at != text.npos)
    return error(place + ": " + line_of(text, at),
                 "document type declarations and their entities are not read",
                 "do not use this file: no program that writes models makes one");
  auto document = std::make_shared<pugi::xml_document>();
  const pugi::xml_parse_result parsed =
      document->load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata_single);
  if (!parsed)
    return error(
        place + ": " + line_of(text, static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))),
        std::string("this is no XML: ") + parsed.description(), "get the file again from where it comes");
  if (nests_too_deep(*document))
    return error(place, "elements nest deeper than " + std::to_string(max_import_depth) + " levels");
  return std::shared_ptr<const pugi::xml_document>(std::move(document));
}

}  // namespace sim::importing
