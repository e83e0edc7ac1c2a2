#pragma once
// Subsystems that show a block of a library, which is any model file. What is inside a linked subsystem, its
// mask and its parameters are the library's; its name, place and color and the values of its mask's
// parameters are the model's. The model keeps the contents it saw last, so that it opens, draws and runs
// where the library is missing. A broken link remembers what it referred to; everything is the model's then.
#include <optional>

#include "sim_core/base/diagnostic.h"
#include "sim_core/base/result.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/diagram/edits.h"

namespace sim {

class LibraryCache;

// Whether a library rules what is inside.
inline bool is_linked(const Block& block) { return block.link && !block.link->broken; }

// The outermost of the linked subsystems that `parent` is or lies in; no_id: elements there are the model's.
Id ruling_link(const Diagram& diagram, Id parent);

// Whether two subsystems are one as far as a library rules them: in all but the values of their masks, and
// what belongs to the model.
bool same_but_for_values(const Block& a, const Block& b);

// Why `edit` must not be applied by a user: it would change what a library rules, in a subsystem that stays
// linked as it is.
std::optional<Diagnostic> conflict_with_links(const Diagram& diagram, const Edit& edit);

// A subsystem of `parent` with the contents of `link`, which names the library by an absolute path. Fails
// where the library or the block in it cannot be had, or subsystems would be nested too deep.
Result<Insertion> insert_linked(Diagram& diagram, const LibraryLink& link, Id parent, Point position,
                                LibraryCache& shelf);

// Makes the contents of a linked subsystem the model's own.
Edit break_link(const Diagram& diagram, Id block);

// Gives the contents of a subsystem with a broken link back to the library; what was changed inside is lost.
Result<Edit> restore_link(Diagram& diagram, Id block, LibraryCache& shelf);

struct LinkUpdate {
  Edit edit;             // empty: everything was as the libraries have it
  Diagnostics findings;  // a note for each subsystem that changes, a warning for each that cannot be updated
};

// Brings the contents of every linked subsystem up to date.
LinkUpdate update_links(Diagram& diagram, LibraryCache& shelf);

}  // namespace sim
