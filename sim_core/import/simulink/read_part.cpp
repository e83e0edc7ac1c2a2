#include <set>

#include "sim_core/import/limits.h"
#include "sim_core/import/simulink/package.h"
#include "sim_core/import/xml.h"

namespace sim::importing::simulink {

namespace {

struct PartFailure {
  Diagnostics diagnostics;
};

class PartReader {
 public:
  PartReader(const Package& package, const std::string& path) : package_(package), path_(path) {}

  Record part(const std::string& name, int depth) {
    if (!open_.insert(name).second)
      throw PartFailure{
          {error(path_ + ": " + name, "this part refers to itself, through others or at once")}};
    const auto text = package_.read(name);
    if (!text) throw PartFailure{text.errors()};
    const auto document = parse_xml(path_ + ": " + name, *text);
    if (!document) throw PartFailure{document.errors()};
    Record record = element((*document)->document_element(), depth);
    open_.erase(name);
    return record;
  }

 private:
  Record element(const pugi::xml_node& node, int depth);
  void add(Record& record, const pugi::xml_node& child, int depth);

  const Package& package_;
  const std::string& path_;
  std::set<std::string> open_;
  std::size_t elements_ = 0;  // of all parts, each time they are referred to
};

}  // namespace

void PartReader::add(Record& record, const pugi::xml_node& child, int depth) {
  if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
    record.values.emplace_back("#text", child.value());
  } else if (child.type() == pugi::node_element) {
    const std::string_view word = child.name();
    const bool plain = child.first_child().type() != pugi::node_element;
    if (plain && std::string_view(child.child_value()).size() > max_import_text)
      throw PartFailure{
          {error(path_, "a text is longer than any model's", "get the file again from where it comes")}};
    if (word == "P" && plain)
      record.values.emplace_back(child.attribute("Name").value(), child.child_value());
    else
      record.children.push_back(element(child, depth + 1));
  }
}

Record PartReader::element(const pugi::xml_node& node, int depth) {
  if (++elements_ > max_import_elements)
    throw PartFailure{{error(path_, "there are more than " + std::to_string(max_import_elements) +
                                        " elements, with those of parts that are referred to again")}};
  if (depth > max_import_depth)
    throw PartFailure{
        {error(path_, "elements nest deeper than " + std::to_string(max_import_depth) + " levels")}};
  if (const std::string ref = node.attribute("Ref").value();
      !ref.empty() && std::string_view(node.name()) == "System") {
    const std::string name = "simulink/systems/" + ref + ".xml";
    return part(name, depth);
  }
  Record record;
  record.word = node.name();
  for (const pugi::xml_attribute& a : node.attributes()) record.values.emplace_back(a.name(), a.value());
  for (const pugi::xml_node& child : node.children()) add(record, child, depth);
  return record;
}

Result<Record> read_part(const Package& package, const std::string& path, const std::string& name) {
  try {
    return PartReader(package, path).part(name, 0);
  } catch (const PartFailure& failure) {
    return failure.diagnostics;
  }
}

}  // namespace sim::importing::simulink
