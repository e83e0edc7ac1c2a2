#pragma once
// The only way to change a Diagram: apply(diagram, edit) returns the inverse edit. Undo is applying the
// inverse; redo is applying the inverse of that. Adding, removing and changing an element are one case.
#include <string>
#include <variant>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

// The element with this id becomes `value`; no value: it is absent.
template <class T>
struct Set {
  Id id;
  std::optional<T> value;
  bool operator==(const Set&) const = default;
};
// The setting becomes `value`; no value: its default.
struct SetSetting {
  std::string key;
  std::optional<std::string> value;
  bool operator==(const SetSetting&) const = default;
};
using Change = std::variant<Set<Block>, Set<Line>, Set<Annotation>, Set<Variable>, SetSetting>;

struct Edit {
  std::string label;  // what the Edit menu says after "Undo": "Move Gain"
  std::vector<Change> changes;

  template <class T>
  void set(Id id, T value) {
    changes.emplace_back(Set<T>{id, std::move(value)});
  }
  template <class T>
  void remove(Id id) {
    changes.emplace_back(Set<T>{id, std::nullopt});
  }
  void set_setting(std::string key, std::optional<std::string> value) {
    changes.emplace_back(SetSetting{std::move(key), std::move(value)});
  }
  bool empty() const { return changes.empty(); }
};

// Applies the changes in order and returns the edit that takes them back.
Edit apply(Diagram& diagram, const Edit& edit);

}  // namespace sim
