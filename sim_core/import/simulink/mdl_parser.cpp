#include "sim_core/import/simulink/mdl_parser.h"

#include <algorithm>

#include "sim_core/import/limits.h"

namespace sim::importing::simulink {

namespace {

struct Failure {
  std::string message;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Record run() {
    Record top;
    for (skip(); at_ < text_.size(); skip()) entry(top, 0);
    return top;
  }
  std::size_t line() const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
    return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  void skip_blanks() {
    while (at_ < text_.size() && blank(text_[at_])) ++at_;
  }
  // White space, and lines of comments.
  void skip() {
    while (at_ < text_.size()) {
      if (blank(peek()) || peek() == '\n')
        ++at_;
      else if (peek() == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        break;
    }
  }

  std::string word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && !blank(peek()) && peek() != '\n' && peek() != '{' && peek() != '}' &&
           peek() != '"')
      ++at_;
    if (at_ == start) throw Failure{std::string("'") + peek() + "' where a name was expected"};
    return std::string(text_.substr(start, at_ - start));
  }

  void one_text(std::string& out) {
    for (++at_; peek() != '"'; ++at_) {
      if (at_ >= text_.size()) throw Failure{"a text is not closed"};
      char c = peek();
      if (c == '\\' && at_ + 1 < text_.size()) {
        c = text_[++at_];
        if (c == 'n') c = '\n';
        if (c == 't') c = '\t';
        if (c == 'r') continue;
      }
      out += c;
      if (out.size() > max_import_text) throw Failure{"a text is longer than any model's"};
    }
    ++at_;
  }

  std::string quoted() {
    std::string out;
    one_text(out);
    while (true) {  // texts on the following lines go on with it
      const std::size_t before = at_;
      skip();
      if (peek() != '"') {
        at_ = before;
        return out;
      }
      one_text(out);
    }
  }

  // Up to the closing bracket, over several lines; texts inside are passed over.
  std::string bracketed() {
    const std::size_t start = at_;
    int depth = 0;
    bool text = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = peek();
      if (c == '"' && text_[at_ - 1] != '\\') text = !text;
      if (text) continue;
      if (c == '[') ++depth;
      if (c == ']' && --depth == 0) break;
    }
    if (at_ >= text_.size()) throw Failure{"a bracket is not closed"};
    ++at_;
    const std::size_t end = at_;
    at_ = std::min(text_.find('\n', at_), text_.size());
    return std::string(text_.substr(start, end - start));
  }

  std::string rest_of_line() {
    const std::size_t start = at_;
    at_ = std::min(text_.find('\n', at_), text_.size());
    std::size_t end = at_;
    while (end > start && blank(text_[end - 1])) --end;
    return std::string(text_.substr(start, end - start));
  }

  void entry(Record& into, int depth) {
    std::string key = word();
    skip_blanks();
    if (key.starts_with('$')) key.erase(0, 1);
    if (peek() == '{') {
      ++at_;
      return section(into, std::move(key), depth + 1);
    }
    std::string value;
    if (peek() == '"')
      value = quoted();
    else if (peek() == '[')
      value = bracketed();
    else
      value = rest_of_line();
    into.values.emplace_back(std::move(key), std::move(value));
  }

  void section(Record& into, std::string name, int depth) {
    if (depth > max_import_depth)
      throw Failure{"sections nest deeper than " + std::to_string(max_import_depth) + " levels"};
    Record record;
    record.word = std::move(name);
    for (skip(); peek() != '}'; skip()) {
      if (at_ >= text_.size())
        throw Failure{"the section " + record.word + " is not closed: the file is cut short"};
      entry(record, depth);
    }
    ++at_;
    into.children.push_back(std::move(record));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<Record> parse_mdl(const std::string& path, std::string_view text) {
  Parser parser(text);
  try {
    return parser.run();
  } catch (const Failure& failure) {
    return error(path + ": line " + std::to_string(parser.line()), failure.message,
                 "get the file again from where it comes, or save it again where it was made");
  }
}

}  // namespace sim::importing::simulink
