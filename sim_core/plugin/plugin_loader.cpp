#include "sim_core/plugin/plugin_loader.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <set>

#include "sim_core/plugin/plugin_description.h"
#include "sim_core/plugin/shared_library_file.h"

namespace sim {

namespace {

constexpr const char* replace =
    "a plug-in is a shared library for this machine; remove the file, or build it again";
constexpr const char* rebuild = "build the plug-in again with this program's plugins/sdk";

// The checked blocks of one library, or why there are none.
class PluginReader {
 public:
  PluginReader(std::string file, const BlockLibrary& library) : file_(std::move(file)), library_(library) {}

  std::vector<std::shared_ptr<const PluginBlock>> read() {
    if (const fluxion_descriptor* raw = open()) read_blocks(*raw);
    if (!problems_.empty()) blocks_.clear();
    return std::move(blocks_);
  }
  Diagnostics problems() const { return problems_; }

 private:
  const fluxion_descriptor* open() {
    void* handle = dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      const char* reason = dlerror();
      fail("it cannot be loaded: " + std::string(reason ? reason : "no reason given"), replace);
      return nullptr;
    }
    handle_ = std::shared_ptr<const void>(handle, [](void* h) { dlclose(h); });
    void* symbol = dlsym(handle, FLUXION_ENTRY);
    if (!symbol) {
      fail("it has no function '" FLUXION_ENTRY "', so it is no plug-in",
           "remove the file, or export the function as plugins/sdk/fluxion_plugin.h declares it");
      return nullptr;
    }
    const auto* raw = reinterpret_cast<const fluxion_descriptor* (*)(void)>(symbol)();
    if (!raw) fail("its '" FLUXION_ENTRY "' gives no descriptor", rebuild);
    return raw;
  }

  void read_blocks(const fluxion_descriptor& raw) {
    if (raw.struct_size >= offsetof(fluxion_descriptor, name) && raw.abi_major != FLUXION_ABI_MAJOR)
      return fail("it was built for version " + std::to_string(raw.abi_major) +
                      " of the plug-in interface, and this program has version " +
                      std::to_string(FLUXION_ABI_MAJOR),
                  rebuild);
    if (raw.struct_size < sizeof(fluxion_descriptor))
      return fail("its descriptor has " + std::to_string(raw.struct_size) + " bytes where " +
                      std::to_string(sizeof(fluxion_descriptor)) + " are needed",
                  rebuild);
    if (!raw.block || raw.block_count < 1 || raw.block_count > plugin_limits::blocks)
      return fail("it claims to have " + std::to_string(raw.block_count) + " blocks",
                  "a plug-in has 1 to " + std::to_string(plugin_limits::blocks));
    std::set<std::string> ids;
    for (std::int32_t k = 0; k < raw.block_count && problems_.empty(); ++k) {
      const fluxion_block* said = raw.block(k);
      if (!said)
        return fail("it has no block " + std::to_string(k + 1), "count the blocks in the descriptor");
      auto block = describe_plugin_block(*said, file_, handle_);
      if (!block) {
        problems_ = block.errors();
        return;
      }
      if (library_.find(block->id) || !ids.insert(block->id).second)
        return fail("there is a block '" + block->id + "' already",
                    "load the plug-in once, or give the block an id of its own");
      blocks_.push_back(std::make_shared<const PluginBlock>(*std::move(block)));
    }
  }

  void fail(std::string message, std::string remedy) {
    problems_.push_back(error(file_, std::move(message), std::move(remedy)));
  }

  std::string file_;
  const BlockLibrary& library_;
  std::shared_ptr<const void> handle_;
  std::vector<std::shared_ptr<const PluginBlock>> blocks_;
  Diagnostics problems_;
};

}  // namespace

Diagnostics load_plugin(const std::filesystem::path& file, BlockLibrary& library, PluginTrials* trials) {
  std::error_code ignored;
  const std::string path = std::filesystem::absolute(file, ignored).string();
  if (const auto damage = damage_of_shared_library(file))
    return {error(path, "it cannot be loaded: " + *damage, replace)};
  const auto read = [&] { PluginReader(path, library).read(); };
  if (const auto reason = trials ? trials->refuse(file, read) : std::nullopt)
    return {error(path, "it is left out: " + *reason, "build the plug-in again, or remove the file")};
  PluginReader reader(path, library);
  for (auto& block : reader.read()) library.add(plugin_block_type(block));
  if (trials) trials->finished(file);
  return reader.problems();
}

Diagnostics load_plugins(const std::filesystem::path& folder, BlockLibrary& library, PluginTrials* trials) {
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (std::filesystem::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure))
    if (it->path().extension() == ".so") files.push_back(it->path());
  std::sort(files.begin(), files.end());
  Diagnostics problems;
  if (failure && failure != std::errc::no_such_file_or_directory)
    problems.push_back(error(folder.string(), "the folder of plug-ins cannot be read: " + failure.message(),
                             "check that it is a folder you may read"));
  for (const auto& file : files) {
    const Diagnostics found = load_plugin(file, library, trials);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  return problems;
}

}  // namespace sim
