#pragma once
// Which runs a line of text asks for: words that stand in a run's name, notes, tags, model, solver or end,
// and "tag:tuned", "solver:ode45", "name:clutch", "end:failed" for one of these alone. All of them must be
// met.
#include <QStringList>

#include "sim_core/run_archive/run_record.h"

namespace fluxion {

class RunFilter {
 public:
  explicit RunFilter(const QString& text = {});
  bool matches(const sim::RunSummary& run) const;
  bool isEmpty() const { return m_words.empty(); }

 private:
  enum class Where { Anywhere, Tag, Solver, Name, End };
  struct Word {
    Where where;
    QString text;
  };
  std::vector<Word> m_words;
};

// The parts of a line of tags, "tuned, long run"; and back.
QStringList tagsOf(const QString& line);
QString tagLine(const sim::RunSummary& run);

}  // namespace fluxion
