#pragma once
// The breakpoints of one window's model: conditions that pause a run. They know signals and blocks by their
// ids in the diagram, live with the window, and are remembered by the model's file among what the program
// remembers of its windows; the model itself stays as it is.
#include <QObject>
#include <QString>
#include <optional>
#include <set>
#include <vector>

#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/pause_conditions.h"

namespace fluxion {

struct Breakpoint {
  using Kind = sim::PauseCondition::Kind;
  int id = 0;
  bool enabled = true;
  Kind kind = Kind::Signal;
  sim::PortRef signal;         // Signal: an output, as a line leaves it
  sim::Id block = sim::no_id;  // ZeroCrossing: whose; no_id: any
  sim::Relation relation = sim::Relation::Above;
  double value = 0;
  QString expression;  // of the model's variables, in place of the value; empty: there is none
  bool once = false;   // goes when it is met: run to time
  int hits = 0;
};

// ">", "≥", "=", "≤", "<", "crosses".
QString relationText(sim::Relation relation);
inline constexpr int relationCount = 6;

class Breakpoints : public QObject {
  Q_OBJECT
 public:
  explicit Breakpoints(QObject* parent = nullptr);

  const std::vector<Breakpoint>& all() const { return m_all; }
  // Gives it a new id.
  int add(Breakpoint breakpoint);
  void set(const Breakpoint& breakpoint);  // that of its id
  void remove(int id);
  void clear();
  // Counts; forgets those that hold once.
  void hit(const std::vector<sim::PauseHit>& hits);
  const Breakpoint* find(int id) const;

  // Of which model they are, by its file; empty: of one that has none yet. Loads what is remembered of it.
  void open(const QString& path);
  // The model has another file now.
  void rename(const QString& path);

 signals:
  void changed();

 private:
  void save();
  void tell();

  std::vector<Breakpoint> m_all;
  QString m_path;
  int m_lastId = 0;
};

// "Plant/omega1", or the name of the signal.
QString signalText(const sim::Diagram& diagram, sim::PortRef output);
// "omega1 > 3", "t reaches 5 s", "a step is rejected", ...
QString breakpointText(const sim::Diagram& diagram, const Breakpoint& breakpoint);

// The number that it stands for in this model; nothing, and why, where its expression gives none.
std::optional<double> breakpointValue(const sim::Diagram& diagram, const Breakpoint& breakpoint,
                                      QString* why = nullptr);

// What a run of this model looks at; a vector is met by any of its first elements. Variables have the values
// of `now`. A copy of the breakpoints may be asked in another thread.
std::vector<sim::PauseCondition> pauseConditions(const std::vector<Breakpoint>& all,
                                                 const sim::Diagram& compiled, const sim::Program& program,
                                                 const sim::Diagram& now);

}  // namespace fluxion
