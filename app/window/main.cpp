// The window's program: reads the command line, loads the plug-ins and opens a window, or runs without one.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFontDatabase>
#include <cstdio>

#include "app/window/application.h"
#include "editor/command_set.h"
#include "editor/problems/problems_dock.h"
#include "editor/window/headless_run.h"
#include "editor/window/main_window.h"
#include "editor/window/memory_limit.h"
#include "editor/window/palettes.h"
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/plugin/plugin_loader.h"

namespace {

struct Options {
  QString file, folder;
  bool run = false, headless = false, dark = false, light = false;
};

Options readCommandLine(const QApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QStringLiteral("Draws block diagrams and simulates them."));
  parser.addHelpOption();
  parser.addVersionOption();
  const QCommandLineOption run(QStringLiteral("run"), QStringLiteral("Run the model once it is open."));
  const QCommandLineOption dark(QStringLiteral("dark"),
                                QStringLiteral("Dark colours, whatever the desktop's are."));
  const QCommandLineOption light(QStringLiteral("light"),
                                 QStringLiteral("Light colours, whatever the desktop's are."));
  const QCommandLineOption headless(
      QStringLiteral("headless"),
      QStringLiteral("Run FILE without a window and write its scopes and its log."));
  const QCommandLineOption out(QStringLiteral("out"), QStringLiteral("Where --headless writes."),
                               QStringLiteral("DIR"), QStringLiteral("."));
  parser.addOptions({run, dark, light, headless, out});
  parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The model to open."),
                               QStringLiteral("[FILE]"));
  parser.process(application);
  Options options;
  options.file = parser.positionalArguments().value(0);
  options.folder = parser.value(out);
  options.run = parser.isSet(run);
  options.headless = parser.isSet(headless);
  options.dark = parser.isSet(dark);
  options.light = parser.isSet(light);
  return options;
}

// Those beside the program, installed or built, and those of the folders in FLUXION_PLUGIN_PATH. A model that
// does not need a plug-in opens all the same, so one that cannot be loaded is a warning.
sim::Diagnostics loadPlugIns(sim::BlockLibrary& library) {
  QStringList folders{
      QDir(QApplication::applicationDirPath()).filePath(QStringLiteral("../lib/fluxion/plugins"))};
  folders += qEnvironmentVariable("FLUXION_PLUGIN_PATH").split(u':', Qt::SkipEmptyParts);
  sim::PluginTrials trials(sim::plugin_record_of_user());
  sim::Diagnostics problems;
  for (const QString& folder : folders)
    for (sim::Diagnostic d : sim::load_plugins(folder.toStdString(), library, &trials)) {
      d.severity = std::min(d.severity, sim::Severity::Warning);
      std::fprintf(stderr, "warning: %s\n", sim::to_text(d).c_str());
      problems.push_back(std::move(d));
    }
  return problems;
}

}  // namespace

int main(int argc, char** argv) {
  QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  fluxion::Application application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Fluxion"));
  QApplication::setApplicationName(QStringLiteral("fluxion"));
  QApplication::setApplicationDisplayName(QStringLiteral("Fluxion"));
  QApplication::setApplicationVersion(QStringLiteral("0.1.0"));
  QGuiApplication::setDesktopFileName(QStringLiteral("io.github.fluxion.Fluxion"));
  if (QFontDatabase::families().isEmpty()) {
    std::fprintf(stderr,
                 "error: no fonts are installed, so no text can be drawn (install a font package such as "
                 "fonts-dejavu-core)\n");
    return 1;
  }
  const Options options = readCommandLine(application);
  if (options.dark || options.light) fluxion::usePalette(options.dark);
  fluxion::applyMemoryLimit();
  sim::BlockLibrary library = sim::standard_library();
  sim::add_network_libraries(library);
  const sim::Diagnostics plugInProblems = loadPlugIns(library);
  if (options.headless) {
    if (options.file.isEmpty()) {
      std::fprintf(stderr, "error: --headless needs a model: fluxion --headless --out DIR FILE\n");
      return 2;
    }
    return fluxion::runHeadless(library, options.file, options.folder);
  }
  auto* window = new fluxion::MainWindow(library);
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->show();
  if (!plugInProblems.empty()) {
    window->problems().add(plugInProblems);
    window->problems().show();
  }
  if (!options.file.isEmpty() && window->openFile(options.file) && options.run)
    window->commands().action(fluxion::CommandId::Run)->trigger();
  window->offerRecovery();
  return QApplication::exec();
}
