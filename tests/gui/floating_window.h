#pragma once
// A window with a floating scope, for tests.
#include <QDir>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <functional>
#include <memory>

#include "editor/canvas/diagram_scene.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/scopes/curve_data.h"
#include "editor/scopes/floating_scope.h"
#include "editor/scopes/scope_panel.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/model_file.h"
#include "tests/support/model_builder.h"

namespace fluxion {

// x' = v, v' = -x from (1, 0), and a gain that nothing needs. Only x is recorded.
inline sim::Diagram oscillator(const char* stop) {
  sim::ModelBuilder m;
  const sim::Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
                v = m.block("continuous/integrator", "v"),
                spring = m.block("math/gain", "spring", {{"k", "-1"}}), mux = m.block("routing/mux", "state"),
                both = m.block("continuous/integrator", "both"), idle = m.block("math/gain", "idle"),
                nowhere = m.block("sinks/terminator", "nowhere"), scope = m.block("sinks/scope", "Scope");
  m.connect(v, x).connect(x, spring).connect(spring, v).connect(x, scope);
  m.connect(x, mux, 0).connect(v, mux, 1).connect(mux, both).connect(v, idle).connect(idle, nowhere);
  m.variable("limit", "1/2");
  double at = 40;
  for (auto& [id, block] : m.diagram.blocks) block.position = {at, at}, at += 80;
  m.set("StopTime", stop).set("RelTol", "1e-8").set("MaxStep", "0.05");
  return m.diagram;
}

inline double minusSine(double t) { return -std::sin(t); }
inline double cosine(double t) { return std::cos(t); }
inline double minusCosine(double t) { return -std::cos(t); }

inline sim::BlockLibrary allBlocks() {
  sim::BlockLibrary library = sim::standard_library();
  sim::add_network_libraries(library);
  return library;
}

class FloatingWindow {
 protected:
  FloatingWindow() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
  }
  FloatingScope* dock() { return m_window->findChild<FloatingScope*>(); }
  ScopePanel& panel() { return dock()->panel(); }
  QString notice() { return dock()->findChild<QLabel*>("floatingNotice")->text(); }
  RunController& runs() { return m_window->runs(); }
  // As soon as it may be: Run is not for the moments in which a paused run takes a step, or other parameters.
  void trigger(CommandId command) {
    QTRY_VERIFY(m_window->commands().action(command)->isEnabled());
    m_window->commands().action(command)->trigger();
  }
  void run() {
    trigger(CommandId::Run);
    finish();
  }

  void open() {
    m_window = std::make_unique<MainWindow>(m_library);
    m_window->questions().setAsk([](Questions::Question question, const QString&) {
      return question == Questions::Question::RunIsActive ? Questions::Answer::Stop
                                                          : Questions::Answer::Discard;
    });
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
  }

  void show(const sim::Diagram& diagram) {
    const QString file = m_folder.filePath("model.flx");
    QVERIFY(!sim::has_errors(sim::save_model(file.toStdString(), diagram)));
    QVERIFY(m_window->opening().openFile(file));
    runs().breakpoints().clear();
  }

  sim::Id lineFrom(const char* name) {
    const sim::Id block = *sim::find_block(m_window->document().diagram(), name);
    for (const auto& [id, line] : m_window->document().diagram().lines)
      if (line.source->block == block) return id;
    return sim::no_id;
  }

  void select(std::initializer_list<const char*> blocks) {
    std::vector<sim::Id> lines;
    for (const char* name : blocks) lines.push_back(lineFrom(name));
    m_window->editor().scene().select(lines);
  }

  void finish() {
    if (!runs().isActive()) return;
    QSignalSpy finished(&runs(), &RunController::finished);
    QVERIFY(finished.wait(20000));
  }

  // The largest difference of a curve to f(t) at all its rows; what is missing counts as well.
  double error(int curve, const std::function<double(double)>& f, double from = 0) {
    const CurveData* data = panel().curves().at(curve).time.get();
    const sim::SignalLog& log = *data->log();
    double worst = log.size() > 0 ? std::abs(log.time(0) - from) : 1e9;
    for (std::size_t row = 0; row < log.size(); ++row)
      worst = std::max(worst, std::abs(log.value(data->column(), row) - f(log.time(row))));
    return worst;
  }

  // Pictures for people, where they are asked for.
  void picture(const char* name) {
    const QString folder = qEnvironmentVariable("FLUXION_PICTURES");
    if (folder.isEmpty()) return;
    QTest::qWait(50);
    m_window->grab().save(QDir(folder).filePath(QLatin1String("floating-") + name + ".png"));
  }

  sim::BlockLibrary m_library = allBlocks();
  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;
};

}  // namespace fluxion
