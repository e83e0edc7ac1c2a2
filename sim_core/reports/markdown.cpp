#include "sim_core/reports/markdown.h"

#include <cctype>
#include <optional>

namespace sim {

static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

static std::string entity(char c) { return "&#" + std::to_string(static_cast<int>(c)) + ';'; }

static bool is_special(char c) {
  return std::string_view("&<>|$`*_[]{}\\#~^").find(c) != std::string_view::npos;
}

static void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (is_space(c)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (static_cast<unsigned char>(c) >= ' ' && c != 127) {
      out += is_special(c) ? entity(c) : std::string(1, c);
    }
  }
}

// A line that begins with a digit, a dash or the like would be a list, a heading or a quotation.
static std::string as_line(std::string text) {
  if (text.empty()) return text;
  const char c = text.front();
  const bool harmless = std::isalpha(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 128 ||
                        c == '$' || c == '&' || c == '<';  // a formula, an entity, a tag of ours
  return harmless ? text : entity(c) + text.substr(1);
}

std::string markdown_text(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return as_line(std::move(out));
}

std::string markdown_code(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  std::string out = "<code>";
  bool indent = true;
  for (const char c : text) {
    if (c == '\n')
      out += "<br>";
    else if (indent && c == ' ')
      out += "&nbsp;";
    else if (static_cast<unsigned char>(c) >= ' ' && c != 127)
      out += is_special(c) ? entity(c) : std::string(1, c);
    indent = c == '\n' || (indent && c == ' ');
  }
  return out + "</code>";
}

// What is between dollar signs, without what would end a table's cell or begin a tag.
static std::string formula(std::string_view tex) {
  std::string out = "$";
  for (std::size_t k = 0; k < tex.size(); ++k) {
    const bool command = tex[k] == '\\' && k + 1 < tex.size();
    if (command && tex[k + 1] == '|')
      out += "\\Vert ", ++k;
    else if (command)
      out += {tex[k], tex[++k]};
    else if (tex[k] == '|')
      out += "\\vert ";
    else if (tex[k] == '<')
      out += "\\lt ";
    else if (tex[k] == '>')
      out += "\\gt ";
    else
      out += tex[k];
  }
  return out + '$';
}

namespace {

struct Markup {
  std::string text;    // as Markdown
  std::size_t length;  // of what it was written as
};

}  // namespace

static std::optional<Markup> code_at(std::string_view text, std::size_t at) {
  const auto end = text.find('`', at + 1);
  if (end == std::string_view::npos || end == at + 1) return {};
  return Markup{markdown_code(text.substr(at + 1, end - at - 1)), end + 1 - at};
}

static std::optional<Markup> formula_at(std::string_view text, std::size_t at) {
  const auto end = text.find_first_of("$\n", at + 1);
  if (end == std::string_view::npos || text[end] == '\n' || end == at + 1) return {};
  if (is_space(text[at + 1]) || is_space(text[end - 1])) return {};
  return Markup{formula(text.substr(at + 1, end - at - 1)), end + 1 - at};
}

static std::optional<Markup> emphasis_at(std::string_view text, std::size_t at) {
  const bool strong = text.substr(at, 2) == "**";
  if (!strong && at > 0 && is_word(text[at - 1])) return {};
  const std::size_t begin = at + (strong ? 2 : 1);
  const auto end = text.find_first_of("*`$", begin);
  if (end == std::string_view::npos || end == begin || text[end] != '*' || is_space(text[begin])) return {};
  if (strong && text.substr(end, 2) != "**") return {};
  const std::size_t after = end + (strong ? 2 : 1);
  if (!strong && after < text.size() && is_word(text[after])) return {};
  std::string inner;
  append_escaped(inner, text.substr(begin, end - begin));
  return Markup{strong ? "<strong>" + inner + "</strong>" : "<em>" + inner + "</em>", after - at};
}

std::string markdown_prose(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto markup = c == '`'   ? code_at(text, at)
                        : c == '$' ? formula_at(text, at)
                        : c == '*' ? emphasis_at(text, at)
                                   : std::nullopt;
    if (markup)
      out += markup->text;
    else
      append_escaped(out, text.substr(at, 1));
    at += markup ? markup->length : 1;
  }
  return as_line(std::move(out));
}

}  // namespace sim
