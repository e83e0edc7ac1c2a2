#pragma once
// Which Goto block each From block reads. A local tag is known in its own subsystem; a scoped one in the
// subsystem of its Goto Tag Visibility block and all below; a global one everywhere. Where several are known,
// the nearest counts: local, then scoped from the inside out, then global.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class GotoTags {
 public:
  // Reports tags that are given twice, are out of scope, or do not exist.
  GotoTags(const Blocks& model, Report& report);

  // The Goto block that From block `from` reads; no_id: there is none.
  Id source_of(Id from) const;
  bool is_read(Id goto_block) const { return read_.contains(goto_block); }

 private:
  enum Visibility { Local, Scoped, Global };
  // Local: the Goto's subsystem; scoped: that of the visibility block; global: no_id, which is the top level.
  struct Place {
    Visibility visibility;
    Id subsystem;
    std::string tag;
    auto operator<=>(const Place&) const = default;
  };

  static const std::string& tag_of(const Instance& instance);
  void collect_scopes();
  void collect_gotos();
  void match();
  const Id* scope_of(Id subsystem, const std::string& tag) const;
  std::vector<Id> upwards(Id subsystem) const;
  Id find(Id subsystem, const std::string& tag) const;
  void report_missing(const Instance& from);

  const Blocks& model_;
  Report& report_;
  std::set<std::pair<Id, std::string>> scopes_;
  std::map<Place, Id> gotos_;
  std::map<Id, Id> source_;
  std::set<Id> read_;
};

}  // namespace sim::compile_phases
