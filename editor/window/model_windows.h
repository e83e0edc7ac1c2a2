#pragma once
// The other models of the program, as one window reaches them: each has a window of its own, as a tab or by
// itself, and nothing that is open is ever replaced by what is opened.
#include <QCoreApplication>
#include <vector>

namespace sim {
struct Diagram;
}

namespace fluxion {

class MainWindow;

class ModelWindows {
  Q_DECLARE_TR_FUNCTIONS(ModelWindows)
 public:
  // The window is one of all() while this lives.
  explicit ModelWindows(MainWindow& window);
  ~ModelWindows();
  ModelWindows(const ModelWindows&) = delete;
  ModelWindows& operator=(const ModelWindows&) = delete;

  // Those of the program, the oldest first.
  static const std::vector<MainWindow*>& all();
  // The one with this file, by the name it was opened by or the one without links; or null.
  static MainWindow* withFile(const QString& path);
  // Asks what has to be asked before these are closed; false: of one it was answered that it stays, and so
  // all of them stay as they are. Else they close without a question.
  static bool mayCloseAll(const std::vector<MainWindow*>& windows);

  // Ends the program where all of them may close.
  static void quit();

  // Where nothing would be lost: here while nobody has touched an empty diagram, else beside this model; a
  // file that is open is shown. Null: it cannot be opened.
  MainWindow* open(const QString& path, const QString& kind = {});
  // Asks for the file.
  void chooseAndOpen();
  MainWindow* create();
  // A new diagram that begins as this one. Null: it cannot be read.
  MainWindow* createFrom(const QString& templatePath);
  // In a window with tabs of its own, where this one is a tab.
  void createApart();
  // The model as it was in a run that is kept.
  void openSnapshot(const sim::Diagram& model, const QString& run);
  // Shows a block of an example.
  void openExample(const QString& path, const QString& block);
  // Shows a block of another model; no block: all of it.
  void openBeside(const QString& path, const QString& block);
  // Asks whether to open what a program left that ended without closing, if there is any.
  void offerRecovery();

 private:
  void present(MainWindow& other);

  MainWindow& m_window;
};

}  // namespace fluxion
