#pragma once
// Edits in words, as the command line and the server take them: a verb, and a text that says what to change.
//
//   add         TYPE:PATH     a block; without a path it gets the name of its type
//   connect     A.1:B.2       a line; disconnect removes it
//   set         NAME=EXPR     a variable, or a parameter Block/path.parameter
//   variable    NAME=EXPR     the same, of a variable that is added where it is not there
//   config      KEY=VALUE     a setting
//   remove      PATH          a block with its lines, or a variable
//   rename      PATH=NAME
//   log         A.1=NAME      records the signal of an output, under this name
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

bool is_edit_verb(std::string_view verb);

// The edit to `apply`. Errors: the verb is unknown, or the text says nothing that can be done; the path is
// the name that was given.
Result<Edit> textual_edit(Diagram& diagram, const BlockLibrary& library, const std::string& verb,
                          const std::string& text);

}  // namespace sim
