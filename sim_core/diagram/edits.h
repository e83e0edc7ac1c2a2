#pragma once
// The edits that tools, the command line and tests share. Each function looks at the diagram and returns what
// to `apply`; none changes it but for taking new ids. An edit that would change nothing is empty.
#include <set>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

struct Insertion {
  Edit edit;
  Id id;  // of the new block
};

// Adds `block` under a name that is allowed and unique in its parent; of a ready subsystem with what is
// inside.
Insertion insert_block(Diagram& diagram, Block block);

// `blocks` and all that is inside `blocks`, at any depth.
std::set<Id> with_contents(const Diagram& diagram, const std::set<Id>& blocks);

// Removes the blocks, lines and annotations of `ids`, all that is inside the blocks, and every line that
// touches one of them.
Edit remove_blocks(const Diagram& diagram, const std::set<Id>& ids);

// Moves the blocks and annotations of `ids`, and the corners of lines whose every end moves: the lines of
// which both ends are at a block of `ids`, or are loose with the line itself in `ids`. Stays within the
// limits of the file.
Edit move_blocks(const Diagram& diagram, const std::set<Id>& ids, Point by);

// Renames; a name that another block of the parent has gets a number. Fails on a name that
// why_not_a_block_name refuses, and on an unknown block.
Result<Edit> rename_block(const Diagram& diagram, Id block, const std::string& name);

// Draws a line from an output to an input in place of the line that drives the input now. Fails where a block
// is unknown, the two are in different subsystems, or a port's number is beyond the limit of the file.
Result<Edit> connect(Diagram& diagram, PortRef source, PortRef target);

// The blocks and annotations of `ids` with all that is inside, and the lines between them, as the text of a
// model. A line with one end outside is left out; one with a loose end comes along where `ids` names it.
std::string copy_fragment(const Diagram& diagram, const std::set<Id>& ids);

// Adds the elements of `text`, a model or the result of copy_fragment, under new ids and unique names into
// `parent`, shifted by `offset`. Its settings and variables are not taken over. Fails where the text is no
// model, `parent` is no block, or subsystems would be nested too deep.
Result<Edit> paste_fragment(Diagram& diagram, const std::string& text, Id parent, Point offset);

}  // namespace sim
