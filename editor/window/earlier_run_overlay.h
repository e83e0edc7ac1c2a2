#pragma once
// Gives the scopes of a window the earlier runs that lie below what they show: those that the Runs dock has
// checked, in their colors, signal by signal where they have the same one.
#include <QObject>
#include <QTimer>
#include <map>

#include "editor/run_archive/run_library.h"
#include "editor/scopes/scope_source.h"

namespace fluxion {

class ScopeDocks;

class EarlierRunOverlay : public QObject {
  Q_OBJECT
 public:
  EarlierRunOverlay(RunLibrary& library, ScopeDocks& scopes, QObject* parent = nullptr);

  void update();

 private:
  // What a scope would show of an earlier run; nothing: the run has none of its signals.
  std::optional<ScopeSource> overlayOf(const ScopeSource& shown, const Run& run) const;
  void findShown();
  void fetch(const Run& run);

  RunLibrary& m_library;
  ScopeDocks& m_scopes;
  QTimer m_soon;
  std::map<std::string, std::shared_ptr<const sim::SignalLog>> m_rows;  // of the runs below, by id
  std::set<std::string> m_fetching;
};

}  // namespace fluxion
