// What a study costs beside the runs that it makes: predator and prey, 20 s with ode4.
//
//   fluxion_study FOLDER [RUNS [THREADS]]    FOLDER: where the study's table and journal go
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "sim_core/base/access_grants.h"
#include "sim_core/base/shared_work.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/study/study_execution.h"

namespace {

double seconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

[[noreturn]] void give_up(const sim::Diagnostics& problems) {
  for (const sim::Diagnostic& d : problems) std::fprintf(stderr, "%s\n", sim::to_text(d).c_str());
  std::exit(1);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return std::fputs("fluxion_study FOLDER [RUNS [THREADS]]\n", stderr), 2;
  const std::string path = std::string(words[1]) + "/fluxion_study.flxstudy";
  const std::uint64_t runs = count > 2 ? std::stoull(words[2]) : 10'000;
  const int threads = count > 3 ? std::stoi(words[3]) : 2;
  const std::string model = "examples/predator_prey_elementary/predator_prey_elementary.flx";
  const auto loaded =
      sim::load_model(model, sim::access_of(std::filesystem::absolute(model).parent_path(), {}));
  if (!loaded) give_up(loaded.errors());
  const sim::BlockLibrary library = sim::standard_library();
  const sim::Study study{model,
                         {{"a", {}, sim::DistributionKind::Uniform, {0.8, 1.2}},
                          {"c", {}, sim::DistributionKind::Uniform, {1.5, 2.5}}},
                         sim::Sampling::LatinHypercube,
                         runs,
                         1,
                         {},
                         {{"peak", "max(x)"}, {"last", "y(end)"}}};

  const auto one = sim::ModelRun::prepare(loaded->diagram, library);
  if (!one) give_up(one.errors());
  const auto bare = [&] {
    const auto done = sim::share_work(runs, {threads, {}, {}}, "run", [&](std::size_t) {
      (*one)->again()->execute();
      return sim::Diagnostics();
    });
    if (!done) give_up(done.errors());
  };
  const auto whole = [&] {
    for (const char* ending : {"csv", "csv.part"})
      std::filesystem::remove(std::filesystem::path(path).replace_extension(ending));
    const auto prepared = sim::StudyRuns::prepare(study, loaded->diagram, library);
    if (!prepared) give_up(prepared.errors());
    sim::StudyOptions options;
    options.jobs = threads;
    const auto outcome = sim::carry_out(**prepared, loaded->diagram, path, options);
    if (!outcome) give_up(outcome.errors());
  };
  bare();  // the machine code is there, the processor is awake
  for (int round = 0; round < 3; ++round) {
    const double runs_alone = seconds(bare), with_study = seconds(whole);
    std::printf("%llu runs in %d threads: %.3f s, as a study %.3f s, ratio %.2f\n",
                static_cast<unsigned long long>(runs), threads, runs_alone, with_study,
                with_study / runs_alone);
  }
  return 0;
}
