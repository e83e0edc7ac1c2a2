#pragma once
// The models and libraries beside a model, each read once, with their own links resolved.
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

class LinkedFiles {
 public:
  using Resolve = std::function<void(SourceModel&, LinkedFiles&)>;

  // `path` is that of the model; `resolve` is called once for each file that is read.
  LinkedFiles(const std::string& path, Resolve resolve);

  // By the name of its file without the ending. Null: there is none beside the model, it cannot be read, or
  // it is being resolved, for files refer to one another in a circle.
  std::shared_ptr<const SourceModel> find(const std::string& name);

  // Takes account of blocks that are copied; false: there are too many copies for one model.
  bool take(std::size_t blocks);

  // What keeps links from being followed.
  const Diagnostics& remarks() const { return remarks_; }

 private:
  struct Entry {
    std::shared_ptr<const SourceModel> model;
    bool open = false, told = false;
  };
  std::string folder_, own_name_;
  Resolve resolve_;
  std::map<std::string, Entry> files_;
  Diagnostics remarks_;
  std::size_t copied_ = 0;
  bool told_ = false, own_told_ = false;
  int depth_ = 0;
};

}  // namespace sim::importing::simulink
