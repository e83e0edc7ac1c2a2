#pragma once
// What has to be settled before a document is replaced or its window closes: changes that are not saved, a
// file that is still being written, a run that is active.
#include <QCoreApplication>

namespace fluxion {

class ModelSaving;
class Questions;
class Workbench;

class DocumentGuard {
  Q_DECLARE_TR_FUNCTIONS(DocumentGuard)
 public:
  // All must outlive it.
  DocumentGuard(Workbench& bench, Questions& questions, ModelSaving& saving)
      : m_bench(bench), m_questions(questions), m_saving(saving) {}

  // Asks where something would be lost, and ends the run. False: all stays as it is.
  bool mayReplace() { return mayDiscard() && mayEndRun(); }
  bool mayEndRun();
  void endRun();

  // Asks the same without ending the run; once it was agreed to, no more until forget().
  bool mayClose();
  bool hasAgreed() const { return m_agreed; }
  void forget() { m_agreed = false; }
  // Whether there is something to ask about.
  bool mustAsk() const;

 private:
  bool mayDiscard();
  bool agreesToEndRun();

  Workbench& m_bench;
  Questions& m_questions;
  ModelSaving& m_saving;
  bool m_agreed = false;
};

}  // namespace fluxion
