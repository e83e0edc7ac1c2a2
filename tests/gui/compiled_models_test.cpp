// What a document's diagrams are compiled to: once for all who ask.
#include <QtTest>
#include <atomic>
#include <thread>

#include "editor/background.h"
#include "editor/compiled/compiled_models.h"
#include "sim_core/base/work.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

// x' = -x, many times.
static std::shared_ptr<sim::Diagram> decays(int count) {
  sim::ModelBuilder m;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    const sim::Id x = m.block("continuous/integrator", "x" + n, {{"x0", "1"}}),
                  gain = m.block("math/gain", "gain" + n, {{"k", "-1"}});
    m.connect(x, gain).connect(gain, x);
  }
  return std::make_shared<sim::Diagram>(m.diagram);
}

class CompiledModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void whatFitsIsNotCompiledAgain() {
    CompiledModels models(m_library);
    const auto first = decays(3);
    const auto a = models.prepare(first);
    QVERIFY(a && (*a)->was_compiled());
    const auto again = models.prepare(std::make_shared<sim::Diagram>(*first));
    QVERIFY(again && !(*again)->was_compiled());
    QVERIFY(*again != *a);  // a run of its own
    // A place on the canvas, and the value of a tunable parameter.
    auto second = std::make_shared<sim::Diagram>(*first);
    second->blocks.begin()->second.position.x += 8;
    for (auto& [id, block] : second->blocks)
      if (block.name == "gain1") block.parameters["k"] = "-2";
    const auto tuned = models.prepare(second);
    QVERIFY(tuned && !(*tuned)->was_compiled());
    auto third = std::make_shared<sim::Diagram>(*second);
    third->blocks.begin()->second.name = "renamed";
    const auto other = models.prepare(third);
    QVERIFY(other && (*other)->was_compiled());
    models.forget();
    const auto recompiled = models.prepare(third);
    QVERIFY(recompiled && (*recompiled)->was_compiled());
  }

  // Of a run that was prepared elsewhere.
  void whatIsTakenNoteOfFits() {
    CompiledModels models(m_library);
    const auto model = decays(2);
    auto made = sim::ModelRun::prepare(*model, *m_library);
    QVERIFY(static_cast<bool>(made));
    QVERIFY(models.last().model == nullptr);
    models.keep({std::shared_ptr<const sim::ModelRun>(*std::move(made)), model});
    const auto run = models.prepare(model);
    QVERIFY(run && !(*run)->was_compiled());
    QVERIFY(models.last().model == *run);
  }

  void errorsAreToldToEverybody() {
    CompiledModels models(m_library);
    sim::ModelBuilder m;
    m.block("math/gain", "gain", {{"k", "nobody"}});
    const auto broken = std::make_shared<sim::Diagram>(m.diagram);
    for (int k = 0; k < 2; ++k) {
      const auto none = models.prepare(broken);
      QVERIFY(!none);
      QVERIFY(QString::fromStdString(sim::to_text(none.errors().front())).contains("nobody"));
    }
    QVERIFY(static_cast<bool>(models.prepare(decays(1))));
  }

  // Whoever comes second waits, and has it without compiling.
  void severalThreadsCompileOnce() {
    const auto model = decays(300);
    for (int round = 0; round < 3; ++round) {
      CompiledModels models(m_library);
      std::atomic<int> compiled = 0, answered = 0;
      std::vector<std::thread> threads;
      for (int k = 0; k < 4; ++k)
        threads.emplace_back([&] {
          const auto run = models.prepare(std::make_shared<sim::Diagram>(*model));
          if (run) ++answered, compiled += (*run)->was_compiled() ? 1 : 0;
        });
      for (std::thread& thread : threads) thread.join();
      QCOMPARE(answered.load(), 4);
      QCOMPARE(compiled.load(), 1);
    }
  }

  // Whether it waits or compiles by then; the others have their answer.
  void whoIsToStopDoesNotWait() {
    CompiledModels models(m_library);
    const auto model = decays(1000);
    bool answered = false, stopped = false;
    std::thread first([&] { answered = static_cast<bool>(models.prepare(model)); });
    QTest::qWait(5);
    try {
      const sim::Work work([] { return true; });
      stopped = !models.prepare(model);
    } catch (const sim::WorkStopped&) {
      stopped = true;
    }
    first.join();
    QVERIFY(stopped);
    QVERIFY(answered);
  }

 private:
  std::shared_ptr<const sim::BlockLibrary> m_library = sharedCopy(sim::standard_library());
};

QTEST_MAIN(CompiledModelsTest)
#include "compiled_models_test.moc"
