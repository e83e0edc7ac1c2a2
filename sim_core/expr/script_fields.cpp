#include "sim_core/expr/script_fields.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "sim_core/expr/subtree.h"

namespace sim::expr {

std::string_view root_of_field(std::string_view name) { return name.substr(0, name.find('.')); }

namespace {

// Fields of a structure by their paths, "pos.x"; none: a value.
using FieldList = std::vector<std::string>;

// Of one function, which is called with these structures.
class FieldNames {
 public:
  // What a call of a function means where some arguments are structures: the name of one with inputs for
  // their fields.
  using Called = std::function<std::string(const std::string& name, const std::vector<FieldList>& arguments)>;

  FieldNames(const ScriptHeader& header, Statements& body, const std::map<std::string, FieldList>& given,
             const std::set<std::string>& functions, Called called)
      : header_(header), body_(body), functions_(functions), called_(std::move(called)) {
    for (const auto& [root, fields] : given) roots_[root] = 1, fields_[root] = fields, given_.insert(root);
  }

  Result<bool> run() {
    for (std::size_t known = roots_.size() + 1; known != roots_.size();) {
      known = roots_.size();  // t = s may stand before s gets its fields, in a loop
      gather(body_);
    }
    if (roots_.empty() && functions_.empty()) return false;
    for (const auto* ports : {&header_.inputs, &header_.outputs})
      for (const std::string& name : *ports)
        if (const auto it = roots_.find(name); it != roots_.end() && !given_.contains(name))
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

  // Of s, or of s.pos, the paths of its fields behind it; none: it is no structure.
  FieldList fields_below(const std::string& path) const {
    const std::string root(root_of_field(path));
    const auto known = fields_.find(root);
    if (known == fields_.end()) return {};
    const std::string within = path.size() > root.size() ? path.substr(root.size() + 1) + "." : "";
    FieldList below;
    for (const std::string& field : known->second)
      if (field.starts_with(within)) below.push_back(field.substr(within.size()));
    return below;
  }

  using Paths = std::map<NodeId, std::string>;

  // Arguments that are structures become their fields.
  void call_with_fields(const Ast& ast, const Paths& paths, Apply& call, Node& target, std::vector<Node>& out,
                        const std::vector<NodeId>& now) {
    std::vector<FieldList> structures;
    std::vector<NodeId> arguments;
    for (const NodeId id : call.arguments) {
      const auto path = paths.find(id);
      structures.push_back(path == paths.end() ? FieldList() : fields_below(path->second));
      for (const std::string& field : structures.back()) {
        out.push_back({Name{path->second + "." + field}, ast[id].column});
        arguments.push_back(static_cast<NodeId>(out.size()) - 1);
      }
      if (structures.back().empty()) arguments.push_back(now[static_cast<std::size_t>(id)]);
    }
    auto& name = std::get<Name>(target.content).name;
    name = called_(name, structures);
    call.arguments = std::move(arguments);
  }

  Ast renamed(const Ast& ast, int line) {
    Paths paths;
    std::vector<Node> out;
    std::vector<NodeId> now(ast.nodes().size(), 0);
    bool changed = false;
    for (NodeId id = 0; id <= ast.root(); ++id) {
      Node node = ast[id];
      const auto* name = std::get_if<Name>(&node.content);
      if (name && roots_.contains(name->name)) paths[id] = name->name;
      if (const auto* member = std::get_if<Member>(&node.content))
        if (const auto of = paths.find(member->target); of != paths.end()) {
          paths[id] = of->second + "." + member->name;
          node.content = Name{paths[id]};
          changed = true;
        }
      for_each_operand(node, [&](NodeId& operand) { operand = now[static_cast<std::size_t>(operand)]; });
      if (auto* call = std::get_if<Apply>(&node.content)) {
        const auto& given = std::get<Apply>(ast[id].content);
        const auto* called = std::get_if<Name>(&ast[given.target].content);
        if (called && functions_.contains(called->name)) {
          call->arguments = given.arguments;
          Node target = ast[given.target];
          call_with_fields(ast, paths, *call, target, out, now);
          out.push_back(std::move(target));
          call->target = static_cast<NodeId>(out.size()) - 1;
          changed = true;
        }
      }
      now[static_cast<std::size_t>(id)] = static_cast<NodeId>(out.size());
      out.push_back(std::move(node));
    }
    if (!changed && paths.empty()) return ast;
    const auto root = static_cast<NodeId>(out.size()) - 1;
    Ast made = subtree(Ast(ast.text(), std::move(out)), root);
    for (const Node& node : made.nodes())
      if (const auto* name = std::get_if<Name>(&node.content); name && roots_.contains(name->name) && !why_)
        why_ = whole(name->name, line, "here it is used as a whole", "name the fields that are meant");
    return made;
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
                            },
                            [&](ErrorCall& e) {
                              out.push_back({std::move(e), line});
                            }},
                 s.content);
    }
    return out;
  }

  const ScriptHeader& header_;
  Statements& body_;
  const std::set<std::string>& functions_;
  const Called called_;
  std::set<std::string> given_;
  std::map<std::string, int, std::less<>> roots_;
  std::map<std::string, FieldList> fields_;  // of each root, in the order they are named
  std::optional<Diagnostic> why_;
};

