#pragma once
// Which models are open, in which windows, so that the next start can open them again.
#include <QStringList>
#include <vector>

namespace sim {
class BlockLibrary;
}

namespace fluxion {

class ModelTabs;

// The files of a window, in the order of its tabs.
struct SessionWindow {
  QStringList files;
  int current = 0;
  QByteArray geometry;
};

// What is open now. Models without a file are left out: they are asked for when their window closes.
std::vector<SessionWindow> openModels();
// Remembers it, unless windows are being closed.
void noteSession();
std::vector<SessionWindow> lastSession();

// While it lives, what closes is still part of the session.
class SessionPause {
 public:
  SessionPause();
  ~SessionPause();
  SessionPause(const SessionPause&) = delete;
  SessionPause& operator=(const SessionPause&) = delete;
};

// Whether the program opens at its start what was open last.
bool restoresSession();
void setRestoresSession(bool on);

// Opens the models of the last session; `first` takes those of its first window. Files that are gone are left
// out. False: there is nothing to open.
bool restoreSession(const sim::BlockLibrary& library, ModelTabs& first);

}  // namespace fluxion
