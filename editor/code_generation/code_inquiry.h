#pragma once
// Generates code in the background: to say what would come of it, or to write it to a folder.
#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "editor/background.h"
#include "sim_core/code_generation/generate_code.h"

namespace fluxion {

struct CodeQuestion {
  std::shared_ptr<const sim::BlockLibrary> library;
  sim::Diagram diagram;
  sim::CodeRequest request;
  std::string folder;  // empty: nothing is written
};

struct CodeAnswer {
  bool answered = false;      // false: it was stopped, or lost
  sim::Diagnostics problems;  // why it cannot be generated, or was not written; empty: it can, it was
  bool written = false;
  std::vector<sim::c_source::GeneratedFile> files;
  sim::c_source::ModelInterface interface;
  sim::CodeSummary summary;
  std::vector<sim::c_source::WrittenTask> tasks;
  sim::Diagnostics warnings;  // of what slower rates compute in the base step
  std::vector<std::string> left_out;
  std::string library;  // the file that is built; empty: none
};

class CodeInquiry : public QObject {
  Q_OBJECT
 public:
  explicit CodeInquiry(QObject* parent = nullptr);

  void ask(CodeQuestion question);
  // Nobody wants to know any more; a compiler that runs is ended.
  void cancel();
  bool isBusy() const { return m_background && m_background->isBusy(); }

 signals:
  void answered(const fluxion::CodeAnswer& answer);

 private:
  using Asker = Background<CodeQuestion, CodeAnswer>;
  std::unique_ptr<Asker> m_background;
};

}  // namespace fluxion
