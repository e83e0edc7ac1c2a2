#pragma once
// Text as Markdown that shows it as it is: nothing in it becomes markup, HTML, a table's border or a link.
// What comes out is one line, so it may stand in a table. Special characters become numeric entities, which
// every flavor of Markdown understands, also in table cells.
#include <string>
#include <string_view>

namespace sim {

// Any text; each run of white space becomes one space.
std::string markdown_text(std::string_view text);

// As <code>; lines stay lines, as far in as they are.
std::string markdown_code(std::string_view text);

// A piece of a block's documentation (docs/writing-a-block.md): `code`, *emphasis*, **strong** and formulas
// between dollar signs are markup, all else is text.
std::string markdown_prose(std::string_view text);

}  // namespace sim
