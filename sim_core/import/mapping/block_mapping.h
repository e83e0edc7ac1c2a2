#pragma once
// One entry of a mapping: what a block type, or a block of a library, of another tool is here. An entry is
// data, declared with the calls below; what data cannot say is a function of its own (`by`).
//
//   t.block("Gain", "math/gain")
//       .expression("k", {"Gain"}, "1")
//       .choice("Multiplication", {"Multiplication"}, {{"Element-wise(K.*u)", "element-wise"}, ...});
//
// A parameter is looked up in the block, then in the file's defaults of its type, then it is `otherwise`.
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sim::importing {

class BlockTranslation;

enum class Translation {
  Expression,  // through the tool's translation of expressions
  Text,        // as it stands
  Choice,      // by the list of choices; a value that is not in it is told, and the target's default is taken
  Flag         // "on" and "off", whatever the tool writes for them
};

using Choices = std::vector<std::pair<std::string, std::string>>;  // source text -> target text

struct ParameterMapping {
  std::string target;
  std::vector<std::string> sources;  // the names it has had, the newest first
  std::string otherwise;             // what the tool means where nothing is said; empty: the target's default
  Translation how = Translation::Expression;
  Choices choices = {};
};

// A parameter with a meaning that cannot be said here: where its value is none of `harmless`, the block is
// approximated.
struct Caveat {
  std::string parameter;
  std::vector<std::string> harmless;
  std::string sentence;
};

struct BlockMapping {
  std::string source;  // a block type; of a library's block its path, with white space collapsed
  std::string target;  // a block type here; empty: an Unresolved block, or nothing where it is left out
  std::vector<ParameterMapping> parameters = {};
  std::vector<Caveat> caveats = {};
  std::string difference = {};  // always approximated: how
  std::string instead = {};     // without target: what to use
  bool left_out = false;        // has no effect on a run
  // Parameters here that have the name, or a former name, of one there mean the same, with the same words.
  bool by_name = false;
  std::function<void(BlockTranslation&)> special = {};

  BlockMapping& expression(std::string name, std::vector<std::string> from, std::string otherwise = {}) {
    return add({std::move(name), std::move(from), std::move(otherwise), Translation::Expression});
  }
  BlockMapping& text(std::string name, std::vector<std::string> from, std::string otherwise = {}) {
    return add({std::move(name), std::move(from), std::move(otherwise), Translation::Text});
  }
  BlockMapping& flag(std::string name, std::vector<std::string> from, std::string otherwise = {}) {
    return add({std::move(name), std::move(from), std::move(otherwise), Translation::Flag});
  }
  BlockMapping& choice(std::string name, std::vector<std::string> from, Choices choices,
                       std::string otherwise = {}) {
    return add(
        {std::move(name), std::move(from), std::move(otherwise), Translation::Choice, std::move(choices)});
  }
  BlockMapping& names() { return by_name = true, *this; }
  // The same name and the same words in both.
  BlockMapping& same(std::initializer_list<const char*> names) {
    for (const char* name : names) expression(name, {name});
    return *this;
  }
  BlockMapping& caveat(std::string parameter, std::vector<std::string> harmless, std::string sentence) {
    caveats.push_back({std::move(parameter), std::move(harmless), std::move(sentence)});
    return *this;
  }
  BlockMapping& differs(std::string how) { return difference = std::move(how), *this; }
  BlockMapping& by(std::function<void(BlockTranslation&)> f) { return special = std::move(f), *this; }

 private:
  BlockMapping& add(ParameterMapping m) { return parameters.push_back(std::move(m)), *this; }
};

}  // namespace sim::importing
