#include "sim_core/import/simulink/structures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "sim_core/expr/name_places.h"
#include "sim_core/expr/parser.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

namespace {

struct Field;

// A text, or fields in the order in which they came.
struct Tree {
  std::string text;
  std::vector<Field> fields;

  Tree& field(const std::string& name);
  const Tree* find(std::string_view path) const;
  std::string expression() const;
};
struct Field {
  std::string name;
  Tree tree;
};

Tree& Tree::field(const std::string& name) {
  for (Field& known : fields)
    if (known.name == name) return known.tree;
  return fields.emplace_back(Field{name, {}}).tree;
}

const Tree* Tree::find(std::string_view path) const {
  const std::size_t dot = std::min(path.find('.'), path.size());
  for (const Field& known : fields)
    if (known.name == path.substr(0, dot))
      return dot == path.size() ? &known.tree : known.tree.find(path.substr(dot + 1));
  return nullptr;
}

std::string Tree::expression() const {
  if (fields.empty()) return text;
  std::string out = "struct(";
  for (const Field& known : fields)
    out += (out.ends_with('(') ? "'" : ", '") + known.name + "', " + known.tree.expression();
  return out + ')';
}

std::string root_of(const std::string& name) { return name.substr(0, name.find('.')); }

bool in_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// ".gear.n" behind a name; empty: no field follows.
std::string_view fields_behind(std::string_view rest) {
  std::size_t end = 0;
  while (end + 1 < rest.size() && rest[end] == '.' && in_name(rest[end + 1]) &&
         !(rest[end + 1] >= '0' && rest[end + 1] <= '9')) {
    ++end;
    while (end < rest.size() && in_name(rest[end])) ++end;
  }
  return rest.substr(0, end);
}

// With what is known of the structure in place of its fields.
std::optional<std::string> written_out(const std::string& text, const std::string& root, const Tree& known) {
  std::string out;
  std::size_t done = 0;
  for (const std::string_view name : expr::name_places(text)) {
    if (name != root) continue;
    const auto at = static_cast<std::size_t>(name.data() - text.data());
    const std::string_view fields = fields_behind(std::string_view(text).substr(at + name.size()));
    const Tree* tree = fields.empty() ? nullptr : known.find(fields.substr(1));
    if (!tree) return std::nullopt;
    out += text.substr(done, at - done) + '(' + tree->expression() + ')';
    done = at + name.size() + fields.size();
  }
  out += text.substr(done);
  return out;
}

class Structures {
 public:
  Structures(const std::vector<SourceVariable>& variables, bool lines) : given_(variables) {
    std::set<std::string> whole;
    for (const SourceVariable& v : given_)
      if (v.name.find('.') == v.name.npos)
        whole.insert(v.name);
      else
        trees_.try_emplace(root_of(v.name));
    for (const std::string& name : whole) trees_.erase(name);  // given as a whole somewhere: not followed
    for (auto it = trees_.begin(); it != trees_.end();)
      it = gather(it->first, it->second) && !goes_round(it->first, it->second) &&
                   !(lines && is_used_before_its_end(it->first))
               ? std::next(it)
               : trees_.erase(it);
  }

  // A structure stands where its last field is assigned.
  std::vector<SourceVariable> result() const {
    std::vector<SourceVariable> all;
    for (std::size_t n = 0; n < given_.size(); ++n) {
      const SourceVariable& v = given_[n];
      const auto tree = trees_.find(root_of(v.name));
      if (v.name.find('.') == v.name.npos) {
        all.push_back(v);
      } else if (tree == trees_.end()) {
        all.push_back(v);
        std::replace(all.back().name.begin(), all.back().name.end(), '.', '_');
      } else if (n == last_of(tree->first)) {
        all.push_back({tree->first, tree->second.expression(), v.origin});
      }
    }
    return all;
  }

 private:
  bool gather(const std::string& root, Tree& tree) const {
    for (const SourceVariable& v : given_) {
      if (root_of(v.name) != root) continue;
      const TranslatedText text = translate_expression(v.expression);
      const auto full = text.remarks.empty() ? written_out(text.text, root, tree) : std::nullopt;
      if (!full || !expr::parse(*full) || full->size() > max_text) return false;
      Tree* at = &tree;
      for (std::size_t from = root.size() + 1; from <= v.name.size();) {
        const std::size_t dot = std::min(v.name.find('.', from), v.name.size());
        at = &at->field(v.name.substr(from, dot - from));
        from = dot + 1;
      }
      at->fields.clear();
      at->text = *full;
    }
    return mixes(tree) == false && expr::parse(tree.expression());
  }

  // A field that had a value and got fields.
  static bool mixes(const Tree& tree) {
    return std::any_of(tree.fields.begin(), tree.fields.end(), [](const auto& field) {
      return (!field.tree.text.empty() && !field.tree.fields.empty()) || mixes(field.tree);
    });
  }

  // Whether a variable that the structure uses is made of the structure.
  bool goes_round(const std::string& root, const Tree& tree) const {
    std::set<std::string> seen;
    std::vector<std::string> open{tree.expression()};
    while (!open.empty()) {
      const std::string text = std::move(open.back());
      open.pop_back();
      for (const std::string_view name : expr::name_places(text)) {
        if (name == root) return true;
        if (!seen.insert(std::string(name)).second) continue;
        for (const SourceVariable& v : given_)
          if (root_of(v.name) == name) open.push_back(v.expression);
      }
    }
    return false;
  }

  std::size_t last_of(const std::string& root) const {
    std::size_t last = 0;
    for (std::size_t n = 0; n < given_.size(); ++n)
      if (root_of(given_[n].name) == root) last = n;
    return last;
  }

  bool is_used_before_its_end(const std::string& root) const {
    for (std::size_t n = 0; n < last_of(root); ++n)
      if (root_of(given_[n].name) != root)
        for (const std::string_view name : expr::name_places(given_[n].expression))
          if (name == root) return true;
    return false;
  }

  static constexpr std::size_t max_text = 100'000;  // of a field, with what it says of others
  const std::vector<SourceVariable>& given_;
  std::map<std::string, Tree> trees_;
};

}  // namespace

std::vector<SourceVariable> with_structures(const std::vector<SourceVariable>& variables, bool lines) {
  const bool any = std::any_of(variables.begin(), variables.end(),
                               [](const SourceVariable& v) { return v.name.find('.') != v.name.npos; });
  return any ? Structures(variables, lines).result() : variables;
}

}  // namespace sim::importing::simulink