// The functions of a script with what they are called with.
class ScriptFields {
 public:
  explicit ScriptFields(Script& script) : script_(script) {
    for (const ScriptFunction& f : script.functions) names_.insert(f.name);
  }

  Result<bool> run() {
    const auto called = [this](const std::string& name, const std::vector<FieldList>& arguments) {
      return this->called(name, arguments);
    };
    if (auto done = FieldNames(script_.header, script_.body, {}, names_, called).run(); !done) return done;
    for (std::size_t k = 0; k < written_.size(); ++k) {  // more come while these are looked at
      Written& w = written_[k];
      const std::map<std::string, FieldList> given = std::move(w.given);
      ScriptFunction function = std::move(w.function);
      if (auto done = FieldNames(function.header, function.body, given, names_, called).run(); !done)
        return done;
      written_[k].function = std::move(function);
      if (written_.size() > max_script_functions)
        return error({},
                     "functions are called with more than " + std::to_string(max_script_functions) +
                         " kinds of structures",
                     "pass their fields");
    }
    if (written_.empty()) return true;
    std::erase_if(script_.functions, [&](const ScriptFunction& f) { return places_.contains(f.name); });
    for (Written& w : written_) script_.functions.push_back(std::move(w.function));
    return true;
  }

 private:
  struct Written {
    ScriptFunction function;
    std::map<std::string, FieldList> given;  // inputs that are structures
  };

  std::string called(const std::string& name, const std::vector<FieldList>& arguments) {
    std::string as = name;
    if (std::any_of(arguments.begin(), arguments.end(), [](const FieldList& f) { return !f.empty(); })) {
      as += "(";
      for (const FieldList& fields : arguments) {
        for (const std::string& field : fields) as += field + " ";
        as += ",";
      }
      as += ")";
    }
    if (!places_.insert(as).second) return as;
    const auto original = std::find_if(script_.functions.begin(), script_.functions.end(),
                                       [&](const ScriptFunction& f) { return f.name == name; });
    Written w{*original, {}};
    w.function.name = as;
    std::vector<std::string> inputs;
    for (std::size_t k = 0; k < original->header.inputs.size(); ++k) {
      const std::string& input = original->header.inputs[k];
      const FieldList fields = k < arguments.size() ? arguments[k] : FieldList();
      for (const std::string& field : fields) (inputs.emplace_back(input) += '.') += field;
      if (fields.empty())
        inputs.push_back(input);
      else
        w.given[input] = fields, w.function.further_fields += fields.size() - 1;
    }
    w.function.header.inputs = std::move(inputs);
    written_.push_back(std::move(w));
    return as;
  }

  Script& script_;
  std::set<std::string> names_, places_;
  std::vector<Written> written_;
};

}  // namespace

Result<bool> name_fields(Script& script) { return ScriptFields(script).run(); }

}  // namespace sim::expr
