#include "sim_core/diagram/file.h"

#include <filesystem>
#include <system_error>

#include "sim_core/base/atomic_file.h"
#include "sim_core/base/attempt.h"
#include "sim_core/diagram/json.h"
#include "sim_core/diagram/text_file.h"

namespace sim {

namespace fs = std::filesystem;

Result<LoadedDiagram> load_file(const std::string& path) {
  return attempt("open the file", path, [&]() -> Result<LoadedDiagram> {
    auto text =
        read_text_file(path, JsonLimits{}.bytes, "choose a .flx file", "split the model into several files");
    if (!text) return text.errors();
    return read_diagram(*text, fs::path(path).filename().string());
  });
}

Diagnostics save_file(const std::string& path, const Diagram& diagram) {
  const std::string text = write_diagram(diagram);
  if (auto back = read_diagram(text, fs::path(path).filename().string()); !back) return back.errors();
  AtomicFile file(path);
  file.write(text);
  file.commit();
  switch (file.problem()) {
    case AtomicFile::Problem::None:
      if (file.other_names() > 0)
        return {warning(path, "other names of this file (hard links) still lead to what it was before",
                        "make them symbolic links, which stay when a model is saved")};
      return {};
    case AtomicFile::Problem::NotAFile:
      return {error(path, "this is not a file", "choose another name")};
    case AtomicFile::Problem::ReadOnly:
      return {error(path, "the file is read-only", "save under another name, or allow writing it")};
    case AtomicFile::Problem::Failed:
      break;
  }
  return {error(path, "the file cannot be saved: " + std::generic_category().message(file.error_code()),
                "check the free space and your permission to write in the folder, or save elsewhere")};
}

}  // namespace sim
