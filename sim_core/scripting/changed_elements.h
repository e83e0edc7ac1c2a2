#pragma once
// Changes of a diagram as a text: the elements that are new or have other values, written as in a file
// (docs/file-format.md), and what goes. Any edit can be said so, whatever made it.
//
//   {"settings": {"StopTime": "5", "Solver": null}, "blocks": [{"id": 3, ...}], "lines": [...],
//    "variables": [...], "annotations": [...], "remove": [7, 9], "members": {"study": {...}, "trim": null}}
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

// What leads from one diagram to another; their members that are no elements do not count.
Edit difference(const Diagram& from, const Diagram& to);

// The same as a text of one line; "{}" where nothing differs.
std::string changed_elements(const Diagram& from, const Diagram& to);

// The diagram with the changes of such a text. It goes through the reader of files: what a file may not hold
// is refused.
Result<Diagram> with_changes(const Diagram& diagram, std::string_view changes);

// `diagram` becomes the other one by an edit, whose inverse is returned; ids that it has used stay used.
// Members that are no elements are taken over besides.
Edit take_over(Diagram& diagram, const Diagram& other);

}  // namespace sim
