#include "sim_core/expr/script_fields.h"

#include <algorithm>
#include <map>
#include <set>

#include "sim_core/expr/subtree.h"

namespace sim::expr {

std::string_view root_of_field(std::string_view name) { return name.substr(0, name.find('.')); }

namespace {

class FieldNames {
 public:
  FieldNames(const ScriptHeader& header, Statements& body) : header_(header), body_(body) {}

  Result<bool> run() {
    for (std::size_t known = 1; known > 0;) {  // t = s may stand before s gets its fields, in a loop
      known = roots_.size();
      gather(body_);
      if (roots_.size() == known) known = 0;
    }
    if (roots_.empty()) return false;
    for (const auto* ports : {&header_.inputs, &header_.outputs})
      for (const std::string& name : *ports)
        if (const auto it = roots_.find(name); it != roots_.end())
          return whole(it->first, it->second, "it is an input or an output, which are numbers",
                       "make each of its fields one");
    body_ = renamed(std::move(body_));
    if (why_) return *why_;
    return true;
  }

 private:
  // Names whose fields are assigned, with the line of the first.
  void gather(const Statements& body) {
    for (const Statement& s : body) {
      if (const auto* a = std::get_if<Assignment>(&s.content)) gather(*a, s.line);
      if (const auto* c = std::get_if<Choice>(&s.content))
        for (const ScriptBranch& branch : c->branches) gather(branch.body);
      if (const auto* l = std::get_if<Loop>(&s.content)) gather(l->body);
      if (const auto* w = std::get_if<WhileLoop>(&s.content)) gather(w->body);
    }
  }

  void gather(const Assignment& a, int line) {
    const std::string root(root_of_field(a.name));
    const auto* source = std::get_if<Name>(&a.value[a.value.root()].content);
    if (root != a.name) {
      roots_.emplace(root, line);
      add_field(root, a.name.substr(root.size() + 1));
    } else if (const auto fields = fields_of(a.value); fields && !a.target) {
      roots_.emplace(root, line);
      for (const auto& [field, value] : *fields) add_field(root, field);
    } else if (source && !a.target && source->name != root && roots_.contains(source->name)) {
      roots_.emplace(root, line);
      for (const std::string& field : fields_[source->name]) add_field(root, field);
    }
  }
  void add_field(const std::string& root, const std::string& field) {
    auto& fields = fields_[root];
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
  }

  static Diagnostic whole(const std::string& name, int line, const std::string& why,
                          const std::string& remedy) {
    return error({}, "line " + std::to_string(line) + ": fields of '" + name + "' are assigned, but " + why,
                 remedy);
  }

  Ast renamed(const Ast& ast, int line) {
    std::vector<Node> nodes = ast.nodes();
    std::map<NodeId, std::string> paths;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const auto id = static_cast<NodeId>(k);
      if (const auto* name = std::get_if<Name>(&nodes[k].content); name && roots_.contains(name->name))
        paths[id] = name->name;
      const auto* member = std::get_if<Member>(&nodes[k].content);
      if (!member) continue;
      const auto of = paths.find(member->target);
      if (of == paths.end()) continue;
      paths[id] = of->second + "." + member->name;
      nodes[k].content = Name{paths[id]};
    }
    if (paths.empty()) return ast;
    Ast out = subtree(Ast(ast.text(), std::move(nodes)), ast.root());
    for (const Node& node : out.nodes())
      if (const auto* name = std::get_if<Name>(&node.content); name && roots_.contains(name->name) && !why_)
        why_ = whole(name->name, line, "here it is used as a whole", "name the fields that are meant");
    return out;
  }

  // struct('a', x, 'b', y): each field with its value; none: it is no such call.
  static std::optional<std::vector<std::pair<std::string, Ast>>> fields_of(const Ast& ast) {
    std::vector<std::pair<std::string, Ast>> fields;
    const auto* bare = std::get_if<Name>(&ast[ast.root()].content);
    if (bare && bare->name == "struct") return fields;
    const auto* call = std::get_if<Apply>(&ast[ast.root()].content);
    const auto* function = call ? std::get_if<Name>(&ast[call->target].content) : nullptr;
    if (!function || function->name != "struct" || call->arguments.size() % 2 != 0) return std::nullopt;
    for (std::size_t k = 0; k + 1 < call->arguments.size(); k += 2) {
      const auto* name = std::get_if<StringLiteral>(&ast[call->arguments[k]].content);
      if (!name) return std::nullopt;
      fields.emplace_back(name->value, subtree(ast, call->arguments[k + 1]));
    }
    return fields;
  }

  // Those of another structure of the script too: t = s.
  std::optional<std::vector<std::pair<std::string, Ast>>> all_fields_of(const Ast& ast) const {
    const auto* source = std::get_if<Name>(&ast[ast.root()].content);
    const auto known = source ? fields_.find(source->name) : fields_.end();
    if (known == fields_.end()) return fields_of(ast);
    std::vector<std::pair<std::string, Ast>> fields;
    for (const std::string& field : known->second) {
      const std::string name = source->name + "." + field;
      fields.emplace_back(field, Ast(name, {Node{Name{name}, ast[ast.root()].column}}));
    }
    return fields;
  }

  void assign(Assignment a, int line, Statements& out) {
    if (!roots_.contains(a.name)) {
      a.value = renamed(a.value, line);
      if (a.target) a.target = renamed(*a.target, line);
      out.push_back({std::move(a), line});
      return;
    }
    const auto fields = all_fields_of(a.value);
    if (!fields || a.target) {
      if (!why_)
        why_ = whole(a.name, line, "here it is given a value as a whole", "assign its fields one by one");
      return;
    }
    for (const auto& [field, value] : *fields)
      out.push_back({Assignment{a.name + "." + field, {}, renamed(value, line)}, line});
  }

  Statements renamed(Statements body) {
    Statements out;
    for (Statement& s : body) {
      const int line = s.line;
      std::visit(Overloaded{[&](Assignment& a) { assign(std::move(a), line, out); },
                            [&](ResultsAssignment& a) {
                              for (Ast& value : a.values) value = renamed(value, line);
                              out.push_back({std::move(a), line});
                            },
                            [&](Choice& c) {
                              for (ScriptBranch& b : c.branches) {
                                if (b.condition) b.condition = renamed(*b.condition, b.line);
                                b.body = renamed(std::move(b.body));
                              }
                              out.push_back({std::move(c), line});
                            },
                            [&](Loop& l) {
                              l.range = renamed(l.range, line);
                              l.body = renamed(std::move(l.body));
                              out.push_back({std::move(l), line});
                            },
                            [&](WhileLoop& w) {
                              w.condition = renamed(w.condition, line);
                              w.body = renamed(std::move(w.body));
                              out.push_back({std::move(w), line});
                            },
                            [&](Persistent& p) {
                              out.push_back({std::move(p), line});
                            }},
                 s.content);
    }
    return out;
  }

  const ScriptHeader& header_;
  Statements& body_;
  std::map<std::string, int, std::less<>> roots_;
  std::map<std::string, std::vector<std::string>> fields_;  // of each root, in the order they are named
  std::optional<Diagnostic> why_;
};

}  // namespace

Result<bool> name_fields(const ScriptHeader& header, Statements& body) {
  return FieldNames(header, body).run();
}

}  // namespace sim::expr
