#pragma once
// The edits that take blocks into lines and out of them, and move ends of lines. Like those of edits.h, they
// return what to `apply` and change the diagram only by taking new ids. An edit that would change nothing is
// empty.
#include <functional>
#include <optional>
#include <set>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

// Where a port is on the page, for ends that are left hanging there.
using PortPosition = std::function<Point(PortRef port, bool input)>;

// Gives a line other ends, each a port or the loose point in `ends`; its corners go, but not where it
// branches from another line of its source while it keeps that. All else stays. A signal line that drove the
// target until now is removed. Fails where `connect` would, and on an unknown line.
Result<Edit> reconnect(Diagram& diagram, Id line, const Line& ends);

// The line ends in the port `in`, and a new one goes on from `out` to where it ended. Fails on an unknown
// line and on unknown ports' blocks.
Result<Edit> insert_into_line(Diagram& diagram, Id line, PortRef in, PortRef out);

// Takes the blocks out of the lines that join them to others, and joins the ends that remain: what drove the
// input of a port's number, or else the first input with a driver, drives what the output drove. A physical
// component with one line at each of two ports leaves a line between their other ends; other lines that met
// at one of its ports stay joined. What cannot be joined hangs where its port was.
Edit take_out_of_lines(Diagram& diagram, const std::set<Id>& blocks, const PortPosition& position);

// Removes what remove_blocks does, after its blocks are taken out of their lines; what would hang is removed.
Edit remove_and_heal(Diagram& diagram, const std::set<Id>& ids);

// Forgets the corners fixed by hand.
Edit reset_lines(const Diagram& diagram, const std::set<Id>& lines);

// The name that the lines of this output carry; empty: none. Fails on conserving ports, and on names that are
// longer than max_name_length or have control characters.
Result<Edit> name_signal(const Diagram& diagram, PortRef output, const std::string& name);

}  // namespace sim
