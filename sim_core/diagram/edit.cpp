#include "sim_core/diagram/edit.h"

#include <algorithm>

namespace sim {

template <class Key, class T>
static std::optional<T> exchange(std::map<Key, T>& elements, const Key& key, const std::optional<T>& value) {
  auto it = elements.find(key);
  std::optional<T> before = it == elements.end() ? std::nullopt : std::optional<T>(std::move(it->second));
  if (value)
    elements.insert_or_assign(key, *value);
  else if (before)
    elements.erase(it);
  return before;
}

static std::map<Id, Block>& elements(Diagram& d, const Block*) { return d.blocks; }
static std::map<Id, Line>& elements(Diagram& d, const Line*) { return d.lines; }
static std::map<Id, Annotation>& elements(Diagram& d, const Annotation*) { return d.annotations; }
static std::map<Id, Variable>& elements(Diagram& d, const Variable*) { return d.variables; }

template <class T>
static Change apply_change(Diagram& diagram, const Set<T>& change) {
  diagram.reserve(change.id);
  return Set<T>{change.id,
                exchange(elements(diagram, static_cast<const T*>(nullptr)), change.id, change.value)};
}

static Change apply_change(Diagram& diagram, const SetSetting& change) {
  return SetSetting{change.key, exchange(diagram.settings, change.key, change.value)};
}

Edit apply(Diagram& diagram, const Edit& edit) {
  Edit inverse{edit.label, {}};
  inverse.changes.reserve(edit.changes.size());
  for (const Change& change : edit.changes)
    inverse.changes.push_back(std::visit([&](const auto& c) { return apply_change(diagram, c); }, change));
  std::reverse(inverse.changes.begin(), inverse.changes.end());
  return inverse;
}

}  // namespace sim
