#pragma once
// The folder where the runs of all models are kept, a folder for each model and a file for each run. Files
// that cannot be read are named and left alone. Used by one thread at a time.
#include <cstdint>
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/run_archive/run_record.h"

namespace sim {

class RunStore {
 public:
  explicit RunStore(std::string folder) : folder_(std::move(folder)) {}

  struct Listing {
    std::vector<RunRecord> runs;  // the oldest first, in their files
    Diagnostics problems;         // files that are no runs, or damaged
  };
  // The runs of a model, by the absolute path of its file.
  Listing list(const std::string& model_path) const;

  // Where a run belongs: the folder of its model.
  std::string file_of(const RunSummary& run) const;
  // Makes the folder and writes the file.
  Diagnostics keep(const RunRecord& run) const;

  // Puts a file aside so that it can come back; emptied by purge().
  bool put_aside(const std::string& file) const;
  bool bring_back(const std::string& file) const;
  // Deletes what was put aside.
  void purge() const;

  std::uint64_t bytes_used() const;
  // Deletes the oldest runs of any model that are not pinned until no more than `limit` bytes are used, but
  // never `newest`. Returns the files that are gone.
  std::vector<std::string> make_room(std::uint64_t limit, const std::string& newest = {}) const;

 private:
  std::string folder_of(const std::string& model_path) const;
  std::string folder_;
};

}  // namespace sim
